// Sections far from the screen have a guessed height at first (course.css), and a search in the page that leads to one
// would miss it. So they are laid out one by one, once there is time for it.
(() => {
  const sections = [...document.querySelectorAll(".bd-article > section > section")], whenIdle = window.requestIdleCallback ?? setTimeout;
  const layOutNext = () => {
    const section = sections.shift();
    if (!section) return;
    section.style.contentVisibility = "visible";
    whenIdle(layOutNext);
  };
  addEventListener("load", () => whenIdle(layOutNext));
})();
