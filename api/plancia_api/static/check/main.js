// The page /check: reads the text on the device while it is typed, shows problems in it and below it, sends nothing.

import { check, loadReader } from "./reading.js";
import { indexOf } from "./wording.js";

/** @typedef {import("./reading.js").Found} Found */

const SLOW = 12; // the pause before a text is read, as a multiple of what reading it took
/** @type {CheckData} */
const data = JSON.parse(document.getElementById("data")?.textContent ?? "{}");
const { say } = data;
const area = /** @type {HTMLTextAreaElement} */ (document.getElementById("text"));
const picker = /** @type {HTMLInputElement} */ (document.getElementById("file"));
const by = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const [numbers, marks, summary] = ["numbers", "marks", "summary"].map(by);

/** @type {Rgn} */
let rgn;
/** @type {Uint8Array | null} Of a file, until its text is changed: bytes that are no UTF-8 are a problem of their own. */
let bytes = null;
let took = 0; // milliseconds of the last reading
let timer = 0;

/** A sentence with a number: `{count:singular|plural}`. @param {string} key @param {number} count */
const counted = (key, count) => say[key].replace(/\{count(?::([^|}]*)\|([^}]*))?\}/,
  (_, one, many) => (one === undefined ? String(count) : `${count} ${count === 1 ? one : many}`));

/** @template {keyof HTMLElementTagNameMap} T @param {T} tag @param {string} text @param {string} [name] */
function element(tag, text, name = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  if (name) made.className = name;
  return made;
}

/** @param {Found} found */
function sentence(found) {
  if (found.isForeign) return say.foreign;
  const problems = found.problems.length ? counted("problems", found.problems.length) : say["no-problem"];
  const untidy = found.form.length ? counted("untidy", found.form.length)
    : found.problems.length ? say["no-untidy"] : say.tidy;
  return `${counted("games", found.games)}, ${counted("events", found.events)}; ${problems}; ${untidy}.`;
}

/** Selects what stands at a place of the text, and shows it. @param {number} line @param {number} column
 * @param {number} length */
function jump(line, column, length) {
  const lines = area.value.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const start = before + indexOf(lines[line - 1] ?? "", column);
  area.focus({ preventScroll: true });
  area.setSelectionRange(start, length ? start + length : before + (lines[line - 1] ?? "").length);
  const height = parseFloat(getComputedStyle(area).lineHeight);
  area.scrollTop = Math.max(0, (line - 1) * height - area.clientHeight / 2);
  area.scrollIntoView({ block: "nearest" });
  follow();
}

/** A row of a list: a button with its place, and its words. @param {string} code @param {string} place
 * @param {string} detail @param {() => void} act */
function row(code, place, detail, act) {
  const item = document.createElement("li");
  item.dataset.code = code;
  const button = element("button", place, "place plain");
  button.type = "button";
  button.addEventListener("click", act);
  const words = element("span", detail);
  item.append(button, " ", words);
  return { item, words };
}

/** @param {Found} found */
function list(found) {
  const problems = found.problems.map((one) => row(one.code,
    say.place.replace("{line}", String(one.line)).replace("{column}", String(one.column)), one.detail,
    () => jump(one.line, one.column, one.length)).item);
  const form = found.form.slice(0, data.most).map((one) => {
    const { item, words } = row(one.code, say.line.replace("{line}", String(one.line)), data.form[one.code],
      () => jump(one.line, 1, 0));
    for (const [tag, text] of /** @type {["del" | "ins", string][]} */ ([["del", one.found], ["ins", one.canonical]])) {
      if (!text) continue;
      const changed = element(tag, "");
      changed.append(element("code", text));
      words.append(changed);
    }
    return item;
  });
  for (const [id, items] of /** @type {[string, HTMLElement[]][]} */ ([["problems", problems], ["form", form]])) {
    by(id).querySelector("ol")?.replaceChildren(...items);
    by(id).hidden = items.length === 0;
  }
  const more = found.form.length - form.length;
  by("more").hidden = more <= 0;
  by("more").textContent = counted("more", more);
}

/** Marks what is at fault in the text, and the numbers of its lines. @param {Found} found */
function mark(found) {
  const lines = area.value.split("\n");
  /** @type {Map<number, import("./reading.js").Problem>} */
  const first = new Map();
  for (const one of [...found.problems].reverse()) first.set(one.line, one);
  const untidy = new Set(found.form.map((one) => one.line));
  /** @type {(string | Node)[]} */
  const shown = [];
  /** @type {(string | Node)[]} */
  const counts = [];
  for (const [index, line] of lines.entries()) {
    const problem = first.get(index + 1);
    const kind = problem ? "bad" : untidy.has(index + 1) ? "untidy" : "";
    counts.push(kind ? element("b", String(index + 1), kind) : String(index + 1), "\n");
    if (problem) {
      const start = indexOf(line, problem.column);
      const end = start + (problem.length || 1);
      shown.push(line.slice(0, start), element("mark", line.slice(start, end) || " "), `${line.slice(end)}\n`);
    } else {
      shown.push(`${line}\n`);
    }
  }
  marks.replaceChildren(...joined(shown));
  numbers.replaceChildren(...joined(counts));
  follow();
}

/** Neighbouring texts as one, since a node for each line is slow. @param {(string | Node)[]} parts */
function joined(parts) {
  /** @type {(string | Node)[]} */
  const made = [];
  let text = "";
  for (const part of parts) {
    if (typeof part === "string") {
      text += part;
    } else {
      made.push(text, part);
      text = "";
    }
  }
  return [...made, text];
}

/** Marks and numbers stay beside the text. */
function follow() {
  marks.style.transform = `translate(${-area.scrollLeft}px, ${-area.scrollTop}px)`;
  numbers.scrollTop = area.scrollTop;
}

/** Reads the text and shows what is found. */
function show() {
  const start = performance.now();
  const input = bytes ?? area.value;
  if (input.length === 0) {
    for (const id of ["problems", "form"]) by(id).hidden = true;
    marks.textContent = "";
    numbers.textContent = "1";
    summary.textContent = say.empty;
    return;
  }
  const found = check(rgn, input, data);
  list(found);
  mark(found);
  const text = sentence(found);
  if (summary.textContent !== text) summary.textContent = text;
  took = performance.now() - start;
}

/** Reads after a pause, which is longer for a text that takes long to read. */
function later() {
  clearTimeout(timer);
  timer = setTimeout(show, Math.min(2000, 150 + took * SLOW));
}

/** A file is read here and becomes the text; it is not sent. */
async function pick() {
  const [file] = picker.files ?? [];
  if (!file) return;
  const read = new Uint8Array(await file.arrayBuffer());
  area.value = rgn.decode(read).text;
  bytes = read;
  show();
}

/** From here on the device reads. */
async function start() {
  rgn = await loadReader(data.reader);
  const where = by("where");
  where.textContent = where.dataset.local ?? "";
  by("send").hidden = true;
  by("check").classList.add("live");
  by("check").addEventListener("submit", (event) => event.preventDefault());
  area.addEventListener("input", () => {
    bytes = null;
    later();
  });
  area.addEventListener("scroll", follow);
  picker.addEventListener("change", pick);
  show();
  by("check").dataset.ready = "true";
}

start().catch((error) => {
  summary.textContent = say.failed;
  throw error;
});
