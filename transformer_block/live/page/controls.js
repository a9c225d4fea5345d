// One native control for each input: a slider with a field for its exact number, a box to tick, a list of choices, a text.
// make(input, bench) -> { element, show(value) }

import { OURS, change, freshId, makeList, pageElement, write } from "./elements.js";
import { decimalsOf, snapped } from "./values.js";
import { makeWords } from "./word_field.js";

/** The number in a text as people write it, with a comma or a real minus as well; NaN when there is none. */
export function numberIn(text) {
  const plain = text.trim().replace("−", "-").replace(",", ".");
  return plain ? Number(plain) : NaN;
}

/** What the field says of a typed number that cannot stand as it is; an empty text where it can. */
export function remarkOn(text, input, kept) {
  const number = numberIn(text), inWords = (value) => value.toFixed(decimalsOf(input.step)).replace("-", "−");
  if (!Number.isFinite(number)) return `“${text.trim().slice(0, 20)}” is not a number; it stays ${inWords(kept)}.`;
  const near = snapped(number, input);
  if (number > input.high || number < input.low) return `From ${inWords(input.low)} to ${inWords(input.high)}: set to ${inWords(near)}.`;
  return near === number ? "" : `In steps of ${input.step}: set to ${inWords(near)}.`;
}

/** A slider and its field. `set(number)` moves the input. */
function makeSlider(label, input, set) {
  const id = freshId("slider"), { low, high, step } = input;
  const slider = pageElement("input", { type: "range", id, min: low, max: high, step, ...OURS });
  const field = pageElement("input", { type: "text", inputmode: "decimal", class: "tb-number",
    "aria-label": `${label}, number`, ...OURS });
  const remark = pageElement("span", { class: "tb-remark", role: "status" });
  const element = pageElement("div", { class: "tb-slider" }, pageElement("label", { for: id }, label), slider, field, remark);
  let shown = NaN;

  slider.addEventListener("input", () => set(Number(slider.value)));
  field.addEventListener("change", () => {
    const text = field.value, number = numberIn(text);
    const words = remarkOn(text, input, shown);
    if (Number.isFinite(number)) set(number);
    field.value = shown.toFixed(decimalsOf(step));
    write(remark, words);
  });
  return { element, parts: [slider, field], show(number) {
    if (number === shown) return;
    shown = number;
    slider.value = number;
    field.value = number.toFixed(decimalsOf(step));
    write(remark, "");
  } };
}

const makeNumber = (input, bench) => makeSlider(input.label, input, (number) => bench.move(input.name, number));

function makeArrow(input, bench) {
  const sliders = ["1st", "2nd"].map((place, i) => makeSlider(`${input.label}, ${place}`, input,
    (number) => bench.move(input.name, bench.value(input.name).map((old, j) => (j === i ? number : old)))));
  return {
    element: pageElement("div", { class: "tb-pair" }, ...sliders.map(({ element }) => element)),
    parts: sliders.flatMap(({ parts }) => parts),
    show: (vector) => vector.forEach((number, i) => sliders[i].show(number)),
  };
}

function makeToggle(input, bench) {
  const box = pageElement("input", { type: "checkbox", ...OURS });
  box.addEventListener("change", () => bench.move(input.name, box.checked));
  const element = pageElement("label", { class: "tb-toggle" }, box, pageElement("span", {}, input.label));
  return { element, parts: [box], show: (on) => { box.checked = on; } };
}

function makeChoice(input, bench) {
  const id = freshId("choice"), groups = input.groups ?? [[null, input.options]];
  const options = groups.flatMap(([, texts]) => texts), list = makeList(groups, { id });
  list.addEventListener("change", () => bench.move(input.name, options[list.selectedIndex]));
  const element = pageElement("div", { class: "tb-choice" }, pageElement("label", { for: id }, input.label), list);
  return { element, parts: [list], show: (option) => { list.selectedIndex = options.indexOf(option); } };
}

const CONTROLS = { range: makeNumber, whole: makeNumber, arrow: makeArrow, toggle: makeToggle, choice: makeChoice,
  pick: makeChoice, words: makeWords };

/** The control of one input. Where the input has no effect, `show` disables it and says why. */
export function makeControl(input, bench) {
  const { element: inside, parts, show } = CONTROLS[input.kind](input, bench);
  const why = pageElement("p", { class: "tb-why", id: freshId("why") }, input.when?.otherwise ?? "");
  const element = pageElement("div", { class: `tb-control tb-control-${input.kind}` }, inside, ...(input.when ? [why] : []));
  element.style.setProperty("--tb-control", `var(--live-${input.idea ?? "ink"})`);
  return { element, show(value, active) {
    show(value);
    for (const part of parts) change(part, { disabled: active ? null : "", "aria-describedby": active ? null : why.id });
    change(why, { hidden: active ? "" : null });
  } };
}
