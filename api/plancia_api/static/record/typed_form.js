// What was typed into the form of a new game, kept by this tab alone while the page is left, for example to sign in. Names
// of people stand in no address.

const KEY = "plancia-new-game";
const EVERY_VARIANT = /^(name\.|event$|date$|source$)/; // fields that mean the same under other rules

/** @typedef {{place: string, variant: string, values: [string, string][]}} Typed */

/** Puts back what was typed into the same form before, and keeps what is typed when the page is left.
 * @param {HTMLFormElement} form */
export function returnTyped(form) {
  const [place, variant] = [["tournament", "round", "table"].map((name) => hidden(form, name)).join("/"), hidden(form, "variant")];
  const before = taken();
  if (before?.place === place) for (const [name, value] of before.values) if (variant === before.variant || EVERY_VARIANT.test(name)) put(form, name, value);
  let isSent = false;
  form.addEventListener("submit", () => (isSent = true));
  addEventListener("pageshow", () => (isSent = false));
  addEventListener("pagehide", () => {
    const values = typed(form);
    if (!isSent && values.some(([name, value]) => name.startsWith("name.") && value)) keep({ place, variant, values });
  });
}

/** What a form keeps: neither hidden fields nor the token. @param {HTMLFormElement} form @returns {[string, string][]} */
function typed(form) {
  const fields = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("input:not([type=hidden], [type=password])")]);
  return fields.filter(({ type, checked }) => type !== "radio" || checked).map(({ name, value }) => [name, value]);
}

/** @param {HTMLFormElement} form @param {string} name @param {string} value */
function put(form, name, value) {
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll(`input[name="${CSS.escape(name)}"]`))) {
    if (field.type === "radio") field.checked = field.value === value;
    else if (field.type !== "hidden") field.value = value;
  }
}

/** @param {HTMLFormElement} form @param {string} name */
function hidden(form, name) {
  return /** @type {HTMLInputElement|null} */ (form.querySelector(`input[type=hidden][name=${name}]`))?.value ?? "";
}

/** @param {Typed} values */
function keep(values) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(values));
  } catch {
    // a browser that keeps nothing
  }
}

/** What was kept, once. @returns {Typed|null} */
function taken() {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    sessionStorage.removeItem(KEY);
    return found;
  } catch {
    return null; // a browser that keeps nothing
  }
}
