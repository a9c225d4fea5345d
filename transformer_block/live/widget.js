// The whole widget: pictures first, the controls beside them, one sentence, and the ways back and on.
// The controls are the notebook's own ipywidgets; here the reader's values become pictures, with a kernel or without.

/** The inputs as values by name. `onChange` is called once for each change, however many controls it moves. */
function makeBench(inputs, controls, onChange) {
  const byName = new Map(inputs.map((input) => [input.name, input]));
  const controlsOf = (input) => input.controls.map((place) => controls[place]);
  let held = false, changed = false;

  const read = (input) => {
    const [control] = controlsOf(input);
    if (input.kind === "toggle") return control.get("value");
    if (input.kind === "choice") return input.options[control.get("index")] ?? input.start;
    const numbers = controlsOf(input).map((slider) => snapped(slider.get("value"), input));
    return input.kind === "arrow" ? numbers : numbers[0];
  };

  const write = (input, value) => controlsOf(input).forEach((control, i) => {
    if (input.kind === "choice") control.set("index", input.options.indexOf(value));
    else if (input.kind === "toggle") control.set("value", value);
    else control.set("value", snapped(input.kind === "arrow" ? value[i] : value, input));
    control.save_changes();
  });

  const heard = () => {
    if (held) changed = true;
    else onChange();
  };

  const bench = {
    format: formatNumber,
    input: (name) => byName.get(name),
    value: (name) => read(byName.get(name)),
    values: () => Object.fromEntries(inputs.map((input) => [input.name, read(input)])),
    set: (name, value) => bench.setAll({ [name]: value }),
    setAll(values) {
      held = true;
      for (const [name, value] of Object.entries(values)) write(byName.get(name), value);
      held = false;
      if (changed) onChange();
      changed = false;
    },
    reset: () => bench.setAll(Object.fromEntries(inputs.map(({ name, start }) => [name, start]))),
    /** Follow the controls until the returned function is called. */
    listen() {
      const events = "change:value change:index";
      for (const control of controls) control.on(events, heard);
      return () => controls.forEach((control) => control.off(events, heard));
    },
  };
  return bench;
}

/** values -> results. Each combination of toggles and choices has its program, compiled when it is first chosen. */
function makeEngine({ constants, draws, cases }, inputs) {
  const steering = inputs.filter(({ kind }) => kind === "toggle" || kind === "choice");
  const drawn = draws && normalDraws(draws);
  const restored = constants.map((constant) => restoreConstant(constant, drawn));
  const compiled = new Map();
  return (values) => {
    const key = JSON.stringify(steering.map(({ name }) => values[name]));
    if (!compiled.has(key)) {
      const program = cases[key];
      compiled.set(key, compileProgram({ ...program, constants: program.constants.map((place) => restored[place]) }));
    }
    return compiled.get(key).run(values);
  };
}

// JupyterLab takes arrow keys and Enter for itself, unless what has the focus says otherwise.
const KEEPS_ITS_KEYS = { "data-lm-suppress-shortcuts": "true" };

/** One input's controls, as the widget manager draws them, each with a name for those who do not see its label. */
async function drawControls(manager, input, controls) {
  const style = `--tb-control: ${ideaColour(input.idea)}`;
  const element = pageElement("div", { class: `tb-control tb-control-${input.kind}`, style });
  const drawn = await Promise.all(input.controls.map((place) => manager.create_view(controls[place])));
  for (const view of drawn) {
    element.append(view.el);
    view.trigger("displayed");
    const label = view.model.get("description");
    const name = (parts, names) => view.el.querySelectorAll(parts).forEach((part) => change(part, names));
    name(".noUi-handle, select, input", { "aria-label": label, ...KEEPS_ITS_KEYS });
    name(".widget-readout", { role: "textbox", "aria-label": `${label}, exactly`, ...KEEPS_ITS_KEYS });
    // The slider rounds what it says to one decimal, or to none.
    const say = () => {
      const value = snapped(view.model.get("value"), input);
      name(".noUi-handle", { "aria-valuenow": value, "aria-valuetext": value });
    };
    if (input.step) {
      view.listenTo(view.model, "change:value", say);
      say();
    }
  }
  return { element, remove: () => drawn.forEach((view) => view.remove()) };
}

function makeButton(text, act) {
  const button = pageElement("button", { type: "button", class: "tb-button", ...KEEPS_ITS_KEYS }, text);
  button.addEventListener("click", act);
  return button;
}

/** The sentence twice: what is seen keeps up with the hand, what is read out does not. */
function drawSentence(spec) {
  if (!spec) return { elements: [], say: () => {} };
  const sentence = makeSentence(spec);
  const seen = pageElement("p", { class: "tb-says", "aria-hidden": "true" });
  const told = pageElement("p", { class: "tb-told", role: "status" });
  const tell = slowly((text) => write(told, text), 1000);
  const say = ({ results, values }) => {
    const text = sentence((name) => results[name] ?? values[name]);
    write(seen, text);
    tell(() => text);
  };
  return { elements: [seen, told], say };
}

async function render({ model, el }) {
  const manager = model.widget_manager, name = model.get("name"), inputs = model.get("inputs");
  const ids = model.get("controls").map((reference) => reference.replace("IPY_MODEL_", ""));
  const controls = await Promise.all(ids.map((id) => manager.get_model(id)));
  const run = makeEngine(model.get("programs"), inputs);
  const state = { values: {}, results: {} };
  const update = () => {
    state.values = bench.values();
    state.results = run(state.values);
    for (const view of views) view.update(state);
    says.say(state);
  };
  const bench = makeBench(inputs, controls, update);
  const views = model.get("views").map((spec) => VIEWS[spec.kind](spec, bench));
  const says = drawSentence(model.get("says"));
  const drawn = await Promise.all(inputs.map((input) => drawControls(manager, input, controls)));

  const buttons = pageElement("div", { class: "tb-buttons" }, makeButton("Reset", bench.reset));
  const root = pageElement("section", { class: "tb-live", "aria-label": name },
    pageElement("p", { class: "tb-title", "aria-hidden": "true" }, name),
    pageElement("div", { class: "tb-bench" },
      pageElement("div", { class: "tb-views" }, ...views.map(({ element }) => element)),
      pageElement("div", { class: "tb-controls" }, ...drawn.map(({ element }) => element), buttons)),
    ...says.elements);
  root.liveWidget = { set: bench.set, values: bench.values, results: () => state.results };

  const followLink = () => {
    const values = valuesInAddress(name, inputs);
    if (!values) return;
    bench.setAll(values);
    root.scrollIntoView({ block: "nearest" });
  };
  el.append(root);
  update();
  const stopListening = bench.listen();
  // In a notebook the address is the application's, not the reader's.
  if (manager.ownsAddress) {
    const note = pageElement("span", { class: "tb-note", role: "status" });
    const share = async () => write(note, await shareLink(linkTo(name, state.values)));
    buttons.append(makeButton("Link to this", share), note);
    followLink();
    addEventListener("hashchange", followLink);
  }
  return () => {
    stopListening();
    removeEventListener("hashchange", followLink);
    drawn.forEach(({ remove }) => remove());
  };
}
