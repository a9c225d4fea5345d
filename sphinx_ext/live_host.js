// Draws the page's widgets from the state that the page carries: no kernel, no loader, no foreign host.
// It stands behind the code of the installed wheel, which handed its module to `define`; see live_widgets.py.

const LIVE = "transformer_block.live.widget.Live";

/** The little of ipywidgets' manager that widgets without a kernel need. */
class PageManager {
  ownsAddress = true;  // the page's address is the reader's: a link may carry a widget's values

  constructor(state, classes) {
    this.state = state;
    this.classes = classes;
    this.models = new Map();
  }

  /** One model for each id, and so one slider for two widgets that share it. */
  get_model(id) {
    if (!this.models.has(id)) this.models.set(id, this.makeModel(id));
    return this.models.get(id);
  }

  async makeModel(id) {
    const { model_module, model_name, state } = this.state[id];
    const Model = this.classes(model_module, model_name);
    const model = new Model(await Model._deserialize_state(state, this), { model_id: id, widget_manager: this });
    Object.assign(model, { name: model_name, module: model_module });
    return model;
  }

  async create_view(model, options = {}) {
    const View = this.classes(model.get("_view_module"), model.get("_view_name"));
    const view = new View({ model, options });
    view.listenTo(model, "destroy", view.remove);
    await view.render();
    return view;
  }

  has_model(id) { return this.models.has(id); }
  callbacks() { return {}; }
  async resolve_url(url) { return url; }
  inline_sanitize(text) { return new Option(text).innerHTML; }
}

/** What anywidget would do for our widgets, less its loader: their code is on the page already, in live.js. */
function anywidgetFor(jupyter) {
  class AnyModel extends jupyter.DOMWidgetModel {
    initialize(state, options) {
      super.initialize(state, options);
      const kind = this.get("_anywidget_id");
      if (kind !== LIVE) throw new Error(`The page can draw widgets of ${LIVE} alone, and this is one of ${kind}.`);
    }
  }
  class AnyView extends jupyter.DOMWidgetView {
    // Not before it stands on the page: a link that carries values scrolls to it.
    render() { this.displayed.then(() => liveWidget.render({ model: this.model, el: this.el })); }
  }
  return { AnyModel, AnyView };
}

function classesOf(jupyter) {
  const anywidget = anywidgetFor(jupyter);
  const modules = { "@jupyter-widgets/base": jupyter, "@jupyter-widgets/controls": jupyter, anywidget };
  return (module, name) => {
    const found = modules[module]?.[name];
    if (!found) throw new Error(`The page has no widget class ${name} of ${module}.`);
    return found;
  };
}

/** Puts a view behind its script. The still picture before the script stays until the live one stands. */
async function showView(manager, script) {
  const place = document.createElement("div"), still = script.previousElementSibling;
  script.after(place);
  if (still?.classList.contains("tb-still")) {
    new MutationObserver((_, observer) => {
      if (!place.querySelector(".tb-live")) return;
      still.remove();
      observer.disconnect();
    }).observe(place, { childList: true, subtree: true });
  }
  const view = await manager.create_view(await manager.get_model(JSON.parse(script.text).model_id));
  view.luminoWidget.constructor.attach(view.luminoWidget, place);
}

function showWidgets(jupyter) {
  const find = (kind) => [...document.querySelectorAll(`script[type="application/vnd.jupyter.widget-${kind}+json"]`)];
  const state = Object.assign({}, ...find("state").map((script) => JSON.parse(script.text).state));
  const manager = new PageManager(state, classesOf(jupyter));
  for (const script of find("view")) showView(manager, script);
}
