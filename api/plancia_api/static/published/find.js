// The search of a published site: all words, in any order, without accents, over the list in find-index.js.

const MOST = 50; // rows shown
const field = /** @type {HTMLInputElement} */ (document.getElementById("find"));
const list = /** @type {HTMLElement} */ (document.getElementById("found"));
const state = /** @type {HTMLElement} */ (document.getElementById("state"));
/** @type {[string, string, string][]} */
const rows = Reflect.get(window, "planciaIndex") ?? [];
const texts = rows.map(([, title, details]) => plain(`${title} ${details}`));

/** @param {string} text */
function plain(text) {
  return text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
}

/** @param {[string, string, string]} row */
function item([file, title, details]) {
  const [place, link, small] = ["li", "a", "small"].map((name) => document.createElement(name));
  link.setAttribute("href", file);
  link.textContent = title;
  small.textContent = details;
  place.append(link, document.createElement("br"), small);
  return place;
}

function search() {
  const words = plain(field.value).split(/\s+/).filter(Boolean);
  const found = words.length ? rows.filter((_, number) => words.every((word) => texts[number].includes(word))) : [];
  list.replaceChildren(...found.slice(0, MOST).map(item));
  const { nothing = "", more = "" } = state.dataset;
  state.textContent = words.length && !found.length ? nothing : found.length > MOST ? more : "";
}

field.addEventListener("input", search);
field.focus();
search(); // the browser may have kept what was typed
