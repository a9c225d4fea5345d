// Draws the widgets of a built page, which carries each one's state where it stands: no kernel, no loader.

import { render } from "./widget.js";

/** As much of a widget's model as a page without a kernel needs. */
class PageModel {
  constructor(state) {
    this.state = state;
    this.followers = [];
  }

  get(name) { return this.state[name]; }

  set(name, value) {
    if (JSON.stringify(this.state[name]) === JSON.stringify(value)) return;
    this.state[name] = value;
    for (const follow of this.followers) follow();
  }

  save_changes() {}
  on(_event, follow) { this.followers.push(follow); }
  off(_event, follow) { this.followers = this.followers.filter((other) => other !== follow); }
}

const drawn = [];

/** Inputs that widgets share have one value in all of them; `shared` says which: the input's name -> what all call it. */
function pass(from, to) {
  const values = from.get("values"), next = { ...to.get("values") };
  for (const [name, common] of Object.entries(from.get("shared"))) {
    for (const [own, other] of Object.entries(to.get("shared"))) if (other === common) next[own] = values[name];
  }
  to.set("values", next);
}

function keepTogether(model) {
  for (const other of drawn) pass(other, model);
  drawn.push(model);
  model.on("change:values", () => { for (const other of drawn) if (other !== model) pass(model, other); });
}

/** Whether all of an element has arrived: something stands behind it. */
const isComplete = (node) => node.nextSibling !== null || (node.parentNode !== null && isComplete(node.parentNode));

const following = (node) => node && (node.nextElementSibling ?? following(node.parentElement));
const topOf = (element) => element.getBoundingClientRect().top;

/** Lets `change` make `box` higher; where all of it is above the window, what the reader sees stays where it is.
 *  (The browser does so by itself, unless it has only just followed a link to a heading.) */
function keepInView(box, change) {
  const below = following(box), before = below && scrollY > 0 ? topOf(below) : 0;
  change();
  if (before >= 0) return;
  const keep = () => scrollBy({ top: topOf(below) - before, behavior: "instant" });
  keep();
  requestAnimationFrame(keep); // the browser may have had the same thought
}

/** The state that stands in the page; numbers that it shares with other widgets stand before the first of them. */
function stateAt(place) {
  const state = JSON.parse(place.text), { programs } = state;
  programs.constants = programs.constants.map(([shape, numbers]) =>
    [shape, numbers.id ? JSON.parse(document.getElementById(numbers.id).text) : numbers]);
  return state;
}

function draw(place) {
  const model = new PageModel(stateAt(place)), home = document.createElement("div");
  keepTogether(model);
  keepInView(place.parentElement, () => {
    place.after(home);
    render({ model, el: home, ownsAddress: true });
    // The still picture was for the time until now.
    let still = place.previousElementSibling;
    while (still?.localName === "script") still = still.previousElementSibling;
    if (still?.classList.contains("tb-still")) still.remove();
  });
}

const places = new Set();

/** Draws one widget after each frame, once it has arrived: on a slow line, the first one can be moved while the last one
 *  is still on its way, and no reader waits for all of them at once. */
function drawNext() {
  const isLoading = document.readyState === "loading";
  const next = [...document.querySelectorAll('script[type="application/vnd.transformer-block.live+json"]')]
    .find((place) => !places.has(place) && (!isLoading || isComplete(place)));
  if (next) {
    places.add(next);
    draw(next);
  }
  // After the frame, not before it: what can be read comes first.
  if (next || isLoading) requestAnimationFrame(() => setTimeout(drawNext));
}

requestAnimationFrame(() => setTimeout(drawNext));
