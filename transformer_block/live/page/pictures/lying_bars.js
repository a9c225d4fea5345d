// Signed bars one below the other: each has its label on the left, or above where labels are long, and its number at its tip.

import { change, ideaColour, svgElement, write } from "../elements.js";
import { formatNumber } from "../words/numbers.js";
import { makeScale } from "./axes.js";

const THICK = 14, LETTER = 6.6;

/** `count` rows. `lay(width, labels)` makes room for the longest of the labels and returns the height; `show(rows)` takes
 *  { label, value, before } of each row, where `before` may be missing: a thin mark. `at(point)` and `mark(row)` are a reader's. */
export function makeLyingBars({ count, range: [low, high], colour, format }) {
  const still = svgElement("g"), drawn = svgElement("g"), cursor = svgElement("rect", { class: "tb-cursor", visibility: "hidden" });
  const parts = Array.from({ length: count }, () => {
    const bar = svgElement("rect", { rx: 1.5, fill: colour, height: THICK }), tip = svgElement("path", { class: "tb-leaving", style: `color: ${ideaColour("surface")}` });
    const was = svgElement("line", { class: "tb-was", visibility: "hidden" });
    const label = svgElement("text", { class: "tb-tick tb-row-label" }), number = svgElement("text", { class: "tb-value", fill: colour });
    drawn.append(bar, tip, was, label, number);
    return { bar, tip, was, label, number };
  });
  let box, scale, slot;
  const middleOf = (row) => (row + 1) * slot - 9;
  const place = (value) => scale(Math.max(low, Math.min(high, Number.isNaN(value) ? 0 : value)));

  const lay = (width, labels) => {
    const longest = Math.max(...labels.map((label) => label.length * LETTER)), above = longest > width * 0.4;
    const room = above ? 0 : longest + 10;
    slot = above ? 40 : 26;
    box = { left: room + (low < 0 ? 42 : 0), right: width - 46, top: 4, bottom: 4 + count * slot, width };
    scale = makeScale([low, high], [box.left, box.right]);
    still.replaceChildren();
    for (const tick of scale.ticks((box.right - box.left) / 44)) {
      still.append(svgElement("line", { class: tick === 0 ? "tb-spine" : "tb-grid", x1: scale(tick), x2: scale(tick), y1: box.top, y2: box.bottom }),
        svgElement("text", { class: "tb-tick", x: scale(tick), y: box.bottom + 15, "text-anchor": "middle" },
          formatNumber(tick, format.endsWith("%") ? format : ".3g")));
    }
    parts.forEach(({ bar, label }, row) => {
      const middle = middleOf(row);
      change(bar, { y: middle - THICK / 2 });
      change(label, above ? { x: 0, y: middle - 13, "text-anchor": "start" } : { x: room - 10, y: middle + 4, "text-anchor": "end" });
    });
    return box.bottom + 22;
  };

  /** Where a number stands: beyond the tip of its bar, and beyond the thin mark where that would run through it. */
  const besideTip = (tip, was, text, side) => {
    const start = tip + 5 * side, ahead = (was - start) * side;
    return was !== null && ahead > -4 && ahead < text.length * LETTER + 4 ? was + 5 * side : start;
  };

  const show = (rows) => {
    const zero = place(0);
    rows.forEach(({ label: words, value, before }, row) => {
      const { bar, tip, was, label, number } = parts[row], middle = middleOf(row), end = place(value);
      const mark = Number.isFinite(before) ? place(before) : null, text = formatNumber(value, format), side = value < 0 ? -1 : 1;
      write(label, words);
      change(bar, { x: Math.min(zero, end).toFixed(1), width: Math.abs(end - zero).toFixed(1) });
      change(tip, value > high || value < low ? { visibility: null, d: "M-7 -5 L-1 0 L-7 5", transform: `translate(${end} ${middle}) rotate(${value < 0 ? 180 : 0})` }
        : { visibility: "hidden" });
      change(was, mark === null ? { visibility: "hidden" }
        : { visibility: null, x1: mark.toFixed(1), x2: mark.toFixed(1), y1: middle - 9, y2: middle + 9 });
      write(number, text);
      change(number, { x: besideTip(end, mark, text, side).toFixed(1), y: middle + 4, class: value < 0 ? "tb-value tb-before" : "tb-value tb-after" });
    });
  };

  const rowAt = ({ y }) => (y >= box.top && y < box.bottom ? Math.floor((y - box.top) / slot) : -1);
  const markRow = (row) => change(cursor, row < 0 ? { visibility: "hidden" }
    : { visibility: null, x: -3, width: box.width + 6, y: box.top + row * slot, height: slot });
  return { lay, show, at: rowAt, mark: markRow, element: svgElement("g", {}, still, drawn, cursor) };
}
