// What can be grabbed, by pointer, finger or key.

import { change, ideaColour, pageElement, svgElement, write } from "../elements.js";
import { snapped } from "../values.js";

function pointIn(svg, { clientX, clientY }) {
  const { left, top } = svg.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

/** Pointer, pen or finger: `grab(point)` returns what is held, as {x, y, move(point)}, or null and the page scrolls. */
export function makeGrabbable(svg, grab) {
  let held = null, pointer = null;
  svg.addEventListener("pointerdown", (event) => {
    const point = pointIn(svg, event);
    if (held || event.button > 0 || !(held = grab(point, event))) return;
    pointer = event.pointerId;
    held.offset = { x: held.x - point.x, y: held.y - point.y };  // what is held does not jump to the finger
    svg.setPointerCapture(pointer);
    svg.classList.add("tb-held");
    held.handle?.focus({ preventScroll: true });
    event.preventDefault();
  });
  svg.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== pointer) return;
    const point = pointIn(svg, event);
    held.move({ x: point.x + held.offset.x, y: point.y + held.offset.y });
  });
  const release = (event) => {
    if (event.pointerId !== pointer) return;
    held = pointer = null;
    svg.classList.remove("tb-held");
  };
  // touch-action says the same, but not to every browser inside a drawing.
  svg.addEventListener("touchstart", (event) => held && event.preventDefault(), { passive: false });
  for (const ending of ["pointerup", "pointercancel", "lostpointercapture"]) svg.addEventListener(ending, release);
}

const KEY_STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1], PageDown: [0, -10], PageUp: [0, 10] };

/** Where a key sends a point, [x, y] or null; Shift makes ten steps of one, Home and End go to the limits of x (with Shift: y). */
function movedByKey(event, [x, y], input) {
  const { low, high, step } = input;
  if (event.key === "Home" || event.key === "End") {
    const limit = event.key === "Home" ? low : high;
    return event.shiftKey ? [x, limit] : [limit, y];
  }
  const by = KEY_STEPS[event.key];
  if (!by || event.ctrlKey || event.altKey || event.metaKey) return null;
  const size = event.shiftKey && Math.abs(by[0] + by[1]) === 1 ? 10 * step : step;
  return [snapped(x + by[0] * size, input), snapped(y + by[1] * size, input)];
}

/** Something that takes the focus and moves by keys, as a slider does. `place()` is where it is, `move([x, y])` sends it on. */
export function makeHandle({ label, input, place, move, grip }) {
  const handle = svgElement("g", {
    class: "tb-handle", role: "slider", tabindex: 0, "aria-label": label, "aria-valuemin": input.low, "aria-valuemax": input.high,
    "data-lm-suppress-shortcuts": "true",  // JupyterLab would take the arrow keys for itself
  }, ...grip);
  handle.addEventListener("keydown", (event) => {
    const next = movedByKey(event, place(), input);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    move(next);
  });
  return handle;
}

/** A spot to grab, with room for a finger around it. */
export const roundGrip = (idea) => [svgElement("circle", { class: "tb-hit", r: 22 }),
  svgElement("circle", { class: "tb-grip", r: 10, style: `color: ${ideaColour(idea)}` })];

/** Where a key leads from one of many parts, which lie in rows of so many each; undefined for other keys. */
function partByKey(key, index, rows) {
  let row = 0, column = Math.max(0, index);
  while (column >= rows[row]) column -= rows[row++];
  const start = Math.max(0, index) - column, below = rows[row + 1], above = rows[row - 1];
  return {
    ArrowLeft: column > 0 ? index - 1 : index, ArrowRight: column < rows[row] - 1 ? index + 1 : index,
    ArrowUp: above ? start - above + Math.min(column, above - 1) : index, ArrowDown: below ? start + rows[row] + Math.min(column, below - 1) : index,
    Home: 0, End: rows.reduce((sum, length) => sum + length) - 1,
  }[key];
}

/** Reads out one of many parts (cells, bars): under the pointer, tapped, or reached by arrow keys. The words stand below the drawing.
 *  `at(point)` is a part's index or -1, `read(index)` its words, `mark(index)` shows which it is; `rows()` has the length of each row. */
export function makeReader({ svg, element }, { hint, rows, at, read, mark, choose }) {
  const words = pageElement("p", { class: "tb-readout", role: "status" }, hint);
  svg.after(words);
  change(svg, { tabindex: 0, role: "application", "data-lm-suppress-shortcuts": "true" });
  let index = -1;
  const refresh = () => {
    mark(index);
    write(words, index < 0 ? hint : read(index));
  };
  const go = (next) => {
    if (next === index) return;
    index = next;
    refresh();
  };
  svg.addEventListener("pointermove", (event) => go(at(pointIn(svg, event))));
  svg.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && go(-1));
  svg.addEventListener("click", (event) => {
    go(at(pointIn(svg, event)));
    if (index >= 0) choose?.(index);
  });
  svg.addEventListener("focus", () => svg.matches(":focus-visible") && index < 0 && go(0));
  svg.addEventListener("blur", () => go(-1));
  svg.addEventListener("keydown", (event) => {
    const next = partByKey(event.key, index, rows());
    if (event.key === "Enter" || event.key === " ") choose?.(index);
    else if (next === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    else go(Math.max(0, next));
    event.preventDefault();
    event.stopPropagation();
  });
  return refresh;
}
