// Live numbers in tabular figures.
// spec: { kind: "table", title, columns: [{ heading, value, format }], rows: null | [texts] }
//   value: an input or output, single or (n,), all of one shape

import { change, pageElement, write } from "../elements.js";
import { numbersOf } from "../values.js";
import { formatNumber } from "../words/numbers.js";

export function makeTable(spec, bench) {
  const body = pageElement("tbody");
  const headings = spec.columns.map(({ heading }) => pageElement("th", { scope: "col" }, heading));
  const table = pageElement("table", { class: "tb-numbers" },
    pageElement("caption", { class: spec.title ? "tb-caption" : "tb-told" }, spec.title ?? "The numbers"),
    pageElement("thead", {}, pageElement("tr", {}, pageElement("td"), ...headings)), body);
  const element = pageElement("figure", { class: "tb-view tb-table" }, table);
  let cells = null;

  const makeRows = (count) => Array.from({ length: count }, (_, row) => {
    const numbers = spec.columns.map(() => pageElement("td"));
    body.append(pageElement("tr", {}, pageElement("th", { scope: "row" }, spec.rows?.[row] ?? (count > 1 ? String(row + 1) : "now")), ...numbers));
    return numbers;
  });

  const update = (state) => {
    const columns = spec.columns.map(({ value }) => numbersOf(state, value).data);
    cells ??= makeRows(columns[0].length);
    cells.forEach((numbers, row) => numbers.forEach((cell, i) => {
      const number = columns[i][row];
      write(cell, formatNumber(number, spec.columns[i].format));
      change(cell, { class: number === 0 ? "tb-zero" : null });
    }));
  };
  return { element, update };
}
