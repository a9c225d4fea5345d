// Not every browser lets the keyboard scroll a box: one that has more to show than fits takes the focus.
(() => {
  // Called with boxes that are laid out, so that nothing here makes the browser lay out what is far from the screen.
  const watch = new ResizeObserver((entries) => {
    for (const { target: box } of entries) {
      if (box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  });
  for (const box of document.querySelectorAll("pre, .cell_output > .output, article div.math, article table")) watch.observe(box);
})();
