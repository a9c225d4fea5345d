// The search button, and Ctrl+K or ⌘K: a field over the page, or the search page's own. What is typed leads to that page.
(() => {
  const dialog = document.getElementById("pst-search-dialog");
  const own = document.querySelector(":not(dialog) > form.bd-search input");
  const isMac = /^(Mac|iPhone|iPad)/.test(navigator.platform);
  function open() {
    if (own) own.select();
    else if (dialog.open) dialog.close();
    else dialog.showModal();
  }
  for (const button of document.querySelectorAll(".search-button__button")) button.addEventListener("click", open);
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  addEventListener("keydown", (event) => {
    const held = isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
    if (!held || event.shiftKey || event.altKey || event.key.toLowerCase() !== "k") return;
    event.preventDefault();
    open();
  }, { capture: true });
  if (isMac) for (const key of document.querySelectorAll(".kbd-shortcut__modifier:first-child")) key.textContent = "⌘";
})();
