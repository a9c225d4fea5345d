// The switch for all code: as the author folded it ("usual"), all open, or none.
(() => {
  const root = document.documentElement, next = { usual: "all", all: "none", none: "usual" };
  const boxes = [...document.querySelectorAll("details.tb-fold")];
  function fold(wanted) {
    for (const box of boxes) box.open = wanted === "usual" ? box.matches(".tb-plain") : wanted === "all";
  }
  // What the reader sees first below the page's bar: it stays where it is, whatever opens above it.
  function inView() {
    const line = 70, place = (element) => element.getBoundingClientRect();
    let first = document.querySelector("article");
    while (place(first).top < line && !first.matches(".tb-fold")) {
      const inner = [...first.children].find((child) => place(child).bottom > line);
      if (!inner) break;
      first = inner;
    }
    return [first, place(first).top];
  }
  document.querySelector(".tb-code-switch")?.addEventListener("click", () => {
    const wanted = next[root.dataset.code];
    const [first, top] = inView();
    root.setAttribute("data-code", wanted);
    localStorage.setItem("code", wanted);
    fold(wanted);
    // Again for a few frames: sections that come near are laid out only then (course.css).
    (function keep(frames) {
      scrollBy({ top: first.getBoundingClientRect().top - top, behavior: "instant" });
      if (frames) requestAnimationFrame(() => keep(frames - 1));
    })(5);
  });
})();
