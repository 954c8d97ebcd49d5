// Shows the buttons that print a page: without scripts the browser's own menu does it.
for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("button[data-print]"))) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
