// Signed bars from zero, with their numbers at the tips.
// spec: { kind: "bars", title, value, labels, idea, range: [lowest, highest] }
//   value: (n,). Up to 12 lie one below the other with their numbers; more stand side by side and are read one at a time.

import { change, ideaColour, svgElement, write } from "../elements.js";
import { numbersOf } from "../values.js";
import { formatNumber } from "../words/numbers.js";
import { makeScale } from "./axes.js";
import { makeReader } from "./handles.js";
import { makePicture } from "./picture.js";

export function makeBars(spec, bench) {
  const [low, high] = spec.range ?? [-2, 2], colour = ideaColour(spec.idea ?? "ink");
  const still = svgElement("g"), drawn = svgElement("g"), cursor = svgElement("rect", { class: "tb-cursor", visibility: "hidden" });
  let bars = null, lying = true, box, scale, slot, refresh = () => {}, latest = null;

  const labels = () => spec.labels ?? Array.from({ length: bars.length }, (_, i) => String(i + 1));

  const drawBars = (count) => {
    lying = count <= 12;
    bars = Array.from({ length: count }, () => {
      const bar = svgElement("rect", { rx: 1.5, fill: colour }), tip = svgElement("path", { class: "tb-leaving", style: `color: ${colour}` });
      const number = svgElement("text", { class: "tb-value", fill: colour });
      drawn.append(bar, tip, number);
      return { bar, tip, number };
    });
    if (!lying) {
      refresh = makeReader(picture, {
        hint: "Point at a bar to read it.", count: () => count, columns: () => count,
        at: ({ x }) => x >= box.left && x < box.right ? Math.floor((x - box.left) / slot) : -1,
        read: (i) => `${labels()[i]}: ${formatNumber(numbersOf(latest, spec.value).data[i], "+.3f")}`,
        mark: (i) => change(cursor, i < 0 ? { visibility: "hidden" }
          : { visibility: null, x: box.left + i * slot, width: slot, y: box.top, height: box.bottom - box.top }),
      });
    }
  };

  const lay = (width, svg) => {
    if (!still.parentNode) svg.append(still, drawn, cursor);
    still.replaceChildren();
    if (!bars) return 120;
    const text = (words, at) => still.append(svgElement("text", { class: "tb-tick", ...at }, words));
    const line = (kind, at) => still.append(svgElement("line", { class: `tb-${kind}`, ...at }));
    if (lying) {
      const room = Math.min(width * 0.4, Math.max(...labels().map((label) => label.length * 6.6))) + 10;
      slot = 26;
      box = { left: room + (low < 0 ? 42 : 0), right: width - 46, top: 4, bottom: 4 + bars.length * slot };
      scale = makeScale([low, high], [box.left, box.right]);
      for (const tick of scale.ticks((box.right - box.left) / 44)) {
        line(tick === 0 ? "spine" : "grid", { x1: scale(tick), x2: scale(tick), y1: box.top, y2: box.bottom });
        text(formatNumber(tick, ".3g"), { x: scale(tick), y: box.bottom + 15, "text-anchor": "middle" });
      }
      labels().forEach((label, i) => text(label, { x: room - 10, y: box.top + (i + 0.5) * slot + 4, "text-anchor": "end" }));
      return box.bottom + 22;
    }
    box = { left: 42, right: width - 6, top: 8, bottom: 168 };
    scale = makeScale([low, high], [box.bottom, box.top]);
    slot = (box.right - box.left) / bars.length;
    for (const tick of scale.ticks(5)) {
      line(tick === 0 ? "spine" : "grid", { x1: box.left, x2: box.right, y1: scale(tick), y2: scale(tick) });
      text(formatNumber(tick, ".3g"), { x: box.left - 6, y: scale(tick) + 4, "text-anchor": "end" });
    }
    return box.bottom + 8;
  };

  const show = (state) => {
    latest = state;
    const numbers = numbersOf(state, spec.value).data, zero = scale(Math.max(low, Math.min(high, 0)));
    bars.forEach(({ bar, tip, number }, i) => {
      const value = numbers[i], broken = Number.isNaN(value), end = scale(Math.max(low, Math.min(high, broken ? 0 : value)));
      const beyond = value > high || value < low, from = Math.min(zero, end), length = Math.abs(end - zero);
      const middle = (lying ? box.top : box.left) + (i + 0.5) * slot, thick = lying ? 14 : Math.max(1, slot * 0.7);
      change(bar, lying ? { x: from.toFixed(1), width: length.toFixed(1), y: middle - thick / 2, height: thick }
        : { y: from.toFixed(1), height: length.toFixed(1), x: (middle - thick / 2).toFixed(1), width: thick.toFixed(1) });
      const turn = lying ? (value < 0 ? 180 : 0) : value < 0 ? 90 : -90;
      change(tip, beyond ? { visibility: null, d: "M-7 -5 L-1 0 L-7 5", transform: `translate(${lying ? end : middle} ${lying ? middle : end}) rotate(${turn})` }
        : { visibility: "hidden" });
      if (!lying) return;
      write(number, formatNumber(value, ".2f"));
      change(number, { x: (end + (value < 0 ? -5 : 5)).toFixed(1), y: middle + 4, class: value < 0 ? "tb-value tb-before" : "tb-value tb-after" });
    });
    refresh();
  };

  const tell = (state) => {
    const numbers = Array.from(numbersOf(state, spec.value).data, (value) => formatNumber(value, ".2f"));
    return `${labels().map((label, i) => `${label}: ${numbers[i]}`).join("; ")}.`;
  };

  const picture = makePicture({ kind: "bars", title: spec.title ?? spec.value, lay, show, tell });
  return { ...picture, update: (state) => {
    if (!bars) {
      drawBars(numbersOf(state, spec.value).data.length);
      picture.relay();
    }
    picture.update(state);
  } };
}
