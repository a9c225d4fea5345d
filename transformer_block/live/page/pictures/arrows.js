// What a plane is drawn with: arrows, points and the numbers on them.

import { change, ideaColour, svgElement, unitDash } from "../elements.js";
import { boxAround, outside, partInside } from "./boxes.js";

export function drawnArrow(mark, unit, group) {
  const width = mark.faint ? 1.4 : mark.chain ? 4.2 : 2.4, colour = ideaColour(mark.idea);
  const shaft = svgElement("line", { class: "tb-shaft", "stroke-width": width, "stroke-dasharray": mark.chain ? "none" : unitDash(unit) });
  const head = svgElement("path", { d: mark.faint ? "M0 0 L-9 -3.6 L-9 3.6Z" : mark.chain ? "M0 0 L-13 -6.8 L-13 6.8Z" : "M0 0 L-13 -5 L-13 5Z" });
  group.append(svgElement("g", { class: "tb-arrow", style: `color: ${colour}` }, shaft, head));
  return { shaft, head, headLength: mark.faint ? 9 : 13 };
}

/** Draws an arrow from `from` to `tip`, no further than the picture's edge; `seen` is where it ends for the eye. */
export function placeArrow(entry, box) {
  const { from, tip, shaft, head, headLength } = entry, group = shaft.parentNode;
  change(group, { visibility: entry.broken ? "hidden" : null, class: entry.strength === 0 ? "tb-arrow tb-silent" : "tb-arrow" });
  entry.beyond = false;
  entry.seen = entry.broken ? from : tip;
  if (entry.broken) return;
  const [, leaves] = partInside([from.x, from.y, tip.x, tip.y], box);
  if (leaves < 1 - 1e-6) {
    entry.beyond = true;
    const part = Math.max(0, leaves);  // one that starts beyond the edge has nothing to show
    entry.seen = { x: from.x + (tip.x - from.x) * part, y: from.y + (tip.y - from.y) * part };
  }
  const { seen } = entry, reachedLength = Math.hypot(seen.x - from.x, seen.y - from.y);
  const size = Math.min(1, reachedLength / (1.6 * headLength)), kept = reachedLength ? Math.max(0, 1 - (0.8 * headLength * size) / reachedLength) : 0;
  const angle = (Math.atan2(tip.y - from.y, tip.x - from.x) * 180) / Math.PI;
  change(shaft, { x1: from.x.toFixed(1), y1: from.y.toFixed(1),
    x2: (from.x + (seen.x - from.x) * kept).toFixed(1), y2: (from.y + (seen.y - from.y) * kept).toFixed(1) });
  change(head, { transform: `translate(${seen.x.toFixed(1)} ${seen.y.toFixed(1)}) rotate(${angle.toFixed(1)}) scale(${size.toFixed(2)})` });
}

export function placePoint({ dot, mark }, { x, y }, strength) {
  const colour = ideaColour(strength === 0 ? "silent" : mark.idea ?? "evidence");
  change(dot, { cx: x.toFixed(1), cy: y.toFixed(1), stroke: colour, fill: strength === 0 ? "none" : colour });
}

/** A unit's number on its arrow, where that is long enough and clear of the numbers that are there already. */
export function makeBadge(group, unit, idea) {
  const element = svgElement("g", { class: "tb-badge", style: `color: ${ideaColour(idea)}` },
    svgElement("circle", { r: 8 }), svgElement("text", { y: 4 }, String(unit ?? "")));
  group.append(element);
  return {
    place(from, to, badges, box) {
      const parts = unit !== null && Math.hypot(to.x - from.x, to.y - from.y) > 26 ? [0.5, 0.35, 0.65, 0.22, 0.78] : [];
      const at = parts.map((part) => boxAround(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part, 18, 18))
        .find((place) => !outside(place, box) && badges.every(({ x, y }) => Math.hypot(place.x - x, place.y - y) > 18));
      change(element, at ? { visibility: null, transform: `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})` } : { visibility: "hidden" });
      if (at) badges.push(at);
    },
  };
}
