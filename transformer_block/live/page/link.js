// A link that carries a widget's values: #live=three-units&gain=0.5&evidence=0.8,-0.6

const addressOf = (name) => name.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");

export function linkTo(name, values) {
  const pairs = Object.entries(values).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  return `#${[`live=${addressOf(name)}`, ...pairs].join("&")}`;
}

const LINKED_NUMBER = (text) => (text.trim() && Number.isFinite(Number(text)) ? Number(text) : undefined);
const LINKED = {  // kind of input -> (text, input) -> value, or undefined for what does not fit
  range: LINKED_NUMBER,
  whole: LINKED_NUMBER,
  toggle: (text) => ({ true: true, false: false })[text],
  pick: (text) => text,
  words: (text) => text,
  choice: (text, { options }) => options.find((option) => String(option) === text),
  arrow: (text) => {
    const vector = text.split(",").map(LINKED_NUMBER);
    return vector.length === 2 && !vector.includes(undefined) ? vector : undefined;
  },
};

/** The values that the page's address holds for this widget, or null when it is about something else. */
export function valuesInAddress(name, inputs) {
  const given = new URLSearchParams(location.hash.slice(1));
  if (given.get("live") !== addressOf(name)) return null;
  const values = {};
  for (const input of inputs) {
    const value = given.has(input.name) ? LINKED[input.kind](given.get(input.name), input) : undefined;
    if (value !== undefined) values[input.name] = value;
  }
  return values;
}

/** Puts the link into the address bar, and copies it where the browser allows that; what happened, in words. */
export async function shareLink(link) {
  history.replaceState(history.state, "", link);
  try {
    await navigator.clipboard.writeText(location.href);
    return "Copied: the link carries the present values.";
  } catch {
    return "The address of this page now carries the present values.";
  }
}
