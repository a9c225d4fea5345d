// Marks, in the list of sections, the one that is being read: the innermost one under a line near the top of the window,
// and at the page's end the last one, which cannot reach that line.
(() => {
  const links = new Map();
  for (const link of document.querySelectorAll("#pst-page-toc-nav a[href^='#']")) {
    const section = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (section) links.set(section, link);
  }
  const sections = [...links.keys()], end = document.querySelector(".prev-next-footer"), seen = new Set();
  const take = (entries) => {
    for (const { target, isIntersecting } of entries) seen[isIntersecting ? "add" : "delete"](target);
    const here = seen.has(end) ? sections.at(-1) : sections.filter((section) => seen.has(section)).pop();
    for (const [section, link] of links) {
      link.classList.toggle("active", section === here);
      link.closest(".toc-entry").classList.toggle("active", section.contains(here ?? null));
      if (section === here) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  const line = new IntersectionObserver(take, { rootMargin: "-15% 0px -85% 0px" });
  for (const section of sections) line.observe(section);
  if (sections.length) new IntersectionObserver(take, { threshold: 1 }).observe(end);
})();
