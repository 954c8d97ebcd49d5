// What is entered at the end of a game (closing throws, the end, objectives opened, points, signatures), and the acts around a
// turn: claims, announcements, players who leave, the clock, notes, undoing a stored event.

import { button, fill, make } from "./dom.js";
import { colours, faces, objectivesWidget, seat, seatButton } from "./opening.js";

/** @typedef {import("./opening.js").Context} Context */
/**
 * What `GET /games/ID/due` calls `due`, as far as this module reads it.
 * @typedef {{phase: string, player: string, next: string, turn: string, round: number, announcement: string, freeze: string,
 *   throw: {player: string, dice: number, most: number, bonus: boolean}|null, claims: {what: string, certain: boolean}[],
 *   end: {recorded: boolean, why: string[]}|null, unopened: string[], signed: string[], unsigned: string[], impossible: number}} Due
 */

const ARBITER = "A";
let passedOver = ""; // the closing throw that the recorder does not want to enter now
let isMenuOpen = false;
/** @type {{key: string, made: HTMLElement|null}} the menu lasts while what is due stays, so that what is typed in it does too */
let menu = { key: "", made: null };

/** The widget for what is due, or null if it does not belong to the end.
 * @param {Due} due @param {Context} context @returns {HTMLElement|null} */
export function widgetFor(due, context) {
  if (due.phase === "over" && !due.impossible) return due.end?.recorded ? overWidget(due, context) : endWidget(context);
  if (due.phase === "between" && due.throw && passedOver !== throwKey(due)) return throwWidget(due, context);
  return null;
}

/** @param {Due} due */
function throwKey({ throw: throwDue, round, next }) {
  return JSON.stringify([throwDue, round, next]);
}

/** The rules have ended the game, and its end is not recorded yet. @param {Context} context */
function endWidget({ words, say }) {
  return make("div", { class: "panel", "data-widget": "end" }, make("p", { class: "ask" }, words["ending.rules"]),
    make("div", { class: "row" }, button(words["ending.write"], () => say("fine"), { class: "main", "data-act": "end" })));
}

/** The closing throw of the player whose turn ended, or the arbiter's die. @param {Due} due @param {Context} context */
function throwWidget(due, context) {
  const { words, say, players } = context;
  const thrown = /** @type {NonNullable<Due["throw"]>} */ (due.throw);
  const isArbiter = thrown.player === ARBITER;
  /** @type {number[]} */
  const dice = [];
  const take = (/** @type {number} */ place) => (/** @type {number} */ face) => {
    dice[place] = face;
    const count = dice.filter(Boolean).length;
    if (count === thrown.dice) say(isArbiter ? `arbitro ${dice[0]}` : `sdadata ${dice.join("")}${thrown.bonus ? " bonus" : ""}`);
  };
  const pads = Array.from({ length: thrown.dice }, (_, place) => faces(fill(words["ending.die"], { place: place + 1 }), take(place)));
  const who = isArbiter ? make("b", {}, words["ending.arbiter"]) : seat(thrown.player, context);
  const row = make("div", { class: "row" });
  if (!isArbiter) {
    row.append(button(words["ending.no-throw"], () => say("niente sdadata"), { class: "quiet", "data-act": "no-throw" }),
      button(words["ending.defer"], () => say("rimanda 1"), { class: "quiet", "data-act": "defer" }));
  }
  row.append(button(words["ending.go-on"], () => {
    passedOver = throwKey(due);
    context.refresh();
  }, { class: "quiet", "data-act": "go-on" }));
  return make("div", { class: "panel", "data-widget": "throw" },
    make("p", { class: "ask" }, who, " ", fill(words["ending.throw"], { most: thrown.most })), ...pads,
    make("p", { class: "hint" }, isArbiter ? "" : fill(words["ending.throw-hint"], { next: players[due.next] ?? "" })), row);
}

/** The game is over: objectives opened, points said, signatures, then the result. @param {Due} due @param {Context} context */
function overWidget(due, context) {
  const { words } = context;
  const result = make("a", { class: "button main", href: `/record/${context.game}/result`, "data-act": "result" }, words["ending.result"]);
  result.addEventListener("click", async (event) => {
    event.preventDefault();
    await context.leave?.();
    location.assign(/** @type {HTMLAnchorElement} */ (result).href);
  });
  return make("div", { class: "panel", "data-widget": "over" },
    make("p", { class: "ask" }, make("b", {}, words["ending.over"])),
    ...(due.unopened.length ? [objectivesWidget(due.unopened, context, due.phase)] : []),
    signatures(due, context),
    make("div", { class: "row" }, result),
    make("details", {}, make("summary", {}, words["ending.points"]), pointsForm(context)));
}

/** Every player confirms the result by a tap; those that did are recorded at once. @param {Due} due @param {Context} context */
function signatures(due, context) {
  const { words, say } = context;
  const missing = due.unsigned;
  const signed = due.signed.map((letter) => make("span", { class: "ordered" }, seat(letter, context), " ✓"));
  if (!missing.length) return make("div", {}, make("p", { class: "ask" }, words["ending.all-signed"]), make("div", { class: "row" }, ...signed));
  /** @type {Set<string>} */
  const tapped = new Set();
  const done = button(words["ending.sign"], () => say(`firmano ${[...tapped].join(" ")}`), { class: "main", disabled: true, "data-act": "sign" });
  const row = make("div", { class: "row" }, ...signed, ...missing.map((letter) => {
    const made = seatButton(letter, context, () => {
      if (tapped.has(letter)) tapped.delete(letter);
      else tapped.add(letter);
      made.setAttribute("aria-pressed", String(tapped.has(letter)));
      /** @type {HTMLButtonElement} */ (done).disabled = !tapped.size;
      if (tapped.size === missing.length) say(`firmano ${missing.join(" ")}`);
    }, { "aria-pressed": "false", "data-act": "confirm" });
    return made;
  }));
  return make("div", {}, make("p", { class: "ask" }, words["ending.signatures"]), row, make("div", { class: "row" }, done));
}

/** Points as the table counted them. @param {Context} context */
function pointsForm(context) {
  const fields = colours(context).map((letter) => {
    const input = /** @type {HTMLInputElement} */ (make("input", { inputmode: "decimal", class: "short", "aria-label": context.players[letter], "data-points": letter }));
    return { letter, input, row: make("label", { class: "seat-row" }, seat(letter, context), input) };
  });
  const say = () => {
    const said = fields.filter(({ input }) => input.value.trim()).map(({ letter, input }) => `${letter} ${input.value.trim()}`);
    if (said.length) context.say(`punti ${said.join(" ")}`);
  };
  return make("div", {}, ...fields.map(({ row }) => row), make("div", { class: "row" }, button(context.words["ending.points-done"], say, { class: "quiet", "data-act": "points" })));
}

/** What is urgent as buttons, and the menu of acts around a turn. @param {Due} due @param {Context} context @returns {HTMLElement|null} */
export function menuFor(due, context) {
  if (!["turn", "between"].includes(due.phase)) return null;
  const key = JSON.stringify([due.phase, due.player, due.claims, due.announcement, due.freeze, due.turn, due.round]);
  if (key !== menu.key || !menu.made) menu = { key, made: make("div", { class: "acts" }, urgent(due, context), actsMenu(due, context)) };
  return menu.made;
}

/** Claims that win now, an announcement, a freeze, an extra turn that may be passed. @param {Due} due @param {Context} context */
function urgent(due, context) {
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
const LEAVING = { withdraw: "ritira", freeze: "congela", renounce: "rinuncia", owe: "debito" };
const ENDED = { agreement: "accordo", time: "tempo", abandoned: "interrotta" };

/** @param {Due} due @param {Context} context */
function actsMenu(due, context) {
  const { words, say } = context;
  const made = make("details", { class: "menu" });
  /** @type {HTMLDetailsElement} */ (made).open = isMenuOpen;
  made.addEventListener("toggle", () => {
    isMenuOpen = /** @type {HTMLDetailsElement} */ (made).open;
  });
  const close = (/** @type {string} */ text) => {
    isMenuOpen = false;
    menu.key = ""; // a menu made anew is closed and empty
    say(text);
  };
  const buttons = (/** @type {string} */ kind, /** @type {Record<string, string>} */ said, /** @type {(word: string) => string} */ text) =>
    Object.entries(said).map(([name, word]) => button(words[`ending.${kind}.${name}`], () => close(text(word)), { class: "quiet", "data-act": `${kind}.${name}` }));
  const player = seatChoice(context, words["ending.player"], due.player);
  const winner = seatChoice(context, words["ending.winner"], "", words["ending.nobody"]);
  const time = field(words["ending.time"], { type: "time", "data-field": "time" });
  const at = () => (time.input.value ? ` ${time.input.value}` : "");
  made.append(make("summary", {}, words["ending.menu"]),
    group(words["ending.claims"], ...buttons("claim", CLAIMED, (word) => `rivendica ${word}`)),
    group(words["ending.players"], player, ...buttons("leave", LEAVING, (word) => `${word} ${player.value}`)),
    group(words["ending.announcements"], ...buttons("announce", ANNOUNCED, (word) => `annuncio ${word}`)),
    group(words["ending.clock"], time.label, ...buttons("clock", CLOCK, (word) => `${word}${at()}`)),
    group(words["ending.end"], winner, ...buttons("over", ENDED, (word) => `finita ${word}${winner.value ? ` vince ${winner.value}` : ""}`)),
    noteForm(context, close), undoForm(context, close));
  return made;
}

/** @param {string} title @param {...Node} content */
function group(title, ...content) {
  return make("fieldset", {}, make("legend", {}, title), make("div", { class: "row" }, ...content));
}

/** @param {Context} context @param {string} label @param {string} chosen @param {string} [nobody] @returns {HTMLSelectElement} */
function seatChoice(context, label, chosen, nobody) {
  const made = make("select", { "aria-label": label, "data-field": nobody ? "winner" : "player" }, ...(nobody ? [make("option", { value: "" }, nobody)] : []),
    ...colours(context).map((letter) => make("option", { value: letter, selected: letter === chosen }, context.players[letter])));
  return /** @type {HTMLSelectElement} */ (made);
}

/** @param {string} text @param {Record<string, string>} attributes */
function field(text, attributes) {
  const input = /** @type {HTMLInputElement} */ (make("input", attributes));
  return { input, label: make("label", {}, text, " ", input) };
}

/** @param {Context} context @param {(text: string) => void} say */
function noteForm({ words }, say) {
  const note = field(words["ending.note"], { maxlength: "300", "data-field": "note" });
  return group(words["ending.notes"], note.label,
    button(words["ending.note-done"], () => note.input.value.trim() && say(`nota ${note.input.value.trim()}`), { class: "quiet", "data-act": "note" }));
}

/** An event stored before is undone by its number, with the reason. @param {Context} context @param {(text: string) => void} say */
function undoForm({ words }, say) {
  const number = field(words["ending.event"], { inputmode: "numeric", "data-field": "event" });
  const why = field(words["ending.why"], { maxlength: "300", "data-field": "why" });
  const send = () => number.input.value.trim() && why.input.value.trim() && say(`annulla ${number.input.value.trim()} ${why.input.value.trim()}`);
  return group(words["ending.undo"], number.label, why.label, button(words["ending.undo-done"], send, { class: "quiet", "data-act": "undo" }));
}
