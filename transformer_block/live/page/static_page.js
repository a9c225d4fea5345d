// Draws the widgets of a built page, which carries each one's state where it stands: no kernel, no loader.

import { render } from "./widget.js";

/** As much of a widget's model as a page without a kernel needs. */
class PageModel {
  constructor(state) {
    this.state = state;
    this.followers = [];
  }

  get(name) { return this.state[name]; }

  set(name, value) {
    if (JSON.stringify(this.state[name]) === JSON.stringify(value)) return;
    this.state[name] = value;
    for (const follow of this.followers) follow();
  }

  save_changes() {}
  on(_event, follow) { this.followers.push(follow); }
  off(_event, follow) { this.followers = this.followers.filter((other) => other !== follow); }
}

/** Inputs that widgets share have one value in all of them; `shared` says which: the input's name -> what all call it. */
function keepTogether(models) {
  const pass = (from) => {
    const values = from.get("values");
    for (const to of models.filter((model) => model !== from)) {
      const next = { ...to.get("values") };
      for (const [name, common] of Object.entries(from.get("shared"))) {
        for (const [own, other] of Object.entries(to.get("shared"))) if (other === common) next[own] = values[name];
      }
      to.set("values", next);
    }
  };
  for (const model of models) model.on("change:values", () => pass(model));
}

const places = [...document.querySelectorAll('script[type="application/vnd.transformer-block.live+json"]')];
const models = places.map((place) => new PageModel(JSON.parse(place.text)));
keepTogether(models);
places.forEach((place, i) => {
  const home = document.createElement("div");
  place.after(home);
  render({ model: models[i], el: home, ownsAddress: true });
  // The still picture was for the time until now.
  const still = place.previousElementSibling;
  if (still?.classList.contains("tb-still")) still.remove();
});
