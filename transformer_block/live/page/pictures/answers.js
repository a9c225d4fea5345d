// Every fact that a model is asked, a square each: filled where it is right, hatched and crossed out where it is wrong.
// spec: { kind: "answers", title, right, chance, said, facts, groups: [[name, count], ...], words }
//   right, chance, said: (n,) 1 or 0, the chance of the right word, and the place in words of the word that would be said;
//   facts: n texts that end in "→ the right word"

import { change, freshId, ideaColour, pageElement, svgElement, write } from "../elements.js";
import { numbersOf } from "../values.js";
import { formatNumber } from "../words/numbers.js";
import { makeReader } from "./handles.js";
import { makePicture } from "./picture.js";

const SIZE = 20, SLOT = 24, HEAD = 20, MOST = 5;

export function makeAnswers(spec) {
  const colour = ideaColour("contribution"), hatchId = freshId("hatch");
  const hatch = svgElement("pattern", { id: hatchId, width: 5, height: 5, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    svgElement("line", { class: "tb-spine", x1: 0, x2: 0, y1: 0, y2: 5 }));
  const cursor = svgElement("rect", { class: "tb-cursor", visibility: "hidden", width: SLOT, height: SLOT });
  const squares = spec.facts.map(() => {
    const shade = svgElement("rect", { class: "tb-answer", rx: 2, width: SIZE, height: SIZE, stroke: colour, fill: colour });
    const cross = svgElement("path", { class: "tb-cross", d: "M5 5 L15 15 M15 5 L5 15" });
    return { shade, cross, element: svgElement("g", {}, shade, cross) };
  });
  let first = 0;
  const groups = spec.groups.map(([name, count]) => {
    const rights = svgElement("tspan", { class: "tb-rights" }), head = svgElement("text", { class: "tb-head" }, svgElement("tspan", { class: "tb-name" }, name), rights);
    first += count;
    return { name, head, rights, own: squares.slice(first - count, first) };
  });
  const lines = Array.from({ length: MOST + 1 }, () => pageElement("li"));
  let rows = [], latest = [];

  const lay = (width, svg) => {
    if (!cursor.parentNode) svg.append(svgElement("defs", {}, hatch), ...groups.map(({ head }) => head), ...squares.map(({ element }) => element), cursor);
    const most = Math.max(1, Math.floor((width + SLOT - SIZE) / SLOT));
    let y = 0;
    rows = [];
    for (const { name, head, rights, own } of groups) {
      const narrow = (name.length + 18) * 6.6 > width;
      change(head, { y: y + 13 });
      change(rights, narrow ? { x: 0, dy: 15, dx: null } : { x: null, dy: null, dx: 10 });
      y += narrow ? HEAD + 15 : HEAD;
      const across = Math.ceil(own.length / Math.ceil(own.length / most));  // no square alone in the last row
      for (let start = 0; start < own.length; start += across, y += SLOT) {
        const row = own.slice(start, start + across);
        row.forEach((square, i) => change(square.element, { transform: `translate(${square.x = i * SLOT} ${square.y = y})` }));
        rows.push(row);
      }
      y += 8;
    }
    return y;
  };

  const answersOf = (state) => {
    const [right, chance, said] = [spec.right, spec.chance, spec.said].map((name) => numbersOf(state, name).data);
    return spec.facts.map((fact, i) => ({ fact, right: right[i] === 1, chance: chance[i], said: spec.words[said[i]] ?? "nothing" }));
  };
  const percent = (chance) => formatNumber(chance, ".0%");
  const mistake = ({ fact, chance, said }) => `says ${said}, ${fact.slice(fact.lastIndexOf("→") + 1).trim()} ${percent(chance)}`;
  const inWords = (answer) => `${answer.fact}: ${answer.right ? `right, ${percent(answer.chance)}` : `wrong, ${mistake(answer)}`}`;

  const wrongLines = () => {
    const wrong = latest.filter(({ right }) => !right), told = wrong.slice(0, MOST).map((answer) => `${answer.fact}: ${mistake(answer)}`);
    return wrong.length > MOST ? [...told, `and ${wrong.length - MOST} more`] : told;
  };

  const show = (state) => {
    latest = answersOf(state);
    latest.forEach(({ right, chance }, i) => {
      const square = squares[i], shade = right ? (0.15 + 0.85 * Math.min(1, Math.max(0, chance || 0))).toFixed(2) : "wrong";
      if (square.shown === shade) return;
      square.shown = shade;
      square.right = right;
      change(square.shade, right ? { fill: colour, "fill-opacity": shade, class: "tb-answer" }
        : { fill: `url(#${hatchId})`, "fill-opacity": null, class: "tb-answer tb-wrong" });
      change(square.cross, { visibility: right ? "hidden" : null });
    });
    for (const { rights, own } of groups) write(rights, `${own.filter(({ right }) => right).length} of ${own.length} right`);
    const wrong = wrongLines();
    lines.forEach((line, i) => write(line, wrong[i] ?? (i || wrong.length ? "" : "Every fact is right.")));
    refresh();
  };

  const tell = () => {
    const wrong = wrongLines();
    return `${groups.map(({ name, rights }) => `${name}: ${rights.textContent}`).join("; ")}. `
      + (wrong.length ? `Wrong: ${wrong.join("; ")}.` : "Every fact is right.");
  };

  const picture = makePicture({ kind: "answers", title: spec.title ?? "Answers", lay, show, tell });
  const refresh = makeReader(picture, {
    hint: "Point at a square to read it.", rows: () => rows.map(({ length }) => length),
    at: ({ x, y }) => squares.findIndex((square) => x >= square.x && x < square.x + SLOT && y >= square.y && y < square.y + SLOT),
    read: (i) => inWords(latest[i]),
    mark: (i) => change(cursor, i < 0 ? { visibility: "hidden" } : { visibility: null, x: squares[i].x - 2, y: squares[i].y - 2 }),
  });
  picture.element.classList.add("tb-tall");
  picture.element.append(pageElement("ul", { class: "tb-lines", "aria-hidden": "true" }, ...lines));  // told as well
  return picture;
}
