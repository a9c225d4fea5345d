// Lines over storeys (or over any x), linear or logarithmic, with bands. The axes stay; the lines carry their own names.
// spec: { kind: "storeys", title, lines: [{ value, label, idea, dash }], bands: [{ low, high, label, idea }], log, x, x_label, y_label,
//         range: [lowest, highest], marker }
//   x       names the horizontal axis, else it counts 0, 1, 2, ...
//   marker  a number input: its place is marked and can be dragged; the numbers are those at this place, else at the lines' ends
//   range   without one, the axis takes the powers of ten that hold what is shown
// What no axis holds is said: NaN, infinity, zero on a logarithmic axis, and lines that leave the picture.

import { change, freshId, ideaColour, svgElement, write } from "../elements.js";
import { numbersOf, snapped } from "../values.js";
import { formatNumber } from "../words/numbers.js";
import { drawAxes, makeScale } from "./axes.js";
import { makeGrabbable, makeHandle } from "./handles.js";
import { makePicture } from "./picture.js";

export function makeStoreys(spec, bench) {
  const log = Boolean(spec.log), clip = svgElement("rect"), clipId = freshId("clip");
  const still = svgElement("g"), inside = svgElement("g", { "clip-path": `url(#${clipId})` }), words = svgElement("g");
  const veil = svgElement("rect", { class: "tb-veil" }), rule = svgElement("line", { class: "tb-rule" });
  const input = spec.marker ? bench.input(spec.marker) : null, lines = [], bands = [];
  let [low, high] = spec.range ?? [0.1, 10], box, x, y, across = null, handle = null;

  /** 0.001, but 10⁻⁶. */
  const tickText = (tick) => formatNumber(tick, ".6g").replace(/^1 × /, "");
  /** Three significant digits, and all those before the point. */
  const sizeText = (value) => formatNumber(value, Math.abs(value) >= 100 && Math.abs(value) < 1e6 ? ".0f" : ".3g");
  const nameOf = (line) => line.label ?? line.value;

  const make = () => {
    for (const band of spec.bands ?? []) {
      const area = svgElement("path", { class: "tb-band", fill: ideaColour(band.idea) });
      const name = svgElement("text", { class: "tb-tick tb-band-name" }, band.label ?? "");
      bands.push({ ...band, area, name, rows: [name] });
      inside.append(area);
      words.append(name);
    }
    for (const line of spec.lines) {
      const colour = ideaColour(line.idea), path = svgElement("path", { class: "tb-line", stroke: colour, "stroke-dasharray": line.dash ?? "none" });
      const name = svgElement("text", { class: "tb-name", fill: colour }), number = svgElement("text", { class: "tb-value", fill: colour });
      const trouble = ["", ""].map(() => svgElement("text", { class: "tb-trouble", fill: colour }));
      const troubleMark = svgElement("path", { class: "tb-leaving", style: `color: ${colour}` });
      const dot = svgElement("circle", { class: "tb-dot", r: 4.5, fill: colour });
      inside.append(path);
      words.append(troubleMark, ...(spec.marker ? [dot] : []), name, number, ...trouble);
      lines.push({ ...line, path, name, number, trouble, troubleMark, dot });
    }
    inside.append(veil);
    if (!input) return;
    handle = makeHandle({
      label: input.label, input, place: () => [bench.value(spec.marker), bench.value(spec.marker)],
      move: ([sideways, upwards]) => bench.move(spec.marker, sideways === bench.value(spec.marker) ? upwards : sideways),
      grip: [svgElement("rect", { class: "tb-hit", x: -22, width: 44, y: 0 }),
        svgElement("path", { class: "tb-grip tb-knob", d: "M-7 0 L7 0 L7 9 L0 16 L-7 9Z" })],
    });
  };

  const lay = (width, svg) => {
    if (!still.parentNode) {
      make();
      svg.append(svgElement("defs", {}, svgElement("clipPath", { id: clipId }, clip)), still, inside);
      svg.append(...(spec.marker ? [rule] : []), words, ...(handle ? [handle] : []));
    }
    const height = Math.round(Math.max(220, Math.min(320, width * 0.66)));
    // Names and numbers have a margin of their own at the lines' ends, where no line and no mark ever comes.
    const names = Math.max(74, ...lines.map((line) => nameOf(line).length * 7 + 6), ...bands.map(({ label }) => (label?.length ?? 0) * 6 + 6));
    const ticks = makeScale([low, high], [height - 40, 16], log).ticks(6);
    box = { left: 24 + Math.max(...ticks.map((tick) => tickText(tick).length * 6.3)), right: width - 6 - Math.min(names, width * 0.34),
      top: input ? 22 : 10, bottom: height - 40 };
    y = makeScale([low, high], [box.bottom, box.top], log);
    change(clip, { x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top });
    still.replaceChildren();
    if (across) layAcross();
    return height;
  };

  /** The horizontal axis is fixed with the first numbers. */
  const layAcross = () => {
    const finite = across.filter(Number.isFinite), from = Math.min(...finite), to = Math.max(...finite);
    x = makeScale([from, to > from ? to : from + 1], [box.left, box.right]);
    drawAxes(still, box, { x, y, xLabel: spec.x_label ?? "storey", yLabel: spec.y_label ?? "size", tickText });
    change(veil, { y: box.top, height: box.bottom - box.top, visibility: spec.marker ? null : "hidden" });
    change(rule, { y1: box.top, y2: box.bottom });
    for (const hit of handle?.querySelectorAll(".tb-hit") ?? []) change(hit, { height: box.bottom - box.top + 20 });
  };

  /** Pixels of a height; numbers far outside stay outside, infinity and zero on a logarithmic axis too. */
  const heightOf = (value) => {
    const pixel = log && value <= 0 ? box.bottom + 400 : y(value);
    return Math.max(box.top - 400, Math.min(box.bottom + 400, pixel));
  };

  const pathOf = (numbers) => {
    let path = "", pen = false;
    numbers.forEach((value, i) => {
      if (Number.isNaN(value)) pen = false;
      else {
        path += `${pen ? "L" : "M"}${x(across[i]).toFixed(1)} ${heightOf(value).toFixed(1)}`;
        pen = true;
      }
    });
    return path;
  };

  const bandPath = (lower, upper) => {
    const good = [...across.keys()].filter((i) => !Number.isNaN(lower[i] + upper[i]));
    const edge = (numbers, order) => order.map((i) => `${x(across[i]).toFixed(1)} ${heightOf(numbers[i]).toFixed(1)}`).join("L");
    return good.length ? `M${edge(upper, good)}L${edge(lower, good.reverse())}Z` : "";
  };

  /** The first number of a line that the axis cannot hold, and what to say of it. */
  const troubleOf = (numbers) => {
    const i = numbers.findIndex((value) => !Number.isFinite(value) || (log && value <= 0));
    if (i < 0) return null;
    const value = numbers[i], kind = !Number.isFinite(value) ? formatNumber(value, ".1f") : value === 0 ? "zero" : "negative";
    return { i, value, text: `${kind} from ${spec.x_label ?? "storey"} ${formatNumber(across[i], ".3g")}` };
  };

  /** Without a range the axis takes the powers of ten that hold all lines; it moves when one leaves them. */
  const fitAxis = (state) => {
    const sizes = lines.flatMap((line) => Array.from(numbersOf(state, line.value).data)).filter((size) => size > 0 && size < Infinity);
    const from = Math.floor(Math.log10(Math.min(...sizes, 1)) + 1e-9), to = Math.ceil(Math.log10(Math.max(...sizes, 1)) - 1e-9);
    const [wantedLow, wantedHigh] = [10 ** Math.min(from, to - 2), 10 ** to];
    if (low === wantedLow && high === wantedHigh) return false;
    [low, high] = [wantedLow, wantedHigh];
    return true;
  };

  const show = (state) => {
    if (!spec.range && fitAxis(state)) {
      picture.relay();
      return;
    }
    if (!across) {
      const first = numbersOf(state, spec.x ?? spec.lines[0]?.value ?? spec.bands[0].low).data;
      across = Array.from(first, (number, i) => spec.x ? number : i);
      layAcross();
    }
    const at = spec.marker ? Number(numbersOf(state, spec.marker).data[0]) : across.at(-1);
    const place = across.reduce((best, value, i) => Math.abs(value - at) < Math.abs(across[best] - at) ? i : best, 0);
    for (const band of bands) showBand(band, Array.from(numbersOf(state, band.low).data), Array.from(numbersOf(state, band.high).data));
    for (const line of lines) showLine(line, Array.from(numbersOf(state, line.value).data), place);
    spreadNames();
    if (spec.marker) showMarker(Math.max(box.left, Math.min(box.right, x(at))), at);
  };

  const showBand = (band, lower, upper) => {
    change(band.area, { d: bandPath(lower, upper) });
    band.end = (heightOf(lower.at(-1)) + heightOf(upper.at(-1))) / 2;
    if (Number.isNaN(band.end)) band.end = box.bottom;
  };

  const showLine = (line, numbers, place) => {
    const value = numbers[place], last = numbers.at(-1), trouble = troubleOf(numbers);
    Object.assign(line, { at: value, problem: trouble });
    change(line.path, { d: pathOf(numbers) });
    line.end = heightOf(Number.isNaN(last) ? numbers.findLast((number) => !Number.isNaN(number)) ?? low : last);
    write(line.name, nameOf(line));
    write(line.number, sizeText(value) + (line.end < box.top - 1 ? " ↑" : line.end > box.bottom + 1 ? " ↓" : ""));
    // "zero from " and "storey 6", one below the other
    const words = trouble ? /^(.* )(\S+ \S+)$/.exec(trouble.text).slice(1) : ["", ""];
    line.trouble.forEach((part, i) => write(part, words[i]));
    line.rows = trouble ? [line.name, line.number, ...line.trouble] : [line.name, line.number];
    change(line.troubleMark, { visibility: trouble ? null : "hidden" });
    if (trouble) {
      const px = x(across[trouble.i]), up = trouble.value > 0, py = up ? box.top + 9 : box.bottom - 9;
      const mark = Number.isNaN(trouble.value) ? "M-4 -4 L4 4 M4 -4 L-4 4" : up ? "M-5 4 L0 -3 L5 4" : "M-5 -4 L0 3 L5 -4";
      change(line.troubleMark, { transform: `translate(${px.toFixed(1)} ${py})`, d: mark });
    }
    if (!spec.marker) return;
    const dotY = Number.isNaN(value) ? box.bottom : Math.max(box.top, Math.min(box.bottom, heightOf(value)));
    change(line.dot, { cx: x(across[place]).toFixed(1), cy: dotY.toFixed(1), visibility: Number.isFinite(value) ? null : "hidden" });
  };

  /** Names and numbers at the lines' ends, moved apart until each can be read. */
  const spreadNames = () => {
    const blocks = [...lines, ...bands].sort((a, b) => a.end - b.end);
    let room = blocks.reduce((sum, { rows }) => sum + rows.length * 13 + 4, 0), free = 12;
    for (const { end, rows } of blocks) {
      const lowest = box.bottom + 36 - room;  // what comes below needs room as well
      const first = Math.min(Math.max(Math.min(Math.max(end, box.top), box.bottom) - 2, free), Math.max(free, lowest));
      rows.forEach((row, i) => change(row, { x: box.right + 7, y: (first + 13 * i).toFixed(1) }));
      free = first + rows.length * 13 + 4;
      room -= rows.length * 13 + 4;
    }
  };

  const showMarker = (px, at) => {
    change(rule, { x1: px.toFixed(1), x2: px.toFixed(1) });
    change(veil, { x: px.toFixed(1), width: Math.max(0, box.right - px).toFixed(1) });
    if (!handle) return;
    change(handle, { transform: `translate(${px.toFixed(1)} ${box.top - 18})`, "aria-valuenow": at,
      "aria-valuetext": `${spec.x_label ?? "storey"} ${formatNumber(at, ".4g")}` });
  };

  const tell = (state) => {
    const where = spec.marker ? `At ${spec.x_label ?? "storey"} ${formatNumber(Number(numbersOf(state, spec.marker).data[0]), ".4g")}` : "At the end";
    const sentences = lines.map((line) => `${nameOf(line)} ${sizeText(line.at)}${line.problem ? `, ${line.problem.text}` : ""}`);
    for (const band of bands) {
      const [lower, upper] = [band.low, band.high].map((name) => sizeText(numbersOf(state, name).data.at(-1)));
      sentences.push(`${band.label ?? "band"} from ${lower} to ${upper} at the end`);
    }
    return `${where}: ${sentences.join("; ")}.`;
  };

  const title = spec.title ?? `${spec.y_label ?? "size"} by ${spec.x_label ?? "storey"}`;
  const picture = makePicture({ kind: "storeys", title, role: input ? "group" : "img", lay, show, tell });
  if (input) {
    makeGrabbable(picture.svg, (point) => {
      const px = x(bench.value(spec.marker));
      if (Math.abs(px - point.x) > 22) return null;
      return { x: px, y: point.y, handle, move: (to) => bench.move(spec.marker, snapped(x.invert(to.x), input)) };
    });
  }
  return picture;
}
