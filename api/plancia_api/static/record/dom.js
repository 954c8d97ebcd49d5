// Elements and sentences.

/** @param {string} id */
export function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** An element with attributes and content. An attribute that is true has no value; false and undefined leave it out.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name @param {Record<string, string|boolean|undefined>} [attributes] @param {...(Node|string)} content */
export function make(name, attributes = {}, ...content) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(key, "");
    else if (value !== undefined && value !== false) made.setAttribute(key, value);
  }
  made.append(...content);
  return made;
}

/** @param {string} text @param {() => void} act @param {Record<string, string|boolean|undefined>} [attributes] */
export function button(text, act, attributes = {}) {
  const made = make("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", act);
  return made;
}

/** A message with its values; `{n:one|many}` chooses by number.
 * @param {string} template @param {Record<string, string|number>} [values] */
export function fill(template, values = {}) {
  return template.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (_, name, one, many) => {
    const value = values[name] ?? "";
    return one === undefined ? String(value) : `${value} ${Number(value) === 1 ? one : many}`;
  });
}

const DICE = { "attack-die": "at", "defence-die": "df", die: "nd" };

/** A sentence with its players and dice marked.
 * @param {string} says @param {[number, number, string, string][]} marks */
export function sentence(says, marks) {
  const made = document.createDocumentFragment();
  const letters = [...says]; // places count characters
  let end = 0;
  for (const [start, stop, kind, detail] of marks) {
    const text = letters.slice(start, stop).join("");
    made.append(letters.slice(end, start).join(""));
    if (kind in DICE) made.append(make("i", { class: `d${detail} ${DICE[/** @type {keyof typeof DICE} */ (kind)]}` }, text));
    else if (kind === "player") made.append(make("b", { class: `p${detail}` }, text));
    else made.append(text);
    end = stop;
  }
  made.append(letters.slice(end).join(""));
  return made;
}
