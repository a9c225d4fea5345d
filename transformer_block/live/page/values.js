// Values as the pictures and controls need them: numbers in rows, numbers on their steps, vectors in words.

import { formatNumber } from "./words/numbers.js";

/** The numbers of an output, an input or an array given in place, as {shape, data}. */
export function numbersOf(state, name) {
  const found = typeof name === "string" ? state.results[name] ?? state.values[name] : name;
  if (found?.data) return found;
  const data = [found].flat(Infinity).map(Number);
  return { shape: Array.isArray(found) ? [found.length, ...(Array.isArray(found[0]) ? [found[0].length] : [])] : [], data };
}

/** A number rounded to its control's step and kept within its limits. */
export function snapped(value, { low, high, step }) {
  const near = low + Math.round((value - low) / step) * step;
  return Number(Math.min(high, Math.max(low, near)).toFixed(decimalsOf(step) + 2));
}

/** How many decimals show every step: 1 for 0.1, 2 for 0.25, 0 for 1. */
export function decimalsOf(step) {
  const [, digits = "", power = 0] = /(?:\.(\d+))?(?:e-(\d+))?$/.exec(String(step));
  return digits.length + Number(power);
}

/** [0.8, −0.6], with as many decimals as its control has. */
export const vectorText = (vector, decimals = 2) =>
  `[${Array.from(vector, (number) => formatNumber(number, `.${decimals}f`)).join(", ")}]`;
