// The menu of downloads: by mouse, and by keyboard with arrows and Escape.
(() => {
  for (const button of document.querySelectorAll('[data-bs-toggle="dropdown"]')) {
    const menu = button.nextElementSibling;
    const items = [...menu.querySelectorAll("a, button")];
    const show = (open) => {
      button.classList.toggle("show", open);
      menu.classList.toggle("show", open);
      button.setAttribute("aria-expanded", open);
    };
    document.addEventListener("click", (event) => show(button.contains(event.target) && !menu.classList.contains("show")));
    button.parentElement.addEventListener("focusout", (event) => {
      if (event.relatedTarget && !button.parentElement.contains(event.relatedTarget)) show(false);
    });
    button.parentElement.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (event.key === "Escape" && menu.classList.contains("show")) {
        show(false);
        button.focus();
      } else if (step) {
        event.preventDefault(); // do not scroll
        show(true);
        const next = items.indexOf(document.activeElement) + step;
        items[Math.min(Math.max(next, 0), items.length - 1)].focus();
      }
    });
  }
})();
