// Shares the address of a page in one tap: in the device's own way, else by copying it.

/** Shares an address; true where it was copied. @param {string} url */
export async function shareAddress(url) {
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    try {
      await navigator.share({ title: document.title, url });
      return false;
    } catch (error) {
      if (/** @type {Error} */ (error).name === "AbortError") return false;
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    return true;
  } catch {
    return copySelected(url);
  }
}

/** Copies a text where there is no clipboard, as in pages without HTTPS; shows it where that fails too.
 * @param {string} text */
function copySelected(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.style.cssText = "position:fixed;opacity:0";
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (!done) window.prompt("", text);
  return done;
}

/** The address of the page for somebody else: without what this reader chose for himself, and at the host that others
 * reach where this one is of this machine alone. */
function pageAddress() {
  const address = new URL(location.href);
  address.host = document.documentElement.dataset.host ?? address.host;
  for (const name of ["lang", "at", "object", "cited"]) address.searchParams.delete(name);
  address.hash = "";
  return address.href;
}

/** Shows the buttons, which do nothing without scripts. */
export function showShareButtons() {
  for (const button of document.querySelectorAll("[data-share]")) button.removeAttribute("hidden");
}

document.addEventListener("click", async (event) => {
  const button = /** @type {Element} */ (event.target).closest("[data-share]");
  if (button && (await shareAddress(pageAddress()))) button.textContent = button.getAttribute("data-done");
});
showShareButtons();
