// From numbers to pixels, and the axes that say so.

import { svgElement } from "../elements.js";

/** From numbers to pixels and back. */
export function makeScale([low, high], [from, to], log = false) {
  const bend = log ? Math.log10 : Number, unbend = log ? (power) => 10 ** power : Number;
  const slope = (to - from) / (bend(high) - bend(low));
  const scale = (value) => from + (bend(value) - bend(low)) * slope;
  scale.invert = (pixel) => unbend(bend(low) + (pixel - from) / slope);
  scale.range = [low, high];
  scale.ticks = (room) => log ? powersOfTen(low, high, room) : roundNumbers(low, high, room);
  return scale;
}

export function roundNumbers(low, high, room) {
  const rough = (high - low) / Math.max(1, room), power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((multiple) => multiple * power >= rough * 0.999);
  const first = Math.ceil(low / step - 1e-9), count = Math.floor(high / step + 1e-9) - first + 1;
  return Array.from({ length: count }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

function powersOfTen(low, high, room) {
  const first = Math.ceil(Math.log10(low) - 1e-9), last = Math.floor(Math.log10(high) + 1e-9);
  const stride = Math.max(1, Math.ceil((last - first + 1) / room));
  return Array.from({ length: Math.floor((last - first) / stride) + 1 }, (_, i) => 10 ** (first + i * stride));
}

/** Axes as the chapter's pictures have them: two spines, quiet ticks, a faint grid. */
export function drawAxes(group, box, { x, y, xLabel, yLabel, xTicks, yTicks, tickText }) {
  const line = (kind, x1, y1, x2, y2) => group.append(svgElement("line", { class: `tb-${kind}`, x1, y1, x2, y2 }));
  const text = (words, at) => group.append(svgElement("text", { class: "tb-tick", ...at }, words));
  for (const tick of xTicks ?? x.ticks((box.right - box.left) / 44)) {
    line("grid", x(tick), box.top, x(tick), box.bottom);
    text(tickText(tick, "x"), { x: x(tick), y: box.bottom + 15, "text-anchor": "middle" });
  }
  for (const tick of yTicks ?? y.ticks((box.bottom - box.top) / 32)) {
    line("grid", box.left, y(tick), box.right, y(tick));
    text(tickText(tick, "y"), { x: box.left - 6, y: y(tick) + 4, "text-anchor": "end" });
  }
  line("spine", box.left, box.bottom, box.right, box.bottom);
  line("spine", box.left, box.top, box.left, box.bottom);
  text(xLabel, { class: "tb-tick tb-axis", x: (box.left + box.right) / 2, y: box.bottom + 31, "text-anchor": "middle" });
  const middle = (box.top + box.bottom) / 2;
  text(yLabel, { class: "tb-tick tb-axis", transform: `translate(10 ${middle}) rotate(-90)`, "text-anchor": "middle" });
}
