// The sentence under a widget, with live numbers in it. sentence.py says what may stand in one.

import { formatNumber } from "./numbers.js";

/** `makeSentence(spec)(lookup)`: lookup(name) is a number, a boolean, a text, a list of numbers or {shape, data}. */
export function makeSentence({ pick, texts }) {
  const numberAt = ({ name, index }, lookup) => {
    const value = lookup(name);
    if (value?.data === undefined) return index ? value[index[0]] : value;
    if (!index) return value.data.length === 1 ? value.data[0] : Array.from(value.data);
    return value.data[index.reduce((at, i, axis) => at * value.shape[axis] + i, 0)];
  };

  const inWords = (value, format) => {
    if (Array.isArray(value)) return `[${value.map((number) => inWords(number, format)).join(", ")}]`;
    if (typeof value === "boolean") return value ? "on" : "off";
    return typeof value === "number" ? formatNumber(value, format ?? undefined) : String(value);
  };

  return (lookup) => {
    let place = 0;
    if (pick) {
      place = Number(numberAt(pick, lookup));
      if (Number.isNaN(place)) return `There is nothing to say: ${pick.name} is not a number.`;
    }
    const text = texts[Math.min(Math.max(Math.round(place), 0), texts.length - 1)];
    return text.map((piece) => piece.name ? inWords(numberAt(piece, lookup), piece.format) : piece).join("");
  };
}
