// Light, dark, or as the reader's system: the button goes round the three, and the choice is kept.
(() => {
  const root = document.documentElement, dark = matchMedia("(prefers-color-scheme: dark)");
  function show(mode) {
    root.dataset.mode = mode;
    root.dataset.theme = mode === "auto" ? (dark.matches ? "dark" : "light") : mode;
    localStorage.setItem("mode", mode);
    localStorage.setItem("theme", root.dataset.theme);
  }
  dark.addEventListener("change", () => show(root.dataset.mode));
  for (const button of document.querySelectorAll(".theme-switch-button")) {
    button.addEventListener("click", () => {
      // What changes something comes first.
      const round = dark.matches ? ["auto", "light", "dark"] : ["auto", "dark", "light"];
      show(round[(round.indexOf(root.dataset.mode) + 1) % round.length]);
    });
  }
  show(root.dataset.mode || "auto");
})();
