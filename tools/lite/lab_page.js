// What the course adds to JupyterLite's notebook page: says how far loading is, keeps what the learner writes, tells of
// a newer edition, and says plainly when the browser cannot run a lab.
(() => {
  const { fetched } = JSON.parse(document.getElementById("lab-page-data").textContent);
  const path = new URLSearchParams(location.search).get("path") ?? "";
  const root = new URL("..", location.href.replace(/[?#].*/, ""));
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
  const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
  async function until(condition, seconds) {
    for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(100)) if (condition()) return true;
    return false;
  }
  const panel = () => window.jupyterapp?.shell?.currentWidget;

  // --- the bar: a line that comes and goes, and a notice that stays until it is closed -----------------------------
  const bar = document.createElement("div");
  bar.id = "lab-bar";
  bar.hidden = true;
  bar.innerHTML = `<div class="status" hidden><p role="status"></p><progress aria-label="Loading Python"></progress></div>
    <div class="notice" hidden><p role="status"></p><button type="button">Close</button></div>`;
  const [status, notice] = bar.children;
  const showOrHide = () => { bar.hidden = status.hidden && notice.hidden; };
  notice.lastChild.addEventListener("click", () => { notice.hidden = true; showOrHide(); });

  function say(message, share) {
    status.hidden = !message;
    status.firstChild.textContent = message;
    status.lastChild.hidden = share === undefined;
    if (share !== undefined) status.lastChild.value = share;
    showOrHide();
  }
  function warn(message, link) {
    notice.hidden = false;
    notice.firstChild.textContent = `${message} `;
    if (link) notice.firstChild.append(Object.assign(document.createElement("a"), link));
    showOrHide();
  }
  const download = { href: new URL(`files/${path}`, root).href, textContent: "Download the notebook", download: "" };

  // --- what the browser can do -------------------------------------------------------------------------------------
  const canRun = typeof WebAssembly === "object" && typeof Worker === "function";
  const canKeep = () => new Promise((done) => {
    try {
      const opening = indexedDB.open("transformer-block probe");
      opening.onsuccess = () => { opening.result.close(); indexedDB.deleteDatabase("transformer-block probe"); done(true); };
      opening.onerror = () => done(false);
    } catch (refused) {
      done(false);
    }
  });

  // --- loading -----------------------------------------------------------------------------------------------------
  // Python's files are fetched from here, early and with a count. The worker that runs Python then finds them in the
  // browser's cache, or joins the fetch under way.
  async function fetchPython() {
    const total = Object.values(fetched).reduce((sum, size) => sum + size, 0);
    // The list of packages keeps its name when the course is renewed, so it alone is asked for anew: else the browser
    // would go on with the helper of yesterday for as long as its copy counts as fresh.
    const list = "pyodide-lock.json";
    const waiting = [list, ...Object.keys(fetched).filter((name) => name !== list)];
    let done = 0;
    const fetchSome = async () => {
      while (waiting.length) {
        const name = waiting.shift();
        const options = { priority: "low", cache: name === list ? "no-cache" : "default" };
        const answer = await fetch(new URL(`static/pyodide/${name}`, root), options);
        if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
        const reader = answer.body.getReader();
        for (let part = await reader.read(); !part.done; part = await reader.read()) {
          done += part.value.length;
          say(`Fetching Python: ${megabytes(done)} of ${megabytes(total)} MB (once; the browser keeps it)`, done / total);
        }
      }
    };
    await Promise.all([fetchSome(), fetchSome(), fetchSome()]);
  }

  // The page's logo leads to a file browser, which this site does not have.
  async function leadBackToTheLabs() {
    if (!await until(() => document.getElementById("jp-NotebookLogo"), 60)) return;
    const logo = document.getElementById("jp-NotebookLogo");
    logo.removeAttribute("target");
    logo.href = new URL("../book/labs.html", root).href;
    logo.textContent = "← All labs";
  }

  // --- keep what is written ----------------------------------------------------------------------------------------
  // Only what the learner writes is saved, a moment later: merely running cells must not make a copy, which would
  // then stand in place of the served notebook.
  async function keepWhatIsWritten() {
    if (!await until(() => panel()?.context?.isReady, 60)) return;
    const { context } = panel();
    const { model } = context;
    const written = () => JSON.stringify(Array.from(model.cells, (cell) => [cell.type, cell.sharedModel.getSource()]));
    let kept = written();
    let timer;
    const keep = async () => {
      clearTimeout(timer);
      const now = written();
      if (now === kept) return;
      await context.save();
      kept = now;
    };
    model.contentChanged.connect(() => { clearTimeout(timer); timer = setTimeout(keep, 500); });
    context.fileChanged.connect(() => { kept = written(); });
    document.addEventListener("visibilitychange", keep);
    addEventListener("beforeunload", (event) => {
      if (written() === kept) return;
      keep();
      event.preventDefault();
    });
    bar.dataset.keeping = "";
  }

  // --- a newer edition ---------------------------------------------------------------------------------------------
  async function tellOfNewerEdition() {
    const [folder, name] = path.split("/");
    const what = folder.startsWith("lab-") ? "lab" : "chapter";
    const listed = await (await fetch(new URL("contents.json", root), { cache: "no-cache" })).json();
    const about = listed.find((one) => `${one.slug}.ipynb` === name);
    const present = about?.[what];
    if (!present || present === path) return;
    warn(`This is an earlier edition of the ${what}. If you have written in it, that stays here.`, { href: `?path=${present}`, textContent: "Open the present edition" });
  }

  async function main() {
    document.body.append(bar);
    if (location.protocol === "file:") {
      warn("From a disk, browsers do not run labs. Run “make serve” in the course’s folder, or open the notebook in your own Jupyter.", download);
      return;
    }
    leadBackToTheLabs();
    if (!canRun) {
      warn("This browser cannot run Python (it lacks WebAssembly). Any current one can; or run the lab on your own machine.", download);
      return;
    }
    keepWhatIsWritten();
    tellOfNewerEdition();
    canKeep().then((can) => can || warn("This browser keeps nothing for this page (a private window?). The lab runs, and is gone when you close it: download it before you leave (menu File, Download)."));
    try {
      await fetchPython();
    } catch (trouble) {
      say("");
      warn(`Python could not be fetched (${trouble.message}). Check the connection and reload the page.`, download);
      return;
    }
    say("Starting Python ...");
    if (await until(() => panel()?.sessionContext?.session?.kernel?.status === "idle", 180)) {
      say("Python is ready. Run a cell with Shift+Enter.");
      await pause(4000);
      say("");
    } else {
      say("");
      warn("Python has not started. Reload the page; if that does not help, run the lab on your own machine.", download);
    }
  }

  document.addEventListener("DOMContentLoaded", main);
})();
