// The programs of one widget: each combination of toggles and choices has its own, compiled when it is chosen.

import { placesOf, textsOf } from "../words/vocabulary.js";
import { restoreConstant } from "./constants.js";
import { normalDraws } from "./draws.js";
import { compileProgram } from "./evaluate.js";

const MOST_COMPILED = 8; // each holds the numbers of all its steps
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
    const compile = (program) => compileProgram({ ...program, constants: program.constants.map((place) => restored[place]) });
    const program = compiled.get(key) ?? compile(cases[key]);
    compiled.delete(key);
    compiled.set(key, program); // the last in use stands last
    if (compiled.size > MOST_COMPILED) compiled.delete(compiled.keys().next().value);
    const numbers = texts.map((input) => [input.name, IN_NUMBERS[input.kind](values[input.name], input)]);
    return program.run({ ...values, ...Object.fromEntries(numbers) });
  };
}
