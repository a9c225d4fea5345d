// The whole screen for the page, its bar's shadow once the page is scrolled, and the way back to the top.
// The theme's button asks for this by name.
window.toggleFullScreen = () => document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
(() => {
  const top = document.getElementById("pst-back-to-top");
  let before = 0; // to ask now would make the browser lay out the page for it
  addEventListener("scroll", () => {
    document.body.classList.toggle("scrolled", scrollY > 0);
    top.style.display = scrollY < before && scrollY > 0 ? "block" : "none"; // while the reader scrolls up
    before = scrollY;
  }, { passive: true });
  top.addEventListener("click", () => scrollTo(0, 0));
})();
