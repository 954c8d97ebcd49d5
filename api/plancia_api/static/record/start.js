// The form of a new game: a colour taken from another player is exchanged with him.

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
