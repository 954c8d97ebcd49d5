// What can be done with a line of the list: undo it, correct it, object to it; what is not possible is said with its reason.

import { button, byId, fill, make } from "./dom.js";
import { contextOf } from "./seats.js";

/** Why an event cannot be undone by who is signed in; "" where nothing is known against it.
 * @param {Recording} recording @param {number} event */
export function whyNot({ list, data, words }, event) {
  const told = list.entries.flatMap((entry) => entry.told);
  const one = told.find((other) => other.event === event);
  if (list.voided.has(event)) return words["row.undone"];
  if (one && /^(VOID|FIX) /.test(one.line)) return words["row.correction"];
  if (!data.limited) return "";
  if (told.some(({ line }) => line.startsWith("OVER "))) return words["row.over"];
  const turn = Math.max(...told.filter(({ line }) => line.startsWith("TURN ")).map((other) => other.event), data.turn);
  return event < turn ? words["row.turn"] : "";
}

/** Asks what undoing an event would do; the reason against it, or "". @param {Page} page @param {number[]} events the last first */
export async function refusal(page, events) {
  const known = events.map((event) => whyNot(page.recording, event)).find(Boolean);
  if (known) return known;
  const { words, undoing, preview } = contextOf(page);
  const answer = await preview(events.map((event) => `${undoing} ${event} ${words["undo.reason"]}`));
  return answer?.unclear ? `${answer.unclear.detail}. ${words["row.later"]}` : "";
}

/** Opens the row that was tapped, or closes it. @param {Page} page @param {Element} target */
export function tapRow(page, target) {
  const event = target.closest(".row-acts") ? 0 : Number(target.closest("li")?.querySelector("button")?.textContent);
  if (!event) return;
  const { list } = page;
  const entry = list.entries.find((one) => one.told[0]?.event === event);
  const close = () => {
    list.open = null;
    page.redraw();
  };
  if (!entry || list.open?.entry === entry) close();
  else {
    list.open = { entry, made: rowActs(page, entry, close) };
    page.redraw();
    list.open.made.scrollIntoView({ block: "nearest" });
  }
}

/** What can be done with a stored entry, in its row. @param {Page} page @param {Entry} entry @param {() => void} close */
function rowActs(page, entry, close) {
  const { recording, words, data } = page;
  /** @type {number[]} */
  const events = recording.list.standing(entry).reverse().map((one) => one.event);
  const first = entry.told.find((one) => !one.derived) ?? entry.told[0];
  const note = make("p", { class: "hint", role: "status" });
  const why = make("input", { maxlength: "300", value: words["undo.reason"], "data-field": "row-why" });
  const undo = button(words["row.undo"], () => {
    const reason = why.value.trim() || words["undo.reason"];
    close();
    page.say(events.map((event) => `${recording.undoing} ${event} ${reason}`));
  }, { class: "main", disabled: true, "data-act": "row-undo" });
  const reason = make("label", { hidden: true }, words["ending.why"], " ", why);
  const link = (/** @type {string} */ text, /** @type {string} */ href, /** @type {string} */ act) => make("a", { class: "button", href, "data-act": act }, text);
  const correct = () => {
    const input = /** @type {HTMLInputElement} */ (byId("words"));
    input.value = `FIX A ${first.event} ${first.line.replace(/ \{.*\}$/, "")} {${why.value}}`;
    close();
    input.focus();
  };
  const links = [...(data.arbiter ? [button(words["row.correct"], correct, { class: "quiet", "data-act": "row-correct" })] : []),
    link(words["row.object"], `/disputes/new?game=${data.game}&event=${first.event}`, "row-object")];
  const shut = button(words["undo.no"], close, { class: "quiet", "data-act": "row-close" });
  const asked = events.length ? refusal(page, events) : Promise.resolve(whyNot(recording, first.event));
  asked.then((against) => {
    note.textContent = against ? fill(words["row.not"], { why: against }) : "";
    undo.disabled = Boolean(against);
    reason.hidden = undo.hidden = Boolean(against);
  });
  return make("div", { class: "row-acts" }, note, reason, make("div", { class: "row" }, undo, ...links, shut));
}
