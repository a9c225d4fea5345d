// What the reader has set. The model's `values` are the only state: whatever sets them comes in here, and whatever shows
// them hears of it from the model.

import { snapped } from "./values.js";
import { knownText, textsOf } from "./words/vocabulary.js";

const isNumber = (value) => typeof value === "number" && Number.isFinite(value);

// kind of input -> (value, input) -> the value as the input takes it, or undefined for what it cannot take
const FITTED = {
  range: (value, input) => (isNumber(value) ? snapped(value, input) : undefined),
  whole: (value, input) => (isNumber(value) ? snapped(value, input) : undefined),
  arrow: (value, input) => (Array.isArray(value) && value.length === 2 && value.every(isNumber)
    ? value.map((number) => snapped(number, input)) : undefined),
  toggle: (value) => (typeof value === "boolean" ? value : undefined),
  choice: (value, { options }) => (options.includes(value) ? value : undefined),
  pick: (value, input) => (textsOf(input).includes(value) ? value : undefined),
  words: (value, input) => (typeof value === "string" ? knownText(value, input) : undefined),
};

/** The inputs as values by name. `isActive(name)` says whether an input has an effect under the present settings. */
export function makeBench(model, isActive) {
  const inputs = model.get("inputs"), byName = new Map(inputs.map((input) => [input.name, input]));

  const bench = {
    input: (name) => byName.get(name),
    value: (name) => model.get("values")[name],
    /** A hand moves an input, in a picture or by a control. */
    move: (name, value) => isActive(name) && bench.set({ [name]: value }),
    /** Sets some inputs in one go; leaves those alone whose new value cannot be. */
    set(values) {
      const next = { ...model.get("values") };
      for (const [name, value] of Object.entries(values)) {
        const input = byName.get(name), fitted = input && FITTED[input.kind](value, input);
        if (fitted !== undefined) next[name] = fitted;
      }
      model.set("values", next);
      model.save_changes();
    },
    reset: () => bench.set(Object.fromEntries(inputs.map(({ name, start }) => [name, start]))),
  };
  return bench;
}
