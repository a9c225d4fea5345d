// The half-plane in which a unit fires: a dashed border with short hatches on the firing side, which is tinted.

import { change, svgElement } from "../elements.js";
import { boxAround, crosses, meet, partInside } from "./boxes.js";

const HATCH = 8;  // how far the hatches reach from the border

export function drawnSide(unit, group) {
  const parts = {
    side: svgElement("g", { class: "tb-side" }, svgElement("rect", { class: "tb-tint", x: 0, y: -900, width: 900, height: 1800 }),
      svgElement("line", { class: "tb-hatch", x1: HATCH / 2, x2: HATCH / 2, y1: -896, y2: 900 }),
      svgElement("line", { class: "tb-border", x1: 0, x2: 0, y1: -900, y2: 900 })),
    number: svgElement("text", { class: "tb-side-number" }, unit === null ? "" : String(unit)),
  };
  group.append(parts.side, parts.number);
  return parts;
}

/** Draws the side to which a vector points; `lines` are then its border and the ends of its hatches. */
export function placeSide(entry, [first, second], strength, centre, box) {
  const { side, number } = entry, length = Math.hypot(first, second), none = !(length > 0) || !Number.isFinite(length);
  const kind = strength === 0 ? "tb-side tb-silent" : "tb-side";
  change(side, { visibility: none ? "hidden" : null, class: kind,
    transform: none ? null : `translate(${centre.x} ${centre.y}) rotate(${((Math.atan2(-second, first) * 180) / Math.PI).toFixed(2)})` });
  change(number, { visibility: none ? "hidden" : null, class: `tb-side-number ${kind}` });
  entry.lines = [];
  if (none) return;
  const normal = [first / length, -second / length], along = [normal[1], -normal[0]];  // on the screen; a quarter turn on from the arrow
  const [, leaves] = partInside([centre.x, centre.y, centre.x + 2000 * along[0], centre.y + 2000 * along[1]], box);
  const pointAt = (far, off) => [centre.x + far * along[0] + off * normal[0], centre.y + far * along[1] + off * normal[1]];
  Object.assign(entry, { pointAt, end: 2000 * leaves, lines: [0, HATCH].map((off) => [...pointAt(-900, off), ...pointAt(900, off)]) });
}

/** Writes a half-plane's number beside its border near the picture's edge, or where there is room for it; adds its box to `numbers`. */
export function placeNumber({ number, pointAt, end, lines: [shown] }, marks, numbers, lines, box) {
  if (!shown) return;
  const within = (pixel, from, to) => Math.max(from + 10, Math.min(to - 10, pixel));
  const places = [14, 22, 32].flatMap((off) => [12, 30, 48, 66, 84, 102].flatMap((back) => [end - back, back - end].map((far) => {
    const [x, y] = pointAt(far, off);
    return boxAround(within(x, box.left, box.right), within(y, box.top, box.bottom), 10, 12);
  })));
  const free = (place) => ![...marks, ...numbers].some((other) => meet(place, other)) && !lines.some((line) => crosses(line, place));
  const place = places.find(free) ?? places[0];
  change(number, { x: place.x.toFixed(1), y: (place.y + 4).toFixed(1) });
  numbers.push(place);
}
