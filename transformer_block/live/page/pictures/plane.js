// Vectors on a plane. An arrow of an Arrow input is grabbed at its tip; an arrow of an output only shows.
// spec: { kind: "plane", title, reach, arrows: [mark], points: [mark], half_planes: [mark] }
// mark: { value, label, idea, chain, unit, fires, faint }, of which only `value` is needed:
//   value  an Arrow input or an output: (2,) for one arrow, (n, 2) for several; label: one text, or one for each
//   chain  the rows are drawn tip to tail: a sum arriving
//   unit   the number that tells units apart, and chooses the line style; else the number at the end of the label
//   fires  an output, one strength or one for each unit: told at the tip; at 0 the unit is drawn as silent
//   faint  a thin arrow, for what does not act yet

import { change, freshId, ideaColour, svgElement } from "../elements.js";
import { decimalsOf, numbersOf, snapped, vectorText } from "../values.js";
import { formatNumber } from "../words/numbers.js";
import { drawnArrow, makeBadge, placeArrow, placePoint } from "./arrows.js";
import { drawAxes, makeScale } from "./axes.js";
import { boxAround } from "./boxes.js";
import { drawnSide, placeNumber, placeSide } from "./half_planes.js";
import { makeGrabbable, makeHandle, roundGrip } from "./handles.js";
import { makeLabel, placeLabels } from "./labels.js";
import { makePicture } from "./picture.js";

export function makePlane(spec, bench) {
  const reach = spec.reach ?? 1.5;
  const still = svgElement("g"), sides = svgElement("g"), chains = svgElement("g"), shafts = svgElement("g");
  const dots = svgElement("g"), words = svgElement("g"), handles = svgElement("g");
  const clip = svgElement("rect"), clipId = freshId("clip");
  for (const group of [sides, chains, shafts, dots]) change(group, { "clip-path": `url(#${clipId})` });
  let box, x, y, arrows = null, halfPlanes, points;

  const lay = (width, svg) => {
    const side = Math.min(width, 460) - 54, left = 46 + (width - side - 54) / 2;
    box = { left, right: left + side, top: 8, bottom: 8 + side };
    x = makeScale([-reach, reach], [box.left, box.right]);
    y = makeScale([-reach, reach], [box.bottom, box.top]);
    change(clip, { x: box.left, y: box.top, width: side, height: side });
    still.replaceChildren();
    drawAxes(still, box, {
      x, y, tickText: (tick) => formatNumber(tick, ".2g"),
      xLabel: "first coordinate", yLabel: "second coordinate",
    });
    still.append(svgElement("line", { class: "tb-spine", x1: box.left, x2: box.right, y1: y(0), y2: y(0) }),
      svgElement("line", { class: "tb-spine", x1: x(0), x2: x(0), y1: box.top, y2: box.bottom }));
    if (!still.parentNode) {
      svg.append(svgElement("defs", {}, svgElement("clipPath", { id: clipId }, clip)), sides, still, chains, shafts, dots, words, handles);
    }
    return side + 48;
  };

  /** Where a vector's tip is on the screen; what is infinite goes far beyond the edge. */
  const onScreen = ([first, second]) => {
    const finite = (number) => Math.max(-1e4, Math.min(1e4, number));
    return { x: x(finite(first)), y: y(finite(second)) };
  };

  /** One entry for each arrow or point of these marks, made once the shapes are known. */
  const entriesOf = (state, marks) => marks.flatMap((mark) => {
    const { shape } = numbersOf(state, mark.value), rows = shape.length === 2 ? shape[0] : 1;
    return Array.from({ length: rows }, (_, row) => {
      const label = Array.isArray(mark.label) ? mark.label[row] : `${mark.label ?? mark.value}${rows > 1 ? ` ${row + 1}` : ""}`;
      return { mark, row, label, unit: mark.unit ?? (Number(/\d+$/.exec(label)?.[0]) || null) };
    });
  });

  const vectorOf = (state, { mark, row }) => {
    const { data } = numbersOf(state, mark.value);
    return [data[2 * row], data[2 * row + 1]];
  };

  const strengthOf = (state, { mark, row, unit }) => {
    if (!mark.fires) return null;
    const { data } = numbersOf(state, mark.fires);
    return data[data.length === 1 ? 0 : (unit ?? row + 1) - 1];
  };

  const makeArrows = (state) => {
    arrows = entriesOf(state, spec.arrows ?? []);
    for (const entry of arrows) {
      const { mark, unit } = entry;
      Object.assign(entry, drawnArrow(mark, unit, mark.chain ? chains : shafts));
      entry.words = mark.chain ? makeBadge(words, unit, mark.idea) : makeLabel(words);
      entry.input = bench.input(mark.value)?.kind === "arrow" ? bench.input(mark.value) : null;
      if (entry.input) entry.handle = addHandle(entry);
    }
    halfPlanes = entriesOf(state, spec.half_planes ?? []);
    for (const entry of halfPlanes) Object.assign(entry, drawnSide(entry.unit, sides));
    points = entriesOf(state, spec.points ?? []);
    for (const entry of points) entry.dot = dots.appendChild(svgElement("circle", { r: 4, "stroke-width": 1.5 }));
  };

  const addHandle = (entry) => {
    const { mark, input, label } = entry;
    const handle = makeHandle({
      label, input, place: () => bench.value(mark.value), move: (next) => bench.move(mark.value, next),
      grip: roundGrip(mark.idea),
    });
    for (const event of ["pointerenter", "pointerleave", "focus", "blur"]) {
      handle.addEventListener(event, () => {
        entry.near = event === "pointerenter" || event === "focus" || (event === "pointerleave" && handle.matches(":focus-visible"));
        picture.redraw();
      });
    }
    handles.append(handle);
    return handle;
  };

  /** The nearest tip wins. */
  const grab = (point) => {
    const [nearest] = (arrows ?? []).filter((entry) => entry.handle)
      .map((entry) => ({ entry, far: Math.hypot(entry.tip.x - point.x, entry.tip.y - point.y) }))
      .filter(({ far }) => far <= 22).sort((a, b) => a.far - b.far);
    if (!nearest) return null;
    const { mark, tip, handle, input } = nearest.entry;
    return { x: tip.x, y: tip.y, handle, move: (to) => bench.move(mark.value, [snapped(x.invert(to.x), input), snapped(y.invert(to.y), input)]) };
  };

  const show = (state) => {
    if (!arrows) makeArrows(state);
    const ends = {};  // where the chain of each mark has come to
    for (const entry of arrows) {
      const { mark } = entry;
      entry.vector = vectorOf(state, entry);
      entry.strength = strengthOf(state, entry);
      const from = (mark.chain && ends[mark.value]) || [0, 0], to = [from[0] + entry.vector[0], from[1] + entry.vector[1]];
      ends[mark.value] = to;
      entry.from = onScreen(from);
      entry.tip = onScreen(to);
      entry.broken = to.some(Number.isNaN);
      placeArrow(entry, box);
      if (entry.handle) {
        change(entry.handle, { transform: `translate(${entry.tip.x.toFixed(1)} ${entry.tip.y.toFixed(1)})`,
          "aria-valuenow": entry.vector[0], "aria-valuetext": told(entry).slice(entry.label.length + 1) });
      }
    }
    for (const entry of halfPlanes) placeSide(entry, vectorOf(state, entry), strengthOf(state, entry), { x: x(0), y: y(0) }, box);
    for (const entry of points) {
      entry.at = onScreen(vectorOf(state, entry));
      placePoint(entry, entry.at, strengthOf(state, entry));
    }
    showLabels();
  };

  const decimals = (entry) => entry.input ? decimalsOf(entry.input.step) : 2;
  const strengthText = ({ strength }) => strength > 0 || Number.isNaN(strength) ? `fires ${formatNumber(strength, ".2f")}` : "silent";

  const showLabels = () => {
    const labelled = [], marks = [], numbers = [], lines = halfPlanes.flatMap((entry) => entry.lines);
    for (const entry of arrows) {
      const { from, seen } = entry, length = Math.hypot(seen.x - from.x, seen.y - from.y) || 1;
      entry.towards = [(seen.x - from.x) / length, (seen.y - from.y) / length];
      lines.push([from.x, from.y, seen.x, seen.y]);
      marks.push(boxAround(seen.x - 6 * entry.towards[0], seen.y - 6 * entry.towards[1], 14, 14));  // its head
      if (entry.handle) marks.push(boxAround(seen.x, seen.y, 20, 20));
    }
    for (const { at } of points) marks.push(boxAround(at.x, at.y, 10, 10));
    const badges = [];
    for (const { words, from, seen } of arrows.filter(({ mark }) => mark.chain)) words.place(from, seen, badges, box);
    marks.push(...badges);
    for (const entry of halfPlanes) placeNumber(entry, marks, numbers, lines, box);
    for (const entry of arrows.filter(({ mark }) => !mark.chain)) {
      const quiet = entry.strength === 0, vector = vectorText(entry.vector, decimals(entry)), colour = ideaColour(entry.mark.idea);
      const reading = entry.strength === null || entry.near ? vector : strengthText(entry);
      entry.words.say(entry.label, entry.beyond ? `${reading} ${pointer(entry)}` : reading,
        { name: quiet && entry.mark.faint ? ideaColour("silent") : colour, value: quiet && !entry.near ? ideaColour("silent") : colour });
      labelled.push(Object.assign(entry.words, { anchor: entry.seen, towards: entry.towards }));
    }
    const axes = [[box.left, y(0), box.right, y(0)], [x(0), box.top, x(0), box.bottom]];
    placeLabels(labelled, { marks, numbers, lines, faint: axes }, box);
  };

  /** Which way an arrow leaves the picture, in one letter. */
  const pointer = ({ vector: [first, second] }) => "→↗↑↖←↙↓↘"[(Math.round((Math.atan2(second, first) * 4) / Math.PI) + 8) % 8];

  const told = (entry) => `${entry.label} ${vectorText(entry.vector, decimals(entry))}`
    + (entry.strength === null ? "" : `, ${strengthText(entry)}`) + (entry.beyond ? ", beyond the edge of the picture" : "");

  const tell = (state) => {
    const sentences = arrows.map(told);
    for (const entry of points) sentences.push(`${entry.label} ${vectorText(vectorOf(state, entry))}`);
    return `${sentences.join("; ")}.`;
  };

  const picture = makePicture({ kind: "plane", title: spec.title ?? "Arrows on a plane", role: "group", lay, show, tell });
  makeGrabbable(picture.svg, grab);
  return picture;
}
