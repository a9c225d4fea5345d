// A grid of cells, darker the larger their number. A negative one carries a minus, or a hatch where there is no room for numbers.
// spec: { kind: "matrix", title, value, rows, columns, row_labels, column_labels, idea, lit, digits }
//   value  an output (n, m); lit: weights of the rows (n,) or columns (m,): what has none is dimmed
//   rows and columns title the sides; where one is the name of a whole-number input, its rows (or columns) can be picked

import { change, freshId, ideaColour, svgElement, write } from "../elements.js";
import { numbersOf } from "../values.js";
import { formatNumber } from "../words/numbers.js";
import { roundNumbers } from "./axes.js";
import { makeReader } from "./handles.js";
import { makePicture } from "./picture.js";

export function makeMatrix(spec, bench) {
  const colour = ideaColour(spec.idea ?? "evidence"), digits = spec.digits ?? 2, hatchId = freshId("hatch");
  const still = svgElement("g"), grid = svgElement("g"), cursor = svgElement("rect", { class: "tb-cursor", visibility: "hidden" });
  const picked = svgElement("rect", { class: "tb-picked", visibility: "hidden" });
  const hatch = svgElement("pattern", { id: hatchId, width: 5, height: 5, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    svgElement("line", { class: "tb-minus", x1: 0, x2: 0, y1: 0, y2: 5 }));
  const picks = (side) => ["whole", "range"].includes(bench.input(spec[side])?.kind) ? bench.input(spec[side]) : null;
  const rowPick = picks("rows"), columnPick = picks("columns");
  let n = 0, m = 0, cells = null, full = 1, left, top, size = { x: 0, y: 0 }, roomy = false, latest = null;

  const labelsOf = (side, count, pick) => spec[side] ?? Array.from({ length: count }, (_, i) => String(i + (pick?.low ?? 1)));
  const rowLabels = () => labelsOf("row_labels", n, rowPick), columnLabels = () => labelsOf("column_labels", m, columnPick);
  const widest = (labels) => Math.max(...labels.map((label) => label.length * 6.4));

  /** The shapes are known with the first numbers; then the shade of the largest is fixed, so that colours mean the same throughout. */
  const makeCells = ({ shape, data }) => {
    [n, m] = shape;
    picture.element.classList.toggle("tb-wide", m > 16);
    const largest = Math.max(...Array.from(data, Math.abs).filter(Number.isFinite), 0);
    full = largest <= 1 ? 1 : roundNumbers(0, largest, 1)[1] ?? largest;
    cells = Array.from({ length: n * m }, () => {
      const shade = svgElement("rect", { class: "tb-cell", rx: 2, fill: colour }), sign = svgElement("rect", { rx: 2, fill: `url(#${hatchId})` });
      const number = svgElement("text", { class: "tb-cell-number" }), element = svgElement("g", {}, shade, sign, number);
      grid.append(element);
      return { element, shade, sign, number };
    });
  };

  const lay = (width, svg) => {
    if (!still.parentNode) svg.append(svgElement("defs", {}, hatch), still, grid, picked, cursor);
    still.replaceChildren();
    if (!cells) return 120;
    const rows = rowLabels(), columns = columnLabels();
    left = 20 + Math.min(widest(rows), width * 0.4) + 8;
    size.x = Math.min(52, (width - left - 4) / m);
    const steep = widest(columns) > size.x - 2 && spec.column_labels;
    const every = spec.column_labels ? 1 : Math.ceil((widest(columns) + 6) / size.x);
    top = 22 + (steep ? widest(columns) * 0.87 + 10 : 18);
    roomy = size.x >= (digits + 3) * 6.4;
    size.y = roomy ? Math.min(34, size.x) : Math.max(12, Math.min(28, size.x));
    const text = (words, at) => still.append(svgElement("text", { class: "tb-tick", ...at }, words));
    const titles = { class: "tb-tick tb-axis", "text-anchor": "middle" };
    text(bench.input(spec.columns)?.label ?? spec.columns, { ...titles, x: left + (m * size.x) / 2, y: 13 });
    text(bench.input(spec.rows)?.label ?? spec.rows, { ...titles, transform: `translate(11 ${top + (n * size.y) / 2}) rotate(-90)` });
    rows.forEach((label, i) => text(label, { x: left - 8, y: top + (i + 0.5) * size.y + 4, "text-anchor": "end" }));
    columns.forEach((label, j) => {
      const x = left + (j + 0.5) * size.x;
      if (steep) text(label, { transform: `translate(${x + 3} ${top - 7}) rotate(-60)` });
      else if (j % every === 0) text(label, { x, y: top - 7, "text-anchor": "middle" });
    });
    cells.forEach((cell, i) => {
      const { shade, sign, number } = cell;
      const place = { x: left + (i % m) * size.x + 1, y: top + Math.floor(i / m) * size.y + 1, width: Math.max(1, size.x - 2), height: size.y - 2 };
      change(shade, place);
      change(sign, place);
      cell.on = null;  // to be drawn anew
      change(number, { x: place.x + place.width / 2, y: place.y + place.height / 2 + 4, visibility: roomy ? null : "hidden" });
    });
    return top + n * size.y + 6;
  };

  /** A weight of 0 dims its row or column; a square matrix is lit by rows. */
  const lightOf = (state) => {
    const weights = spec.lit ? numbersOf(state, spec.lit).data : null;
    return (i) => !weights || weights[weights.length === n ? Math.floor(i / m) : i % m] !== 0;
  };

  const show = (state) => {
    latest = state;
    const numbers = numbersOf(state, spec.value).data, lit = lightOf(state);
    cells.forEach((cell, i) => {
      const { element, shade, sign, number } = cell, value = numbers[i], on = lit(i);
      if (Object.is(cell.value, value) && cell.on === on) return;
      Object.assign(cell, { value, on });
      const share = Number.isNaN(value) ? 0 : Math.min(1, Math.abs(value) / full);
      change(element, { class: on ? null : "tb-off" });
      change(shade, { "fill-opacity": (share * (roomy ? 0.55 : 0.95)).toFixed(3), class: Number.isFinite(value) ? "tb-cell" : "tb-cell tb-broken" });
      change(sign, { visibility: value < 0 && !roomy ? null : "hidden" });
      if (roomy) write(number, Number.isFinite(value) ? formatNumber(value, `.${digits}f`) : Number.isNaN(value) ? "NaN" : value > 0 ? "∞" : "−∞");
    });
    const row = rowPick && bench.value(spec.rows) - rowPick.low, column = columnPick && bench.value(spec.columns) - columnPick.low;
    const band = rowPick ? { x: left, y: top + row * size.y, width: m * size.x, height: size.y }
      : columnPick ? { x: left + column * size.x, y: top, width: size.x, height: n * size.y } : null;
    change(picked, { ...band, visibility: band ? null : "hidden" });
    refresh();
  };

  const cellText = (state, i) => `${spec.rows} ${rowLabels()[Math.floor(i / m)]}, ${spec.columns} ${columnLabels()[i % m]}: `
    + formatNumber(numbersOf(state, spec.value).data[i], `.${digits + 1}f`) + (lightOf(state)(i) ? "" : ", off");

  const tell = (state) => {
    if (n * m > 64) return `${n} by ${m} numbers. Arrow keys read them one by one.`;
    const numbers = Array.from(numbersOf(state, spec.value).data, (value) => formatNumber(value, `.${digits}f`)), lit = lightOf(state);
    return rowLabels().map((label, row) => `${spec.rows} ${label}: ${numbers.slice(row * m, (row + 1) * m)
      .map((text, column) => text + (lit(row * m + column) ? "" : " (off)")).join(", ")}`).join("; ") + ".";
  };

  const picture = makePicture({ kind: "matrix", title: spec.title ?? spec.value, lay, show, tell });
  const refresh = makeReader(picture, {
    hint: rowPick || columnPick ? "Tap a cell to pick and read it." : "Point at a cell to read it.",
    rows: () => Array(n).fill(m),
    at: ({ x, y }) => {
      const row = Math.floor((y - top) / size.y), column = Math.floor((x - left) / size.x);
      return row >= 0 && row < n && column >= 0 && column < m ? row * m + column : -1;
    },
    read: (i) => cellText(latest, i),
    mark: (i) => change(cursor, i < 0 ? { visibility: "hidden" }
      : { visibility: null, x: left + (i % m) * size.x, y: top + Math.floor(i / m) * size.y, width: size.x, height: size.y }),
    choose: (i) => {
      if (rowPick) bench.move(spec.rows, rowPick.low + Math.floor(i / m));
      if (columnPick) bench.move(spec.columns, columnPick.low + (i % m));
    },
  });
  return { ...picture, update: (state) => {
    if (!cells) {
      makeCells(numbersOf(state, spec.value));
      picture.relay();
    }
    picture.update(state);
  } };
}
