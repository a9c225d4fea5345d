// What all pictures share: a title, a drawing that fits its room, and its words for those who do not see it.

import { change, freshId, pageElement, svgElement, write } from "../elements.js";
import { slowly } from "../slowly.js";

/** A titled drawing, one unit for each CSS pixel. `lay(width)` draws what stands still and returns the height; `show(state)`
 *  moves the rest; `tell(state)` says it in words, in a hidden paragraph that follows the drawing, at most 4 times a second. */
export function makePicture({ kind, title, role = "img", lay, show, tell }) {
  const id = freshId("told");
  const told = pageElement("p", { class: "tb-told", id });
  const svg = svgElement("svg", { class: "tb-drawing", role, "aria-label": title, "aria-describedby": id });
  const element = pageElement("figure", { class: `tb-view tb-${kind}` },
    pageElement("figcaption", { class: "tb-caption", "aria-hidden": "true" }, title), svg, told);
  const tellSlowly = slowly((text) => write(told, text));
  let width = 0, latest = null;
  const relay = () => {
    const height = lay(width, svg);
    change(svg, { viewBox: `0 0 ${width} ${height}`, width, height });
    if (latest) show(latest);
  };
  const fit = (room) => {
    if (room < 1 || room === width) return;
    width = room;
    relay();
  };
  const update = (state) => {
    latest = state;
    show(state);
    tellSlowly(() => tell(state));
  };
  fit(360);  // until it is on the page
  new ResizeObserver(([entry]) => requestAnimationFrame(() => fit(Math.floor(entry.contentRect.width)))).observe(element);
  return { element, svg, update, relay, redraw: () => latest && show(latest) };
}
