// The progress of one lab: kept in the browser, shown as a list of steps, with buttons to reset, download and start afresh.

const keyOf = (slug) => `transformer-block:lab:${slug}`;

/** What the browser has kept of this lab: names of passed steps, or null where it keeps nothing at all. */
function kept(model) {
  try {
    const { passed } = JSON.parse(localStorage.getItem(keyOf(model.get("slug")))) ?? {};
    return Array.isArray(passed) ? passed : [];
  } catch (error) {
    // Text that is no JSON is as good as none; anything else means that there is no storage here.
    return error instanceof SyntaxError ? [] : null;
  }
}

function keep(model) {
  try {
    const passed = model.get("passed");
    const key = keyOf(model.get("slug"));
    if (passed.length) localStorage.setItem(key, JSON.stringify({ passed, steps: model.get("steps").length }));
    else localStorage.removeItem(key);
  } catch {
    // No storage in this browser or in this mode: `render` says so, and the session goes on without.
  }
}

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function button(text, act) {
  const made = element("button", { type: "button", class: "tb-lab-button" }, text);
  made.addEventListener("click", act);
  return made;
}

/** Once for each kernel: what was passed in earlier visits counts here too. */
function initialize({ model }) {
  const names = model.get("steps").map(({ name }) => name);
  const here = model.get("passed");
  const earlier = kept(model) ?? [];
  const passed = names.filter((name) => here.includes(name) || earlier.includes(name));
  model.on("change:passed", () => keep(model));
  if (passed.length > here.length) {
    model.set("passed", passed);
    model.save_changes();
  }
  keep(model);
}

function render({ model, el }) {
  const title = model.get("title");
  const steps = model.get("steps");
  const count = element("span", { role: "status" });
  const bar = element("div", { class: "tb-lab-bar", "aria-hidden": "true" }, element("div"));
  const list = element("ol", { class: "tb-lab-steps" });
  const buttons = element("div", { class: "tb-lab-buttons" });
  const note = element("p", { class: "tb-lab-note", role: "status" });
  if (kept(model) === null) note.textContent = "This browser keeps nothing for this page: your progress lasts until you leave it.";

  /** Puts a question in place of the buttons; `act` follows on a yes, and the focus returns on either answer. */
  function ask(question, yes, act) {
    const back = (opener) => {
      offer();
      [...buttons.children].find(({ textContent }) => textContent === opener)?.focus();
    };
    return ({ currentTarget }) => {
      const opener = currentTarget.textContent;
      const no = button("No, leave it", () => back(opener));
      const group = element("div", { role: "group", "aria-label": question, class: "tb-lab-buttons" },
        element("span", { class: "tb-lab-question" }, question),
        button(yes, async () => {
          await act();
          back(opener);
        }), no);
      group.addEventListener("keydown", (event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        back(opener);
      });
      buttons.replaceChildren(group);
      no.focus();
    };
  }

  function reset() {
    model.set("passed", []);
    model.save_changes();
    note.textContent = "Your progress is reset. Your notebook is as it was.";
  }

  async function startAfresh(app) {
    try {
      const { context } = app.shell.currentWidget;
      await app.serviceManager.contents.delete(context.path);
      await context.revert();
    } catch (error) {
      note.textContent = `The lab could not be fetched afresh: ${error.message}. Reload the page and try again.`;
    }
  }

  function offer() {
    const app = window.jupyterapp;
    buttons.replaceChildren(button("Reset progress", ask("Forget which steps are passed?", "Yes, reset", reset)));
    // In JupyterLite a deleted copy uncovers the served lab; on a real server it would be gone.
    if (!app || !document.querySelector("script[data-jupyter-lite-root]")) return;
    buttons.append(
      button("Download my lab", () => app.commands.execute("docmanager:download")),
      button("Start afresh", ask("Throw away what you wrote in this lab? Download it first to keep it.", "Yes, start afresh",
        () => startAfresh(app))),
    );
  }

  function draw() {
    const passed = model.get("passed");
    count.textContent = `${passed.length} of ${steps.length} steps`;
    bar.firstChild.style.inlineSize = `${(100 * passed.length) / steps.length}%`;
    list.replaceChildren(...steps.map(({ name, task }) => {
      const done = passed.includes(name);
      return element("li", done ? { "data-passed": "" } : {},
        element("span", { class: "tb-lab-mark", "aria-hidden": "true" }, done ? "✓" : ""),
        element("span", {}, element("code", {}, name), `: ${task}`, element("span", { class: "tb-lab-told" }, done ? ", passed" : "")));
    }));
  }

  model.on("change:passed", draw);
  el.replaceChildren(element("section", { class: "tb-lab tb-lab-progress", "aria-label": `Progress in the lab ${title}` },
    element("p", { class: "tb-lab-heading" }, element("strong", {}, title), " ", count), bar, list, buttons, note));
  offer();
  draw();
  return () => model.off("change:passed", draw);
}

export default { initialize, render };
