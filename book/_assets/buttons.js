// What the pages use of Bootstrap's 80 kB, the menu of downloads and the button that leads back to the top; answers open
// for print; and all of a page is laid out once there is time for it.
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

  // It shows while the reader scrolls up.
  const top = document.getElementById("pst-back-to-top");
  let before = scrollY;
  addEventListener("scroll", () => {
    top.style.display = scrollY < before && scrollY > 0 ? "block" : "none";
    before = scrollY;
  }, { passive: true });
  top.addEventListener("click", () => scrollTo(0, 0));

  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("details.dropdown:not([open])")];
    for (const answer of opened) answer.open = true;
  });
  addEventListener("afterprint", () => {
    for (const answer of opened) answer.open = false;
  });

  // Sections far from the screen have a guessed height until then (course.css), and a search in the page that leads to
  // one would miss it.
  const sections = [...document.querySelectorAll(".bd-article > section > section")], whenIdle = window.requestIdleCallback ?? setTimeout;
  const layOutNext = () => {
    const section = sections.shift();
    if (!section) return;
    section.style.contentVisibility = "visible";
    whenIdle(layOutNext);
  };
  addEventListener("load", () => whenIdle(layOutNext));
})();
