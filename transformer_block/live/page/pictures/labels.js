// Labels that keep out of each other's way.

import { change, svgElement, write } from "../elements.js";
import { boxAround, crosses, meet, outside } from "./boxes.js";

/** A label of one or two lines that is placed by `placeLabels`. */
export function makeLabel(group) {
  const name = svgElement("text", { class: "tb-name" }), value = svgElement("text", { class: "tb-value" });
  const leader = svgElement("line", { class: "tb-leader" });
  const element = svgElement("g", { class: "tb-label" }, name, value);
  group.prepend(leader);  // below all words
  group.append(element);
  return {
    element, leader, width: 0, height: 0, choice: 0, gap: 11,
    /** The widths are estimates: asking the browser would force it to lay out the page at every move. */
    say(nameText, valueText, colours) {
      write(name, nameText);
      write(value, valueText);
      change(name, { fill: colours.name });
      change(value, { fill: colours.value ?? colours.name });
      this.width = Math.max(nameText.length * 7, valueText.length * 6.4) + 2;
      this.height = (nameText ? 14 : 0) + (valueText ? 14 : 0);
      change(value, { y: nameText ? 11 : 4 });
      change(name, { y: valueText ? -3 : 4 });
    },
  };
}

const RINGS = [[0, 0], [13, 14], [30, 26], [52, 42], [80, 60]];  // how much farther off, and what that costs
const DIRECTIONS = Array.from({ length: 16 }, (_, i) => [Math.cos((i * Math.PI) / 8), Math.sin((i * Math.PI) / 8)]);
const AROUND = RINGS.length * DIRECTIONS.length;
const STEP = 12;  // from one place to the next where none around the anchor is free
const COVERS = 1000;  // to cover what is drawn costs more than to stand farthest off
const CROWDS = 400;  // to cover another label costs less, since that can yield
const STAYS = 20;  // a label stays where it was unless another place is better by this

/** Puts each label beside its anchor, where it covers no other label, no mark and no line, and not outside the box.
 *  labels: makeLabel's, each with `anchor` {x, y} and `towards` [x, y]; taken: { marks: boxes, numbers: boxes that a
 *  line to a label may not cross either, lines: [[x1, y1, x2, y2]], faint: lines that a label may lie over, but rather not }. */
export function placeLabels(labels, taken, box) {
  for (const label of labels) label.places = priced(placesAround(label), taken, box);
  const elsewhere = (label) => {
    if (label.places.length === AROUND) label.places.push(...priced(placesElsewhere(label, box), taken, box));
  };
  // Whoever chooses first gets the best place. Where that drives another far off, each is the first once.
  let best = settle(labels, elsewhere);
  for (let first = 1; first < labels.length && best.dearest > RINGS[2][1]; first++) {
    const other = settle([...labels.slice(first), ...labels.slice(0, first)], elsewhere);
    if (other.price < best.price) best = other;
  }
  for (const [label, at] of best.found) {
    label.choice = label.places.indexOf(at);
    change(label.element, { transform: `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})` });
    const [x1, y1, x2, y2] = (at.leader ?? []).map((end) => end.toFixed(1));
    change(label.leader, at.leader ? { x1, y1, x2, y2, visibility: null } : { visibility: "hidden" });
  }
}

/** Lets labels choose in turn, and again now that each knows where the others went, until all are content. */
function settle(labels, elsewhere) {
  const found = new Map();
  let price, dearest, moved;
  const choose = (crowds) => {
    price = dearest = 0;
    moved = false;
    for (const label of labels) {
      let [at, own] = cheapest(label, found, crowds);
      if (own >= CROWDS - STAYS) {
        elsewhere(label);
        [at, own] = cheapest(label, found, crowds);
      }
      moved ||= found.get(label) !== at;
      found.set(label, at);
      price += own;
      dearest = Math.max(dearest, own);
    }
  };
  for (let round = 0; round === 0 || (moved && round < 6); round++) choose(CROWDS);
  if (dearest >= CROWDS - STAYS) choose(2 * COVERS);  // no room for all: rather over a line than over each other
  return { found, price, dearest };
}

/** Places around an anchor: 16 directions near by, then farther off. */
function placesAround({ anchor, towards, width, height, gap }) {
  return RINGS.flatMap(([further, cost], ring) => DIRECTIONS.map(([dx, dy]) => {
    const far = gap + further, place = boxAround(anchor.x + dx * (width / 2 + far), anchor.y + dy * (height / 2 + far), width, height);
    place.price = cost + 6 * (1 - dx * towards[0] - dy * towards[1]);
    place.leader = ring < 2 ? null : leaderTo(place, anchor);
    return place;
  }));
}

/** Places all over the picture: the nearer to the anchor, the better. */
function placesElsewhere({ anchor, width, height }, box) {
  const places = [];
  for (let x = box.left + width / 2; x <= box.right - width / 2; x += STEP) {
    for (let y = box.top + height / 2; y <= box.bottom - height / 2; y += STEP) {
      const place = boxAround(x, y, width, height);
      place.price = 40 + Math.min(100, 0.25 * Math.hypot(x - anchor.x, y - anchor.y));
      place.leader = leaderTo(place, anchor);
      places.push(place);
    }
  }
  return places;
}

/** A thin line to a label from its mark, where it stands too far off to be seen as the mark's own. */
const leaderTo = ({ left, right, top, bottom }, { x, y }) => [x, y, Math.max(left, Math.min(right, x)), Math.max(top, Math.min(bottom, y))];

function priced(places, { marks, numbers, lines, faint }, box) {
  for (const place of places) {
    const { leader } = place;
    place.price += COVERS * outside(place, box);
    const covers = lines.some((line) => crosses(line, place)) || marks.some((mark) => meet(place, mark))
      || numbers.some((number) => meet(place, number) || (leader && crosses(leader, number)));
    if (covers) place.price += COVERS;
    if (faint.some((line) => crosses(line, place))) place.price += 8;
  }
  return places;
}

/** The best place for a label and its price, as the others stand. */
function cheapest(label, found, crowds) {
  const kept = label.places[label.choice];
  let best = Infinity, at = label.places[0];
  for (const place of label.places) {
    let price = place.price - (place === kept ? STAYS : 0);
    if (price >= best) continue;
    for (const [other, taken] of found) if (other !== label && inTheWay(place, taken)) price += crowds;
    if (price < best) [best, at] = [price, place];
  }
  return [at, best];
}

const inTheWay = (a, b) => meet(a, b) || (a.leader && crosses(a.leader, b)) || (b.leader && crosses(b.leader, a));
