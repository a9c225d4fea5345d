// The start page of the labs: what this reader has done, what this browser has kept, and what it cannot do.
(() => {
  const STORE = "transformer-block"; // the name in tools/lite/site.py
  const list = document.querySelector(".tb-labs");
  if (!list) return;

  // --- what this browser cannot do ---------------------------------------------------------------------------------
  function warn(message) {
    const line = Object.assign(document.createElement("p"), { className: "tb-lab-warning", textContent: message });
    line.setAttribute("role", "status");
    list.before(line);
  }
  if (location.protocol === "file:") warn("You have opened this page from a disk, and from there browsers do not run labs. Run “make serve” in the course’s folder, or download a lab and open it in your own Jupyter.");
  else if (typeof WebAssembly !== "object") warn("This browser cannot run Python (it lacks WebAssembly). Download a lab and open it in your own Jupyter, or come back with a current browser.");

  // --- what this browser has kept ----------------------------------------------------------------------------------
  const answered = (request) => new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
  // Opens the store of the labs; null when no lab has ever saved anything. Never creates it.
  function open() {
    const request = indexedDB.open(STORE);
    let absent = false;
    request.onupgradeneeded = () => { absent = true; request.transaction.abort(); };
    return answered(request).catch((trouble) => { if (absent) return null; throw trouble; });
  }
  async function inStore(mode, use) {
    const database = await open();
    if (!database) return undefined;
    try {
      if (!database.objectStoreNames.contains("files")) return undefined;
      return await use(database.transaction("files", mode).objectStore("files"));
    } finally {
      database.close();
    }
  }
  const kept = async () => await inStore("readonly", (files) => answered(files.getAllKeys())) ?? [];
  const copy = (path) => inStore("readonly", (files) => answered(files.get(path)));
  const remove = (path) => inStore("readwrite", (files) => answered(files.delete(path)));

  // --- what this reader has done -----------------------------------------------------------------------------------
  const key = (slug) => `transformer-block:lab:${slug}`;
  function passed(slug) {
    try {
      return JSON.parse(localStorage.getItem(key(slug)))?.passed?.length ?? 0;
    } catch (refused) {
      return 0;
    }
  }

  // --- one entry ---------------------------------------------------------------------------------------------------
  const page = (path) => `../lite/notebooks/index.html?path=${path}`;
  const edition = (path) => path.slice("lab-".length, path.indexOf("/"));
  const element = (tag, properties, ...children) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  };

  async function save(path, name) {
    const saved = await copy(path);
    const text = typeof saved.content === "string" ? saved.content : JSON.stringify(saved.content, null, 1);
    const address = URL.createObjectURL(new Blob([text], { type: "application/x-ipynb+json" }));
    element("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000); // Firefox reads it after the click
  }

  async function startAfresh(entry, path) {
    const title = entry.querySelector(".tb-lab-title").textContent;
    if (!confirm(`Start “${title}” afresh? This deletes what you have written in it, and its progress. It cannot be undone.`)) return;
    await remove(path);
    localStorage.removeItem(key(entry.dataset.slug));
    await show();
  }

  function showEntry(entry, keys) {
    const { slug, path, steps } = entry.dataset;
    const done = passed(slug);
    const progress = entry.querySelector(".tb-lab-progress");
    progress.textContent = done ? `${done} of ${steps} steps` : `${steps} steps`;
    if (done) progress.prepend(element("progress", { value: done, max: Number(steps), ariaHidden: "true" }), " ");
    entry.querySelectorAll(".tb-lab-added").forEach((added) => added.remove());

    const mine = keys.includes(path);
    const open = entry.querySelector(".tb-lab-open");
    open.firstChild.textContent = mine || done ? "Go on with the lab" : "Open the lab";
    const download = entry.querySelector(".tb-lab-download");
    download.firstChild.textContent = mine ? "Download my lab" : "Download the lab";
    download.onclick = mine ? (event) => { event.preventDefault(); save(path, `${slug}.ipynb`); } : null;
    if (mine) {
      const name = element("span", { className: "tb-lab-name", textContent: ` with lab ${entry.querySelector(".tb-lab-title").textContent}` });
      const button = element("button", { type: "button", className: "tb-lab-added tb-lab-afresh", onclick: () => startAfresh(entry, path) }, "Start afresh", name);
      entry.querySelector(".tb-lab-doors").append(" ", button);
    }
    const earlier = keys.filter((other) => other !== path && other.startsWith("lab-") && other.endsWith(`/${slug}.ipynb`));
    if (earlier.length) {
      const links = earlier.map((other) => element("li", {}, element("a", { href: page(other), textContent: `edition ${edition(other)}` }), " ",
        element("button", { type: "button", textContent: "Download", onclick: () => save(other, `${slug}-${edition(other)}.ipynb`) })));
      entry.append(element("div", { className: "tb-lab-added tb-lab-earlier" },
        element("p", {}, "This lab has changed since you began. What you wrote in the earlier edition is still here:"), element("ul", {}, ...links)));
    }
  }

  async function show() {
    let keys = [];
    try {
      keys = await kept();
    } catch (refused) {
      warn("This browser keeps nothing for this page (a private window?). Labs run, and are gone when you close them: download yours before you leave.");
    }
    list.querySelectorAll(".tb-lab").forEach((entry) => showEntry(entry, keys));
    document.documentElement.classList.add("tb-labs-shown");
  }

  show();
  // Coming back from a lab, the page may be shown again without being loaded again.
  addEventListener("pageshow", (event) => { if (event.persisted) show(); });
})();
