// Labels that keep out of each other's way.

import { change, svgElement, write } from "../elements.js";

/** A label of one or two lines that is placed by `placeLabels`. */
export function makeLabel(group) {
  const name = svgElement("text", { class: "tb-name" }), value = svgElement("text", { class: "tb-value" });
  const leader = svgElement("line", { class: "tb-leader" });
  const element = svgElement("g", { class: "tb-label" }, name, value);
  group.append(leader, element);
  return {
    element, leader, width: 0, height: 0, choice: 0, gap: 11,
    /** The widths are estimates: asking the browser would force it to lay out the page at every move. */
    say(nameText, valueText, colours) {
      write(name, nameText);
      write(value, valueText);
      change(name, { fill: colours.name });
      change(value, { fill: colours.value ?? colours.name });
      this.width = Math.max(nameText.length * 7, valueText.length * 6.4) + 4;
      this.height = (nameText ? 14 : 0) + (valueText ? 14 : 0);
      change(value, { y: nameText ? 11 : 4 });
      change(name, { y: valueText ? -3 : 4 });
    },
  };
}

const RINGS = [[0, 0], [13, 14], [30, 26], [52, 42], [80, 60]];  // how much farther off, and what that costs
const DIRECTIONS = Array.from({ length: 16 }, (_, i) => [Math.cos((i * Math.PI) / 8), Math.sin((i * Math.PI) / 8)]);

/** Puts each label beside its anchor, where it covers least of other labels, marks and lines, and not outside the box.
 *  labels: makeLabel's, each with `anchor` {x, y} and `towards` [x, y]; marks: [{x, y, r}]; lines: [[x1, y1, x2, y2]]. */
export function placeLabels(labels, marks, lines, box) {
  const squares = marks.map(({ x, y, r }) => ({ left: x - r, right: x + r, top: y - r, bottom: y + r }));
  for (const label of labels) {
    label.at = null;
    label.places = Array.from({ length: 16 * RINGS.length }, (_, i) => placeOf(label, i));
    for (const place of label.places) {
      place.price += 200 * (Math.max(0, box.left - place.left) + Math.max(0, place.right - box.right)
        + Math.max(0, box.top - place.top) + Math.max(0, place.bottom - box.bottom));
      for (const square of squares) place.price += covering(overlap(place, square), 2);
      for (const line of lines) place.price += covering(lengthInside(line, place), 4);
    }
  }
  for (let round = 0; round < 4; round++) {  // from the second round on, each knows where all the others went
    for (const label of labels) label.at = cheapest(label, labels);
  }
  for (const label of labels) {
    label.choice = label.places.indexOf(label.at);
    change(label.element, { transform: `translate(${label.at.x.toFixed(1)} ${label.at.y.toFixed(1)})` });
    lead(label);
  }
}

/** A thin line from a mark to its label, where that stands too far off to be seen as its own. */
function lead({ leader, anchor, at, choice }) {
  const far = choice >= 32, x = Math.max(at.left, Math.min(at.right, anchor.x)), y = Math.max(at.top, Math.min(at.bottom, anchor.y));
  change(leader, far ? { x1: anchor.x.toFixed(1), y1: anchor.y.toFixed(1), x2: x.toFixed(1), y2: y.toFixed(1), visibility: null } : { visibility: "hidden" });
}

/** The ith place around an anchor: 16 directions near by, then farther off. A label stays where it was unless another is clearly better. */
function placeOf({ anchor, towards, width, height, gap, choice }, i) {
  const [dx, dy] = DIRECTIONS[i % 16], [further, cost] = RINGS[Math.floor(i / 16)], far = gap + further;
  const x = anchor.x + dx * (width / 2 + far), y = anchor.y + dy * (height / 2 + far);
  return { x, y, left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2,
    price: 6 * (1 - dx * towards[0] - dy * towards[1]) + cost - (i === choice ? 9 : 0) };
}

function cheapest(label, labels) {
  let best = Infinity, at = null;
  for (const place of label.places) {
    let price = place.price;
    for (const other of labels) if (price < best && other !== label && other.at) price += covering(overlap(place, other.at), 4);
    if (price < best) [best, at] = [price, place];
  }
  return at ?? label.places[0];
}

/** To cover anything at all costs more than to stand farthest off. */
const covering = (much, each) => (much > 0 ? 100 + much * each : 0);

const overlap = (a, b) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** How much of a line runs through a box. */
function lengthInside(line, box) {
  const [x1, y1, x2, y2] = line;
  if (Math.max(x1, x2) < box.left || Math.min(x1, x2) > box.right || Math.max(y1, y2) < box.top || Math.min(y1, y2) > box.bottom) return 0;
  const [enters, leaves] = partInside(line, box);
  return Math.max(0, leaves - enters) * Math.hypot(x2 - x1, y2 - y1);
}

/** The part of a line inside a box, as two fractions of its length; the second is the smaller where it misses. */
export function partInside([x1, y1, x2, y2], { left, right, top, bottom }) {
  let enters = 0, leaves = 1;
  for (const [start, delta, low, high] of [[x1, x2 - x1, left, right], [y1, y2 - y1, top, bottom]]) {
    if (delta === 0) {
      if (start < low || start > high) return [1, 0];
      continue;
    }
    const a = (low - start) / delta, b = (high - start) / delta;
    enters = Math.max(enters, Math.min(a, b));
    leaves = Math.min(leaves, Math.max(a, b));
  }
  return [enters, leaves];
}
