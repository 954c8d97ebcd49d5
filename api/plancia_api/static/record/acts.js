// The acts around a turn: claims, announcements, players who leave, the clock, the end, notes, undoing a stored event.

import { ask, confirmBox } from "./confirm.js";
import { button, fill, make } from "./dom.js";
import { refusal } from "./rows.js";
import { colours, contextOf } from "./seats.js";

/** Claims that win now, an announcement, a freeze, an extra turn that may be passed. @param {Due} due @param {Page} page */
export function urgent(due, page) {
  const context = contextOf(page);
  const { words, players, say } = context;
  const row = make("div", { class: "row" });
  const add = (/** @type {string} */ text, /** @type {string} */ said, /** @type {string} */ act) => row.append(button(text, () => say(said), { class: "quiet", "data-act": act }));
  for (const { what, certain } of due.claims) {
    if (certain) add(fill(words["ending.claim-now"], { player: players[due.player] ?? "", what: words[`ending.claim.${what}`] }), `rivendica ${CLAIMED[what]}`, "claim");
  }
  if (due.announcement) add(fill(words["ending.announce"], { what: words[`ending.announce.${due.announcement}`] ?? due.announcement }), "annuncio", "announce");
  if (due.freeze) add(fill(words["ending.freeze"], { player: players[due.freeze] ?? "" }), `congela ${due.freeze}`, "freeze");
  if (due.phase === "between" && due.turn) add(fill(words["ending.pass"], { player: players[due.next] ?? "" }), "passo", "pass");
  return row;
}

/** @type {Record<string, string>} */
const CLAIMED = { objective: "obiettivo", risiko: "risiko", world: "mondo" };
const ANNOUNCED = { penultimate: "penultimo", "third-last": "terzultimo", last: "ultimo", "finish-round": "finire" };
const CLOCK = { started: "inizio", expired: "sveglia", paused: "pausa", resumed: "ripresa" };
const LEAVING = { withdraw: "ritira", freeze: "congela", renounce: "rinuncia", owe: "debito", eliminate: "elimina" };
const FINAL = ["claim.objective", "claim.risiko", "claim.world", "leave.withdraw", "leave.eliminate", "over.agreement", "over.time", "over.abandoned"];
const ENDED = { agreement: "accordo", time: "tempo", abandoned: "interrotta" };

/** What the menu holds. @param {Due} due @param {Page} page @param {() => void} close @returns {HTMLElement[]} */
export function menuOf(due, page, close) {
  const context = contextOf(page);
  const { words } = context;
  const say = (/** @type {string} */ text) => {
    close();
    context.say(text);
  };
  const final = make("div", {}); // where what is not taken back is asked about
  const buttons = (/** @type {string} */ kind, /** @type {Record<string, string>} */ said, /** @type {(word: string) => string} */ text) =>
    Object.entries(said).map(([name, word]) => {
      const act = `${kind}.${name}`;
      return button(words[`ending.${act}`], () => (FINAL.includes(act) ? ask(final, confirmBox(text(word), context, close)) : say(text(word))), { class: "quiet", "data-act": act });
    });
  const player = seatChoice(context, words["ending.player"], due.player);
  const winner = seatChoice(context, words["ending.winner"], "", words["ending.nobody"]);
  const time = field(words["ending.time"], { type: "time", "data-field": "time" });
  const at = () => (time.input.value || page.data.live ? ` ${time.input.value || new Date().toLocaleTimeString("it", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" })}` : "");
  return [final,
    group(words["ending.claims"], ...buttons("claim", CLAIMED, (word) => `rivendica ${word}`)),
    group(words["ending.players"], player, ...buttons("leave", LEAVING, (word) => `${word} ${player.value}`)),
    group(words["ending.announcements"], ...buttons("announce", ANNOUNCED, (word) => `annuncio ${word}`)),
    group(words["ending.clock"], time.label, ...buttons("clock", CLOCK, (word) => `${word}${at()}`)),
    group(words["ending.end"], winner, ...buttons("over", ENDED, (word) => `finita ${word}${winner.value ? ` vince ${winner.value}` : ""}`)),
    noteForm(context, say), undoForm(context, say, page)];
}

/** @param {string} title @param {...Node} content */
function group(title, ...content) {
  return make("fieldset", {}, make("legend", {}, title), make("div", { class: "row" }, ...content));
}

/** @param {Context} context @param {string} label @param {string} chosen @param {string} [nobody] @returns {HTMLSelectElement} */
function seatChoice(context, label, chosen, nobody) {
  return make("select", { "aria-label": label, "data-field": nobody ? "winner" : "player" }, ...(nobody ? [make("option", { value: "" }, nobody)] : []),
    ...colours(context).map((letter) => make("option", { value: letter, selected: letter === chosen }, context.players[letter])));
}

/** @param {string} text @param {Record<string, string>} attributes */
function field(text, attributes) {
  const input = make("input", attributes);
  return { input, label: make("label", {}, text, " ", input) };
}

/** @param {Context} context @param {(text: string) => void} say */
function noteForm({ words }, say) {
  const note = field(words["ending.note"], { maxlength: "300", "data-field": "note" });
  return group(words["ending.notes"], note.label,
    button(words["ending.note-done"], () => note.input.value.trim() && say(`nota ${note.input.value.trim()}`), { class: "quiet", "data-act": "note" }));
}

/** An event stored before is undone by its number, with the reason; what cannot be undone is told before a reason is typed.
 * @param {Context} context @param {(text: string) => void} say @param {Page} page */
function undoForm(context, say, page) {
  const { words, undoing } = context;
  const number = field(words["ending.event"], { inputmode: "numeric", "data-field": "event" });
  const why = field(words["ending.why"], { maxlength: "300", "data-field": "why" });
  const send = () => number.input.value.trim() && why.input.value.trim() && say(`${undoing} ${number.input.value.trim()} ${why.input.value.trim()}`);
  const done = button(words["ending.undo-done"], send, { class: "quiet", "data-act": "undo" });
  const note = make("p", { class: "hint", role: "status" });
  number.input.addEventListener("input", async () => {
    const event = number.input.value.trim();
    const against = /^\d+$/.test(event) ? await refusal(page, [Number(event)]) : "";
    if (event !== number.input.value.trim()) return; // an answer to what was typed before
    note.textContent = against && fill(words["row.not"], { why: against });
    done.disabled = why.input.disabled = Boolean(against);
  });
  return group(words["ending.undo"], number.label, note, why.label, done);
}
