// What the views share: elements, scales, axes, pictures with a text alternative, and handles to grab.
// Colours are CSS variables, so that a picture follows the page from light to dark without being redrawn.

const VIEWS = {};  // kind -> (spec, bench) => ({ element, update(state) })

const ideaColour = (idea) => `var(--live-${idea ?? "ink"})`;  // live.css maps these to --tb-<idea>, with fallbacks

/** The nth unit's line style: told apart by more than its number. */
const unitDash = (unit) => ["none", "9 4", "2 3.5", "10 3 2 3"][((unit ?? 1) - 1) % 4];

const svgElement = (tag, attributes = {}, ...children) =>
  assemble(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

const pageElement = (tag, attributes = {}, ...children) => assemble(document.createElement(tag), attributes, children);

function assemble(element, attributes, children) {
  change(element, attributes);
  element.append(...children);
  return element;
}

/** Sets what differs and no more: an unchanged picture costs the browser nothing. */
function change(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
  }
}

function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** The numbers of an output, an input or an array given in place, as {shape, data}. */
function numbersOf(state, name) {
  const found = typeof name === "string" ? state.results[name] ?? state.values[name] : name;
  if (found?.data) return found;
  const data = [found].flat(Infinity).map(Number);
  return { shape: Array.isArray(found) ? [found.length, ...(Array.isArray(found[0]) ? [found[0].length] : [])] : [], data };
}

/** A number rounded to its control's step and kept within its limits. */
function snapped(value, { low, high, step }) {
  const near = low + Math.round((value - low) / step) * step;
  return Number(Math.min(high, Math.max(low, near)).toFixed(decimalsOf(step) + 2));
}

const decimalsOf = (step) => Math.max(0, Math.min(6, Math.ceil(-Math.log10(step) - 1e-9)));

/** [0.8, −0.6], with as many decimals as its control has. */
const vectorText = (bench, vector, decimals = 2) =>
  `[${Array.from(vector, (number) => bench.format(number, `.${decimals}f`)).join(", ")}]`;

/** From numbers to pixels and back. */
function makeScale([low, high], [from, to], log = false) {
  const bend = log ? Math.log10 : Number, unbend = log ? (power) => 10 ** power : Number;
  const slope = (to - from) / (bend(high) - bend(low));
  const scale = (value) => from + (bend(value) - bend(low)) * slope;
  scale.invert = (pixel) => unbend(bend(low) + (pixel - from) / slope);
  scale.range = [low, high];
  scale.ticks = (room) => log ? powersOfTen(low, high, room) : roundNumbers(low, high, room);
  return scale;
}

function roundNumbers(low, high, room) {
  const rough = (high - low) / Math.max(1, room), power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((multiple) => multiple * power >= rough * 0.999);
  const first = Math.ceil(low / step - 1e-9), count = Math.floor(high / step + 1e-9) - first + 1;
  return Array.from({ length: count }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

function powersOfTen(low, high, room) {
  const first = Math.ceil(Math.log10(low) - 1e-9), last = Math.floor(Math.log10(high) + 1e-9);
  const stride = Math.max(1, Math.ceil((last - first + 1) / room));
  return Array.from({ length: Math.floor((last - first) / stride) + 1 }, (_, i) => 10 ** (first + i * stride));
}

/** Axes as the chapter's pictures have them: two spines, quiet ticks, a faint grid. */
function drawAxes(group, box, { x, y, xLabel, yLabel, xTicks, yTicks, tickText }) {
  const line = (kind, x1, y1, x2, y2) => group.append(svgElement("line", { class: `tb-${kind}`, x1, y1, x2, y2 }));
  const text = (words, at) => group.append(svgElement("text", { class: "tb-tick", ...at }, words));
  for (const tick of xTicks ?? x.ticks((box.right - box.left) / 44)) {
    line("grid", x(tick), box.top, x(tick), box.bottom);
    text(tickText(tick, "x"), { x: x(tick), y: box.bottom + 15, "text-anchor": "middle" });
  }
  for (const tick of yTicks ?? y.ticks((box.bottom - box.top) / 32)) {
    line("grid", box.left, y(tick), box.right, y(tick));
    text(tickText(tick, "y"), { x: box.left - 6, y: y(tick) + 4, "text-anchor": "end" });
  }
  line("spine", box.left, box.bottom, box.right, box.bottom);
  line("spine", box.left, box.top, box.left, box.bottom);
  text(xLabel, { class: "tb-tick tb-axis", x: (box.left + box.right) / 2, y: box.bottom + 31, "text-anchor": "middle" });
  const middle = (box.top + box.bottom) / 2;
  text(yLabel, { class: "tb-tick tb-axis", transform: `translate(10 ${middle}) rotate(-90)`, "text-anchor": "middle" });
}

let picturesMade = 0;

/** A titled drawing, one unit for each CSS pixel. `lay(width)` draws what stands still and returns the height; `show(state)`
 *  moves the rest; `tell(state)` says it in words, in a hidden paragraph that follows the drawing, at most 4 times a second. */
function makePicture({ kind, title, role = "img", lay, show, tell }) {
  const id = `tb-told-${++picturesMade}`;
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

/** Calls `act` with the newest text at once, then at most four times a second. */
function slowly(act, pause = 250) {
  let waiting = null, timer = 0;
  const next = () => {
    timer = 0;
    if (!waiting) return;
    act(waiting());
    waiting = null;
    timer = setTimeout(next, pause);
  };
  return (makeText) => {
    waiting = makeText;
    if (!timer) next();
  };
}
