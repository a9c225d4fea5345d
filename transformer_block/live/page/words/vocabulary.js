// Texts that are made of known words, and what is wrong with one that is not.

/** All texts of an input, in their order. */
export const textsOf = ({ groups }) => groups.flatMap(([, texts]) => texts);

export const wordsIn = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);

/** The text with single blanks and small letters, or undefined where a word is unknown or one too many. */
export function knownText(text, input) {
  const words = wordsIn(text), known = new Set(textsOf(input));
  return words.length <= input.most && words.every((word) => known.has(word)) ? words.join(" ") : undefined;
}

/** The places of the words, and -1 where there is none. */
export function placesOf(text, input) {
  const known = textsOf(input), places = wordsIn(text).map((word) => known.indexOf(word));
  return [...places, ...Array(input.most - places.length).fill(-1)];
}

/** How many letters must be changed, left out or put in between. */
function distance(from, to) {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  [...from].forEach((letter, i) => {
    const next = [i + 1];
    for (let k = 0; k < to.length; k++) next.push(Math.min(row[k + 1] + 1, next[k] + 1, row[k] + (letter !== to[k])));
    row = next;
  });
  return row[to.length];
}

/** At most three known words that a slip of the hand makes of this one, or that begin with it. */
function near(word, known) {
  const far = known.map((other) => [other.startsWith(word) ? 1 : distance(word, other), other]);
  return far.filter(([steps]) => steps <= Math.max(1, word.length / 3)).sort(([a], [b]) => a - b).slice(0, 3).map(([, other]) => other);
}

/** What a field says of a text that cannot stand; an empty text where it can. While it is being typed, the last word may
 *  still become a known one. */
export function remarkOnWords(text, input, typing) {
  const words = wordsIn(text), known = textsOf(input), unknown = words.filter((word) => !known.includes(word));
  if (words.length > input.most) {
    const over = words.length - input.most;
    return `There is room for ${input.most} words: take ${over === 1 ? "one" : over} away.`;
  }
  const last = words.at(-1), unfinished = typing && !/\s$/.test(text) && known.some((word) => word.startsWith(last));
  if (!unknown.length || (unfinished && unknown.length === 1 && unknown[0] === last)) return "";
  const close = near(unknown[0], known);
  return `“${unknown[0].slice(0, 20)}” is not one of the ${known.length} words${close.length ? `; near it: ${close.join(", ")}` : ""}.`;
}
