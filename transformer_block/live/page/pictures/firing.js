// Which ifs fire at each word of a sentence, the strongest first: a list, for the page to lay out and a screen reader to read.
// spec: { kind: "firing", title, fires, words, ifs, open: null | [widget, input], least }
//   fires: (T, F), its first row before any word; words: the input that holds the sentence; ifs: F texts.
//   open: each if is a link that sets that input of that widget to the if's text

import { change, freshId, pageElement, write } from "../elements.js";
import { linkTo } from "../link.js";
import { numbersOf } from "../values.js";
import { formatNumber } from "../words/numbers.js";

const MOST = 6;

/** The first `count` of `parts` stand in the page, in their order before `end`; the others wait outside. */
function showFirst(parts, count, end) {
  parts.forEach(({ element }, i) => {
    if (i >= count) element.remove();
    else if (!element.parentNode) end.before(element);
  });
}

function makeChip(open) {
  const about = pageElement("span"), strength = pageElement("b");
  const chip = pageElement(open ? "a" : "span", { class: "tb-chip" }, about, " ", strength);
  return { element: pageElement("li", {}, chip), show(unit) {
    write(about, unit.about);
    write(strength, formatNumber(unit.strength, ".1f"));
    if (open) change(chip, { href: linkTo(open[0], { [open[1]]: unit.about }) });
  } };
}

function makeRow(open) {
  const word = pageElement("span", { class: "tb-word" }), rest = pageElement("li", { class: "tb-rest" }), chips = [];
  const element = pageElement("li", {}, word, pageElement("ul", { class: "tb-chips", role: "list" }, rest));
  return { element, show(text, firing) {
    const shown = firing.slice(0, MOST);
    write(word, text);
    while (chips.length < shown.length) chips.push(makeChip(open));
    showFirst(chips, shown.length, rest);
    shown.forEach((unit, i) => chips[i].show(unit));
    write(rest, firing.length > MOST ? `and ${firing.length - MOST} more` : firing.length ? "" : "no if fires");
  } };
}

export function makeFiring({ title, fires, words, ifs, open, least }) {
  const id = freshId("firing"), rows = [], end = document.createComment("");
  const list = pageElement("ol", { class: "tb-sentence", role: "list", "aria-labelledby": id }, end);
  const element = pageElement("figure", { class: "tb-view tb-tall tb-firing" }, pageElement("figcaption", { class: "tb-caption", id }, title ?? fires), list);
  // An address that the page has already tells nobody that it was followed once more.
  list.addEventListener("click", ({ target }) => target.closest("a")?.hash === location.hash && dispatchEvent(new HashChangeEvent("hashchange")));

  const firingAt = (strengths, row) => ifs.map((about, i) => ({ about, strength: strengths[row * ifs.length + i] }))
    .filter(({ strength }) => !(strength <= least)).sort((one, other) => other.strength - one.strength || 0);

  const update = (state) => {
    const { shape: [most], data } = numbersOf(state, fires);
    const sentence = ["start", ...state.values[words].split(/\s+/).filter(Boolean)].slice(0, most);
    while (rows.length < sentence.length) rows.push(makeRow(open));
    showFirst(rows, sentence.length, end);
    sentence.forEach((word, row) => rows[row].show(word, firingAt(data, row)));
  };
  return { element, update };
}
