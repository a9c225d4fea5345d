// The programs of one widget: each combination of toggles and choices has its own, compiled when it is first chosen.

import { placesOf, textsOf } from "../words/vocabulary.js";
import { normalDraws, restoreConstant } from "./draws.js";
import { compileProgram } from "./evaluate.js";

const IN_NUMBERS = { pick: (text, input) => textsOf(input).indexOf(text), words: placesOf };

/** values -> results. */
export function makeEngine({ constants, draws, cases }, inputs) {
  const steering = inputs.filter(({ kind }) => kind === "toggle" || kind === "choice");
  const texts = inputs.filter(({ kind }) => kind in IN_NUMBERS);
  const drawn = draws && normalDraws(draws);
  const restored = constants.map((constant) => restoreConstant(constant, drawn));
  const compiled = new Map();
  return (values) => {
    const key = JSON.stringify(steering.map(({ name }) => values[name]));
    if (!compiled.has(key)) {
      const program = cases[key];
      compiled.set(key, compileProgram({ ...program, constants: program.constants.map((place) => restored[place]) }));
    }
    const numbers = texts.map((input) => [input.name, IN_NUMBERS[input.kind](values[input.name], input)]);
    return compiled.get(key).run({ ...values, ...Object.fromEntries(numbers) });
  };
}
