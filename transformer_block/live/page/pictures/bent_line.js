// The line bent at zero (or another curve), with a marker for each unit where it is now.
// spec: { kind: "bent_line", title, match, fires, reach, curve: null | [output across, output up], labels: null | [texts] }
//   match and fires: single numbers or (n,). A single match that is a control can be dragged along the line.

import { change, freshId, ideaColour, svgElement, write } from "../elements.js";
import { numbersOf, snapped } from "../values.js";
import { formatNumber } from "../words/numbers.js";
import { drawAxes, makeScale } from "./axes.js";
import { makeGrabbable, makeHandle, roundGrip } from "./handles.js";
import { makePicture } from "./picture.js";

export function makeBentLine(spec, bench) {
  const reach = spec.reach ?? 2, clip = svgElement("rect"), clipId = freshId("clip");
  const still = svgElement("g"), words = svgElement("g"), marks = svgElement("g");
  const straight = svgElement("line", { class: "tb-straight" });
  const bent = svgElement("path", { class: "tb-bent", "clip-path": `url(#${clipId})` });
  const without = svgElement("text", { class: "tb-tick" }, "without the bend");
  const input = ["range", "whole"].includes(bench.input(spec.match)?.kind) ? bench.input(spec.match) : null;
  let box, x, y, units = null;

  const lay = (width, svg) => {
    const height = Math.round(Math.max(190, Math.min(300, width * 0.62)));
    box = { left: 44, right: width - 12, top: 10, bottom: height - 40 };
    x = makeScale([-reach, reach], [box.left + 13, box.right - 13]);  // also at its ends, a mark keeps off the numbers of the axis
    y = makeScale([-reach, reach], [box.bottom, box.top]);
    change(clip, { x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top });
    still.replaceChildren();
    drawAxes(still, box, { x, y, tickText: (tick) => formatNumber(tick, ".2g"), xLabel: spec.curve ? "what comes in" : "match: pattern · evidence",
      yLabel: spec.curve ? "what goes out" : "fires" });
    change(straight, { x1: x(-reach), y1: y(-reach), x2: x(reach), y2: y(reach) });
    // Right below the dotted line, where no mark ever comes: the words begin where it has risen above them.
    const rise = (y(-reach) - y(reach)) / (x(reach) - x(-reach));
    change(without, { x: x(-reach) + 22 / rise, y: box.bottom - 8, visibility: spec.curve ? "hidden" : null });
    if (!spec.curve) change(bent, { d: `M${x(-reach)} ${y(0)} L${x(0)} ${y(0)} L${x(reach)} ${y(reach)}` });
    if (!still.parentNode) {
      svg.append(svgElement("defs", {}, svgElement("clipPath", { id: clipId }, clip)), still, straight, without, bent, marks, words);
    }
    return height;
  };

  const makeUnits = (state) => Array.from(numbersOf(state, spec.match).data).map((_, i, all) => {
    const number = all.length > 1 ? String(i + 1) : "", drop = svgElement("line", { class: "tb-drop" });
    const mark = svgElement("g", { class: "tb-mark" }, svgElement("circle", { r: number ? 8.5 : 6 }), svgElement("text", { y: 4 }, number));
    const arrow = svgElement("path", { class: "tb-leaving", d: "M11 -5 L18 0 L11 5" });
    mark.append(arrow);
    marks.append(drop, mark);
    const reading = svgElement("text", { class: "tb-value tb-after" });
    words.append(reading);
    const unit = { label: spec.labels?.[i] ?? (number ? `unit ${number}` : "the unit"), drop, mark, arrow, reading };
    if (input) {
      unit.handle = makeHandle({
        label: input.label ?? spec.match, input, place: () => [bench.value(spec.match), bench.value(spec.match)],
        move: ([across, up]) => bench.move(spec.match, across === bench.value(spec.match) ? up : across),
        grip: roundGrip("evidence"),
      });
      marks.append(unit.handle);
    }
    return unit;
  });

  const show = (state) => {
    units ??= makeUnits(state);
    if (spec.curve) showCurve(...spec.curve.map((name) => numbersOf(state, name).data));
    const matches = numbersOf(state, spec.match).data, strengths = numbersOf(state, spec.fires).data;
    units.forEach((unit, i) => {
      const within = (number) => Math.max(-reach, Math.min(reach, number));
      const match = matches[i], strength = strengths[i], broken = Number.isNaN(match + strength);
      const at = broken ? { x: x(0), y: y(0) } : { x: x(within(match)), y: y(within(strength)) }, quiet = !(strength !== 0);
      const colour = ideaColour(quiet ? "silent" : "evidence"), place = `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})`;
      Object.assign(unit, { match, strength, beyond: !broken && (Math.abs(match) > reach || Math.abs(strength) > reach) });
      change(unit.mark, { transform: place, class: quiet ? "tb-mark tb-silent" : "tb-mark", visibility: broken ? "hidden" : null });
      change(unit.arrow, { visibility: unit.beyond ? null : "hidden",
        transform: match < 0 ? "rotate(180)" : strength > reach ? "rotate(-45)" : null });
      change(unit.drop, { x1: at.x.toFixed(1), x2: at.x.toFixed(1), y1: y(0), y2: at.y.toFixed(1), stroke: colour });
      if (unit.handle) change(unit.handle, { transform: place, "aria-valuenow": match, "aria-valuetext": arrowText(unit) });
      unit.at = at;
      // What is read stands where no bend ever comes: left of zero and above it.
      write(unit.reading, units.length > 1 ? `${i + 1}: ${arrowText(unit)}` : arrowText(unit));
      change(unit.reading, { x: box.left + 10, y: box.top + 16 + 17 * i, fill: colour });
    });
  };

  const showCurve = (across, up) => {
    const points = Array.from(across, (value, i) => `${x(value).toFixed(1)} ${y(up[i]).toFixed(1)}`);
    change(bent, { d: `M${points.filter((point) => !point.includes("N")).join(" L")}` });
  };

  /** +1.40 → 1.40, as in the chapter's picture. */
  const arrowText = ({ match, strength }) => Number.isNaN(match + strength) ? formatNumber(NaN, ".2f")
    : `${formatNumber(match, "+.2f")} → ${formatNumber(strength, ".2f")}`;

  const tell = () => `${units.map((unit) => `${unit.label}: match ${formatNumber(unit.match, "+.2f")}, `
    + (unit.strength === 0 ? "silent" : `fires ${formatNumber(unit.strength, ".2f")}`)
    + (unit.beyond ? ", beyond the edge of the picture" : "")).join("; ")}.`;

  const picture = makePicture({ kind: "bent-line", title: spec.title ?? "The bent line", role: input ? "group" : "img", lay, show, tell });
  if (input) {
    makeGrabbable(picture.svg, (point) => {
      const { handle, at } = units[0];
      if (Math.hypot(at.x - point.x, at.y - point.y) > 22) return null;
      return { ...at, handle, move: (to) => bench.move(spec.match, snapped(x.invert(to.x), input)) };
    });
  }
  return picture;
}
