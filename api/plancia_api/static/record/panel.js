// The panel below the board: what is due now, as buttons.

import { diceOf } from "./derive.js";
import { button, fill, make } from "./dom.js";

const SPOTS = [[], [5], [1, 9], [1, 5, 9], [1, 3, 7, 9], [1, 3, 5, 7, 9], [1, 3, 4, 6, 7, 9]]; // of the nine places of a face

/** What is asked, and a row of constant height, so that no button moves. @param {View} view @param {Hands} hands */
export function panel(view, hands) {
  return make("div", { class: "panel" }, asked(view, hands), hands.draft.steps.length ? placeRow(view, hands) : actions(view, hands));
}

/** @param {View} view @param {Hands} hands */
function asked(view, hands) {
  const { draft } = hands;
  if (view.due.advance && draft.isEmpty && !draft.mode) return advance(view, hands);
  if (draft.isThrow) return throwPad(view, hands);
  if (draft.mode === "move" && draft.source && draft.target) return rare(hands, "movePad", view);
  if (draft.mode === "card") return rare(hands, "cardPad", view);
  const text = draft.action(view) === "place" ? placed(view, hands) : hint(draft.mode === "move" ? "move.hint" : draft.source ? "attack.target" : "attack.hint", hands);
  const sets = view.due.sets.length ? hands.parts.get("pads")?.sets(view, hands) ?? [] : []; // beside the pad they would move it
  return make("div", {}, text, ...sets);
}

/** A pad of pads.js. @param {Hands} hands @param {"movePad"|"cardPad"|"lossPad"|"armyPad"} name @param {View} view */
function rare(hands, name, view) {
  return hands.parts.get("pads")?.[name](view, hands) ?? make("p", { class: "ask" }, "…");
}

/** @param {string} key @param {Hands} hands */
function hint(key, { words, names, draft }) {
  return make("p", { class: "ask" }, fill(words[key], { source: names[draft.source] }));
}

/** What may be done besides. @param {View} view @param {Hands} hands */
function actions(view, hands) {
  const { draft, words } = hands;
  const action = draft.action(view);
  const row = make("div", { class: "row tools", inert: draft.attack.length > 0 });
  const choose = (/** @type {string} */ mode) => () => {
    draft.choose(draft.mode === mode ? "" : mode);
    hands.redraw();
  };
  if (action !== "place") row.append(button(words.move, choose("move"), { class: "quiet", "aria-pressed": String(draft.mode === "move") }));
  if (view.due.cards || view.due.advance) row.append(button(words.card, choose("card"), { class: "quiet", "aria-pressed": String(draft.mode === "card") }));
  if (view.due.income && view.due.income.left > 0) row.append(button(action === "place" ? words.attack : words.place, choose(action === "place" ? "attack" : "place"), { class: "quiet" }));
  if (view.due.phase === "turn") row.append(button(fill(words.end, { player: hands.players[view.due.next] ?? "" }), () => hands.endTurn(), { class: `end ${action === "place" || draft.isThrow || view.due.advance ? "quiet" : "main"}` }));
  return row;
}

/** What is placed, and what is left. @param {View} view @param {Hands} hands */
function placed(view, { draft, words, names }) {
  const left = (view.due.income?.left ?? 0) - draft.steps.length;
  const items = Object.entries(draft.items).map(([code, count]) => `${names[code]} +${count}`).join(", ");
  return make("p", { class: "ask" }, items ? fill(words["place.items"], { items, left }) : fill(words["place.hint"], { left }));
}

/** @param {View} view @param {Hands} hands */
function placeRow(view, hands) {
  const { draft, words, names } = hands;
  const left = (view.due.income?.left ?? 0) - draft.steps.length;
  const last = draft.steps.at(-1) ?? "";
  const row = make("div", { class: "row tools" }, button(words["place.done"], () => hands.submit(draft.placed()), { class: "quiet" }));
  if (left > 1) row.append(button(fill(words["place.rest"], { count: left, place: names[last] }), () => hands.submit(draft.placeRest(hands.view)), { class: "main" }));
  return row;
}

/** @param {View} view @param {Hands} hands */
function advance(view, hands) {
  const { least, most, source, target } = /** @type {Advance} */ (view.due.advance);
  const counts = Array.from({ length: Math.max(0, most - least + 1) }, (_, place) => least + place);
  const row = make("div", { class: "row counts" }, ...counts.map((count) => button(String(count), () => hands.submit(hands.draft.advanced(count)), { class: count === least ? "main" : "quiet" })));
  return make("div", {}, make("p", { class: "ask" }, fill(hands.words.advance, { source: hands.names[source], target: hands.names[target], least })), row);
}

/** The pad of six faces for both sides. @param {View} view @param {Hands} hands */
function throwPad(view, hands) {
  const { draft, words, names } = hands;
  const isDiceless = draft.known.derives.table;
  const most = isDiceless ? { attack: 0, defence: 0 } : diceOf(view, draft.source, draft.target);
  const side = draft.side(view);
  const strange = !draft.near(draft.source).includes(draft.target);
  const slots = (/** @type {number[]} */ dice, /** @type {number} */ count, /** @type {string} */ kind) => make("span", { class: "slots" },
    ...dice.map((face) => make("i", { class: `d${face} ${kind}` }, String(face))),
    ...Array.from({ length: Math.max(0, count - dice.length) }, () => make("i", { class: draft.fewer && kind === "at" ? "free none" : "free", "aria-hidden": "true" })));
  const head = make("p", { class: "ask pair" },
    make("span", {}, names[draft.source], slots(draft.attack, most.attack, "at")),
    make("span", { class: "arrow", "aria-hidden": "true" }, "→"),
    make("span", {}, names[draft.target], slots(draft.defence, most.defence, "df")));
  const note = strange ? [make("p", { class: "notice" }, fill(words["attack.far"], { source: names[draft.source], target: names[draft.target] }))] : [];
  if (isDiceless) return make("div", {}, head, ...note, make("div", { class: "pad" }, rare(hands, "armyPad", view)));
  const body = draft.lossesOnly ? rare(hands, "lossPad", view) : facePad(view, hands, side);
  const row = make("div", { class: "row" }, button(draft.lossesOnly ? words["with-dice"] : words["losses-only"], () => {
    draft.lossesOnly = !draft.lossesOnly;
    hands.redraw();
  }, { class: "quiet", disabled: draft.attack.length > 0 }));
  if (!draft.lossesOnly) row.append(button(words[`fewer.${side}`], () => hands.submit(draft.noMore(hands.view)), { class: "quiet", disabled: !draft[side].length }));
  return make("div", {}, head, ...note, make("div", { class: "pad" }, body), row);
}

/** @param {View} view @param {Hands} hands @param {"attack"|"defence"} side */
function facePad(view, hands, side) {
  return make("div", { class: `faces ${side}`, role: "group", "aria-label": hands.words[`dice.${side}`] }, ...[1, 2, 3, 4, 5, 6].map((face) => {
    const made = button("", () => hands.submit(hands.draft.die(hands.view, face)), { "data-face": String(face), "aria-label": fill(hands.words[`die.${side}`], { face }) });
    made.append(...Array.from({ length: 9 }, (_, place) => make("span", { class: SPOTS[face].includes(place + 1) ? "spot" : undefined })));
    return made;
  }));
}
