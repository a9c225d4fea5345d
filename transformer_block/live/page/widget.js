// The whole widget: pictures with the controls that move them, one sentence, and the ways back and on.

import { makeBench } from "./bench.js";
import { makeControl } from "./controls.js";
import { makeButton, pageElement, write } from "./elements.js";
import { makeEngine } from "./engine/cases.js";
import { linkTo, shareLink, valuesInAddress } from "./link.js";
import { makeAnswers } from "./pictures/answers.js";
import { makeBars } from "./pictures/bars.js";
import { makeBentLine } from "./pictures/bent_line.js";
import { makeFiring } from "./pictures/firing.js";
import { makeMatrix } from "./pictures/matrix.js";
import { makePlane } from "./pictures/plane.js";
import { makeRanking } from "./pictures/ranking.js";
import { makeStoreys } from "./pictures/storeys.js";
import { makeTable } from "./pictures/table.js";
import { slowly } from "./slowly.js";
import { numbersOf } from "./values.js";
import { makeSentence } from "./words/sentence.js";

/** kind of view -> (spec, bench) -> { element, update(state) } */
export const VIEWS = { plane: makePlane, bent_line: makeBentLine, matrix: makeMatrix, bars: makeBars, storeys: makeStoreys, table: makeTable,
  ranking: makeRanking, firing: makeFiring, answers: makeAnswers };

/** The sentence twice: what is seen keeps up with the hand, what is read out does not. */
function drawSentence(spec) {
  if (!spec) return { elements: [], say: () => {} };
  const sentence = makeSentence(spec);
  const seen = pageElement("p", { class: "tb-says", "aria-hidden": "true" });
  const told = pageElement("p", { class: "tb-told", role: "status" });
  const tell = slowly((text) => write(told, text), 1000);
  const say = ({ results, values }) => {
    const text = sentence((name) => results[name] ?? values[name]);
    write(seen, text);
    tell(() => text);
  };
  return { elements: [seen, told], say };
}

/** Each picture with the controls that stand beside it: the hand and what it moves are seen together. */
function drawGroups(views, controls) {
  return views.map((view, place) => {
    const own = controls.filter(({ input }) => input.beside === place).map(({ element }) => element);
    if (!own.length) return view.element;
    return pageElement("div", { class: "tb-group" }, view.element, pageElement("div", { class: "tb-controls" }, ...own));
  });
}

/** Draws `model` into `el` and follows it until the returned function is called. A page whose address is the reader's
 *  (not a notebook's) says so: a link may then carry the values. */
export function render({ model, el, ownsAddress = false }) {
  const name = model.get("name"), inputs = model.get("inputs"), run = makeEngine(model.get("programs"), inputs);
  const state = { values: {}, results: {} };
  const isActive = (input) => !input.when || numbersOf(state, input.when.name).data[0] !== 0;
  const bench = makeBench(model, (name) => isActive(bench.input(name)));
  const views = model.get("views").map((spec) => VIEWS[spec.kind](spec, bench));
  const controls = inputs.map((input) => ({ input, ...makeControl(input, bench) }));
  const says = drawSentence(model.get("says"));
  const update = () => {
    state.values = model.get("values");
    state.results = run(state.values);
    for (const { input, show } of controls) show(state.values[input.name], isActive(input));
    for (const view of views) view.update(state);
    says.say(state);
  };

  const buttons = pageElement("div", { class: "tb-buttons" }, makeButton("Reset", () => {
    bench.reset();
    update(); // a field may hold what no value is made of
  }));
  const root = pageElement("section", { class: "tb-live", "aria-label": name },
    pageElement("p", { class: "tb-title", "aria-hidden": "true" }, name),
    pageElement("div", { class: "tb-views" }, ...drawGroups(views, controls)),
    ...says.elements, buttons);
  root.liveWidget = { set: (name, value) => bench.set({ [name]: value }), values: () => ({ ...model.get("values") }), results: () => state.results };

  el.append(root);
  update();
  model.on("change:values", update);
  const followLink = () => {
    const values = valuesInAddress(name, inputs);
    if (!values) return;
    bench.set(values);
    root.scrollIntoView({ block: "nearest" });
  };
  if (ownsAddress) {
    const note = pageElement("span", { class: "tb-note", role: "status" });
    buttons.append(makeButton("Link to this", async () => write(note, await shareLink(linkTo(name, state.values)))), note);
    followLink();
    addEventListener("hashchange", followLink);
  }
  return () => {
    model.off("change:values", update);
    removeEventListener("hashchange", followLink);
  };
}
