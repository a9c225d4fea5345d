// On paper nothing can be opened: answers open for print, and code is as the author folded it (sphinx_ext/folded_code.py).
(() => {
  const boxes = [...document.querySelectorAll("details:is(.dropdown, .tb-fold)")];
  let before = [];
  addEventListener("beforeprint", () => {
    before = boxes.map((box) => box.open);
    for (const box of boxes) box.open = box.matches(".dropdown, .tb-plain");
  });
  addEventListener("afterprint", () => boxes.forEach((box, i) => { box.open = before[i]; }));
})();
