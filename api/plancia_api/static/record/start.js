// The form of a new game: a colour taken from another player is exchanged with him, the players typed so far are counted,
// and what was typed is there again when the page was left to sign in.

import { fill } from "./dom.js";
import { returnTyped } from "./typed_form.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("form.new-game"));
const count = /** @type {HTMLElement} */ (form.querySelector("[data-counts]"));

returnTyped(form);

/** @type {Map<string, string>} */
const chosen = new Map();
const swatches = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll(".swatch input")]);

for (const swatch of swatches) {
  if (swatch.checked) chosen.set(swatch.name, swatch.value);
  swatch.addEventListener("change", () => exchange(swatch));
}

/** Gives the colour that this row had to the row that had the new one. @param {HTMLInputElement} swatch */
function exchange(swatch) {
  const before = chosen.get(swatch.name) ?? "";
  const other = [...chosen].find(([name, colour]) => name !== swatch.name && colour === swatch.value);
  chosen.set(swatch.name, swatch.value);
  const given = other && swatches.find((one) => one.name === other[0] && one.value === before);
  if (!other || !given) return;
  given.checked = true;
  chosen.set(other[0], before);
}

/** Says how many players are typed where the rules have no game for so many; the server says it again. */
function countPlayers() {
  const rows = [...form.querySelectorAll(".seat")];
  const isTaken = (/** @type {HTMLInputElement} */ field) => (field.type === "radio" ? field.checked : field.value.trim() !== "");
  const found = rows.filter((row) => [.../** @type {NodeListOf<HTMLInputElement>} */ (row.querySelectorAll("[name^=name], [name^=reference], [name=virtual]"))].some(isTaken)).length;
  const { counts = "", allowed = "", says = "" } = count.dataset;
  count.hidden = !found || counts.split(" ").includes(String(found));
  count.textContent = count.hidden ? "" : fill(says, { count: found, allowed });
}

form.addEventListener("input", (event) => {
  if (/** @type {Element} */ (event.target).closest(".seats")) {
    document.getElementById("error-players")?.remove();
    countPlayers();
  }
});
if (!document.getElementById("error-players")) countPlayers();
