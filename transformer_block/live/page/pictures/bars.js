// Signed bars from zero, with their numbers at the tips.
// spec: { kind: "bars", title, value, labels, idea, range: [lowest, highest] }
//   value: (n,). Up to 12 lie one below the other with their numbers; more stand side by side and are read one at a time.

import { change, ideaColour, svgElement } from "../elements.js";
import { numbersOf } from "../values.js";
import { formatNumber } from "../words/numbers.js";
import { makeScale } from "./axes.js";
import { makeReader } from "./handles.js";
import { makeLyingBars } from "./lying_bars.js";
import { makePicture } from "./picture.js";

function makeStandingBars({ count, range: [low, high], colour }) {
  const still = svgElement("g"), drawn = svgElement("g"), cursor = svgElement("rect", { class: "tb-cursor", visibility: "hidden" });
  const bars = Array.from({ length: count }, () => {
    const bar = svgElement("rect", { rx: 1.5, fill: colour }), tip = svgElement("path", { class: "tb-leaving", style: `color: ${colour}` });
    drawn.append(bar, tip);
    return { bar, tip };
  });
  let box, scale, slot;

  const lay = (width) => {
    box = { left: 42, right: width - 6, top: 8, bottom: 168 };
    scale = makeScale([low, high], [box.bottom, box.top]);
    slot = (box.right - box.left) / count;
    still.replaceChildren();
    for (const tick of scale.ticks(5)) {
      still.append(svgElement("line", { class: tick === 0 ? "tb-spine" : "tb-grid", x1: box.left, x2: box.right, y1: scale(tick), y2: scale(tick) }),
        svgElement("text", { class: "tb-tick", x: box.left - 6, y: scale(tick) + 4, "text-anchor": "end" }, formatNumber(tick, ".3g")));
    }
    return box.bottom + 8;
  };

  const show = (rows) => {
    const zero = scale(Math.max(low, Math.min(high, 0))), thick = Math.max(1, slot * 0.7);
    bars.forEach(({ bar, tip }, i) => {
      const { value } = rows[i], end = scale(Math.max(low, Math.min(high, Number.isNaN(value) ? 0 : value))), middle = box.left + (i + 0.5) * slot;
      change(bar, { y: Math.min(zero, end).toFixed(1), height: Math.abs(end - zero).toFixed(1), x: (middle - thick / 2).toFixed(1), width: thick.toFixed(1) });
      change(tip, value > high || value < low ? { visibility: null, d: "M-7 -5 L-1 0 L-7 5", transform: `translate(${middle} ${end}) rotate(${value < 0 ? 90 : -90})` }
        : { visibility: "hidden" });
    });
  };

  const at = ({ x }) => (x >= box.left && x < box.right ? Math.floor((x - box.left) / slot) : -1);
  const mark = (i) => change(cursor, i < 0 ? { visibility: "hidden" }
    : { visibility: null, x: box.left + i * slot, width: slot, y: box.top, height: box.bottom - box.top });
  return { lay, show, at, mark, element: svgElement("g", {}, still, drawn, cursor) };
}

export function makeBars(spec) {
  let bars = null, labels, refresh = () => {}, latest = null;
  const rowsOf = (state) => Array.from(numbersOf(state, spec.value).data, (value, i) => ({ label: labels[i], value }));

  const makeParts = (count) => {
    const lying = count <= 12, look = { count, range: spec.range, colour: ideaColour(spec.idea), format: ".2f" };
    labels = spec.labels ?? Array.from({ length: count }, (_, i) => String(i + 1));
    bars = lying ? makeLyingBars(look) : makeStandingBars(look);
    picture.svg.append(bars.element);
    if (!lying) {
      refresh = makeReader(picture, {
        hint: "Point at a bar to read it.", rows: () => [count], at: bars.at, mark: bars.mark,
        read: (i) => `${labels[i]}: ${formatNumber(rowsOf(latest)[i].value, "+.3f")}`,
      });
    }
    picture.relay();
  };

  const show = (state) => {
    latest = state;
    bars.show(rowsOf(state));
    refresh();
  };

  const picture = makePicture({
    kind: "bars", title: spec.title ?? spec.value, show, lay: (width) => bars?.lay(width, labels) ?? 120,
    tell: (state) => `${rowsOf(state).map(({ label, value }) => `${label}: ${formatNumber(value, ".2f")}`).join("; ")}.`,
  });
  return { ...picture, update: (state) => {
    if (!bars) makeParts(numbersOf(state, spec.value).data.length);
    picture.update(state);
  } };
}
