// The page of positions: territories of the board take the chosen owner and armies. The fields of the form keep them.

const FREE = "xyz";
const SHORT = /** @type {Record<string, string>} */ ({ ">=": "≥", "<=": "≤", "==": "=", ">": ">", "<": "<" });

/** @type {{words: Record<string, string>, places: Record<string, string>}} */
const data = JSON.parse(document.getElementById("data")?.textContent ?? "{}");
const form = /** @type {HTMLFormElement} */ (document.getElementById("position"));
const sign = /** @type {HTMLSelectElement} */ (document.getElementById("sign"));
const count = /** @type {HTMLInputElement} */ (document.getElementById("count"));

/** The two fields of a territory. @param {string} code */
function fields(code) {
  return { owner: /** @type {HTMLSelectElement} */ (form.elements.namedItem(code)),
    armies: /** @type {HTMLInputElement} */ (form.elements.namedItem(`${code}.n`)) };
}

/** What the fields of a territory say: owner, sign and number; null where the armies are no number.
 * @param {string} code @returns {{owner: string, sign: string, count: number}|null} */
function condition(code) {
  const { owner, armies } = fields(code);
  const text = armies.value.trim();
  const match = /^(>=|<=|==|=|<|>|≥|≤)? ?(\d{1,5})$/.exec(text);
  if (text && !match) return null;
  const signs = /** @type {Record<string, string>} */ ({ "=": "==", "≥": ">=", "≤": "<=" });
  return { owner: owner.value, sign: match ? signs[match[1]] ?? match[1] ?? ">=" : "", count: match ? Number(match[2]) : 0 };
}

/** A sentence with a number in the form `{count:singular|plural}`. @param {string} template @param {number} number */
function counted(template, number) {
  return template.replace(/\{count:([^|}]*)\|([^}]*)\}/, (_, one, many) => `${number} ${number === 1 ? one : many}`);
}

/** A condition in words; empty for none. @param {string} code */
function inWords(code) {
  const found = condition(code);
  if (!found || (!found.owner && !found.sign)) return "";
  const owner = found.owner ? data.words[found.owner] : data.words.anyone;
  return found.sign ? `${owner}, ${counted(data.words[`sign.${found.sign}`], found.count)}` : owner;
}

/** Draws the condition of a territory. @param {string} code */
function draw(code) {
  const found = condition(code);
  const [land, disc] = [document.getElementById(`b-${code}`), document.getElementById(`b-${code}-disc`)];
  if (!land || !disc || !found) return;
  const text = `${data.places[code]}: ${inWords(code) || data.words["no-condition"]}`;
  for (const part of [land, disc]) part.setAttribute("data-owner", found.owner || "?");
  disc.setAttribute("aria-label", text);
  const title = land.querySelector("title");
  if (title) title.textContent = text;
  const [armies, letter] = [disc.querySelector(".pb-armies"), disc.querySelector(".pb-letter")];
  const shown = found.sign ? SHORT[found.sign] + found.count : "";
  if (armies) {
    armies.textContent = shown;
    armies.toggleAttribute("data-long", shown.length > 2);
  }
  const free = found.owner ? FREE.indexOf(found.owner) : -1;
  if (letter) letter.textContent = free >= 0 ? String(free + 1) : found.owner.replace("-", "");
}

/** Lists the conditions, each with a button that removes it. */
function list() {
  const items = Object.keys(data.places).filter((code) => inWords(code)).map((code) => {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "plain";
    button.textContent = data.words.remove;
    button.setAttribute("aria-label", `${data.words.remove}: ${data.places[code]}`);
    button.addEventListener("click", () => {
      put(code, "", "");
      document.getElementById(`b-${code}-disc`)?.focus({ preventScroll: true });
    });
    const text = document.createElement("span");
    text.textContent = `${data.places[code]}: ${inWords(code)}`;
    item.append(text, button);
    return item;
  });
  const none = document.createElement("li");
  none.className = "hint";
  none.textContent = data.words.empty;
  document.getElementById("conditions")?.replaceChildren(...(items.length ? items : [none]));
}

/** Sets the fields of a territory. @param {string} code @param {string} owner @param {string} armies */
function put(code, owner, armies) {
  const both = fields(code);
  [both.owner.value, both.armies.value] = [owner, armies];
  show(code);
}

/** Shows a territory and the list as the fields are, and says so. @param {string} code */
function show(code) {
  draw(code);
  list();
  const said = document.getElementById("said");
  if (said) said.textContent = `${data.places[code]}: ${inWords(code) || data.words["no-condition"]}`;
}

/** The armies of the brush as the field has them: `3` at least, `=3` exactly. */
function brushArmies() {
  const number = Math.max(0, Math.min(99999, Math.trunc(Number(count.value)) || 0));
  if (!sign.value) return "";
  return sign.value === ">=" ? String(number) : sign.value === "==" ? `=${number}` : `${sign.value}${number}`;
}

/** Puts the brush on a territory, or clears one that is as the brush. @param {string} code */
function paint(code) {
  const owner = /** @type {HTMLInputElement|null} */ (form.querySelector("[name=brush]:checked"))?.value ?? "";
  const both = fields(code);
  const [armies, same] = [brushArmies(), both.owner.value === owner && both.armies.value === brushArmies()];
  if (same || (!owner && !armies)) put(code, "", "");
  else put(code, owner, armies);
}

/** Changes the least number of armies of a territory. @param {string} code @param {number} by */
function change(code, by) {
  const found = condition(code);
  if (!found) return;
  const next = Math.max(0, found.count + by);
  const prefix = found.sign === "==" ? "=" : ["", ">="].includes(found.sign) ? "" : found.sign;
  put(code, found.owner, next ? `${prefix}${next}` : "");
}

/** The territory that an element of the board belongs to. @param {EventTarget|null} target */
function territory(target) {
  return /** @type {Element|null} */ (target)?.closest(".map [data-code]")?.getAttribute("data-code") ?? "";
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const code = territory(event.target);
  if (!code || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Enter" || event.key === " ") paint(code);
  else if (event.key === "+" || event.key === "=") change(code, 1);
  else if (event.key === "-") change(code, -1);
  else if (event.key === "Delete" || event.key === "Backspace") put(code, "", "");
  else return;
  event.preventDefault();
}

for (const id of ["brushes", "how"]) document.getElementById(id)?.removeAttribute("hidden");
if (!form.querySelector("[aria-invalid]")) document.getElementById("twin")?.removeAttribute("open");
for (const code of Object.keys(data.places)) draw(code); // a reload restores the fields, not the drawing
list();
document.addEventListener("click", (event) => {
  const code = territory(event.target);
  if (code) paint(code);
});
document.addEventListener("keydown", onKey);
form.addEventListener("change", (event) => {
  const code = /** @type {HTMLInputElement} */ (event.target).name.split(".")[0];
  if (code in data.places) show(code);
});
count.addEventListener("input", () => {
  if (!sign.value) sign.value = ">=";
});
form.addEventListener("formdata", (event) => { // the address has what is said, not what is empty
  for (const [name, value] of [...event.formData.entries()]) if (value === "" || name === "brush") event.formData.delete(name);
});
