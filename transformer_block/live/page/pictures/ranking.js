// The largest of many numbers, sorted, as bars: which they are changes with the numbers.
// spec: { kind: "ranking", title, value, labels, most, by, before, range: [lowest, highest], format, idea }
//   value: (n,), and before, if any, as long: what each was before, a thin mark. by: "value", or "size" for the largest either way

import { ideaColour, svgElement } from "../elements.js";
import { numbersOf } from "../values.js";
import { formatNumber } from "../words/numbers.js";
import { makeReader } from "./handles.js";
import { makeLyingBars } from "./lying_bars.js";
import { makePicture } from "./picture.js";

export function makeRanking(spec) {
  const { labels, format } = spec, count = Math.min(spec.most, labels.length);
  const bars = makeLyingBars({ count, range: spec.range, colour: ideaColour(spec.idea), format });
  const legend = svgElement("text", { class: "tb-tick" }, spec.before ? "thin mark: before" : "");
  const weight = (value) => (Number.isNaN(value) ? -Infinity : spec.by === "size" ? Math.abs(value) : value);
  let ranked = [];

  /** The largest first, equal ones in the order of the labels. */
  const rank = (state) => {
    const values = numbersOf(state, spec.value).data, before = spec.before && numbersOf(state, spec.before).data;
    return Array.from(values, (value, i) => ({ label: labels[i], value, before: before?.[i] }))
      .sort((one, other) => weight(other.value) - weight(one.value) || 0).slice(0, count);
  };

  const lay = (width, svg) => {
    if (!bars.element.parentNode) svg.append(bars.element, legend);
    const height = bars.lay(width, labels);
    legend.setAttribute("y", height + 8);
    return height + (spec.before ? 14 : 0);
  };
  const show = (state) => {
    ranked = rank(state);
    bars.show(ranked);
    refresh();
  };
  const inWords = ({ label, value, before }) => `${label}: ${formatNumber(value, format)}` + (before === undefined ? "" : `, before ${formatNumber(before, format)}`);

  const picture = makePicture({ kind: "ranking", title: spec.title ?? spec.value, lay, show, tell: () => `${ranked.map(inWords).join("; ")}.` });
  const refresh = makeReader(picture, {
    hint: "Point at a bar to read it.", rows: () => Array(count).fill(1), at: bars.at, mark: bars.mark, read: (row) => inWords(ranked[row]),
  });
  return picture;
}
