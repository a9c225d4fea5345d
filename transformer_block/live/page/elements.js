// Elements of the page and of a drawing, their colours and line styles. Colours are CSS variables, so that a picture
// follows the page from light to dark without being redrawn.

export const ideaColour = (idea) => `var(--live-${idea ?? "ink"})`;  // live.css maps these to --tb-<idea>, with fallbacks

/** The nth unit's line style: told apart by more than its number. */
export const unitDash = (unit) => ["none", "9 4", "2 3.5", "10 3 2 3"][((unit ?? 1) - 1) % 4];

export const svgElement = (tag, attributes = {}, ...children) =>
  assemble(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

export const pageElement = (tag, attributes = {}, ...children) => assemble(document.createElement(tag), attributes, children);

function assemble(element, attributes, children) {
  change(element, attributes);
  element.append(...children);
  return element;
}

// JupyterLab takes arrow keys and Enter for itself, unless what has the focus says otherwise.
export const KEEPS_ITS_KEYS = { "data-lm-suppress-shortcuts": "true" };
// Nor does a browser that comes back to the page set a control to what it was, which the picture would not follow.
export const OURS = { ...KEEPS_ITS_KEYS, autocomplete: "off" };

export function makeButton(text, act, attributes = {}) {
  const button = pageElement("button", { type: "button", class: "tb-button", ...KEEPS_ITS_KEYS, ...attributes }, text);
  button.addEventListener("click", act);
  return button;
}

/** A native list of texts: `groups` are [heading or null, texts]. */
export const makeList = (groups, attributes) => pageElement("select", { ...attributes, ...OURS }, ...groups.flatMap(([heading, texts]) => {
  const options = texts.map((text) => pageElement("option", {}, String(text)));
  return heading === null ? options : [pageElement("optgroup", { label: heading }, ...options)];
}));

/** Sets what differs and no more: an unchanged picture costs the browser nothing. */
export function change(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
  }
}

export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

const widget = Math.random().toString(36).slice(2, 7);  // a notebook loads this module once for each widget
let idsMade = 0;

/** An id that no other element of the page has. */
export const freshId = (kind) => `tb-${kind}-${widget}-${++idsMade}`;
