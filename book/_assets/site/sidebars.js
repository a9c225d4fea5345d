// The list of chapters and the list of sections: beside the text where there is room, else in a dialog over it.
(() => {
  const wide = matchMedia("(min-width: 992px)"); // where the theme lays the chapters beside the text
  function move(from, to) {
    to.append(...from.childNodes);
    to.classList.add(...from.classList);
    from.className = "";
  }
  for (const name of ["primary", "secondary"]) {
    const button = document.querySelector(`.${name}-toggle`);
    const bar = document.getElementById(`pst-${name}-sidebar`), dialog = document.getElementById(`pst-${name}-sidebar-modal`);
    if (!button || !bar || !dialog) continue; // a page without sections has no list of them
    button.addEventListener("click", () => {
      if (name === "primary" && wide.matches) {
        bar.classList.toggle("pst-sidebar-hidden");
        return;
      }
      move(bar, dialog);
      dialog.showModal();
    });
    dialog.addEventListener("click", (event) => {
      // Beside it, or on a link to a place of this page.
      if (event.target === dialog || event.target.closest("a[href^='#']")) dialog.close();
    });
    dialog.addEventListener("close", () => move(dialog, bar));
  }
  // The next page opens its list of chapters where this one was scrolled to (sphinx_ext/first_paint.py).
  addEventListener("pagehide", () => {
    sessionStorage.setItem("sidebar-scroll-top", document.getElementById("pst-primary-sidebar").scrollTop);
  });
})();
