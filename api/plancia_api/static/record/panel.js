// The panel below the board: what is due now, as buttons.

import { diceOf } from "./derive.js";
import { button, fill, make } from "./dom.js";

const SPOTS = [[], [5], [1, 9], [1, 5, 9], [1, 3, 7, 9], [1, 3, 5, 7, 9], [1, 3, 4, 6, 7, 9]]; // of the nine places of a face

/** What is asked, and a row of constant height, so that no button moves. @param {View} view @param {Page} page */
export function panel(view, page) {
  return make("div", { class: "panel" }, asked(view, page), page.draft.steps.length ? placeRow(view, page) : actions(view, page));
}

/** @param {View} view @param {Page} page */
function asked(view, page) {
  const { draft } = page;
  if (view.due.advance && draft.isEmpty && !draft.mode) return advance(view, page);
  if (draft.isThrow) return throwPad(view, page);
  if (draft.mode === "move" && draft.source && draft.target) return rare(page, "movePad", view);
  if (draft.mode === "card") return rare(page, "cardPad", view);
  const text = draft.action(view) === "place" ? placed(view, page) : hint(draft.mode === "move" ? "move.hint" : draft.source ? "attack.target" : "attack.hint", page);
  const sets = view.due.sets.length ? page.parts.get("pads")?.sets(view, page) ?? [] : []; // beside the pad they would move it
  return make("div", {}, text, ...sets);
}

/** A pad of pads.js. @param {Page} page @param {"movePad"|"cardPad"|"lossPad"|"armyPad"} name @param {View} view */
function rare(page, name, view) {
  return page.parts.get("pads")?.[name](view, page) ?? make("p", { class: "ask" }, "…");
}

/** @param {string} key @param {Page} page */
function hint(key, { words, names, draft }) {
  return make("p", { class: "ask" }, fill(words[key], { source: names[draft.source] }));
}

/** What may be done besides. @param {View} view @param {Page} page */
function actions(view, page) {
  const { draft, words } = page;
  const action = draft.action(view);
  const row = make("div", { class: "row tools", inert: draft.attack.length > 0 });
  const choose = (/** @type {string} */ mode) => () => {
    draft.choose(draft.mode === mode ? "" : mode);
    page.redraw();
  };
  if (action !== "place") row.append(button(words.move, choose("move"), { class: "quiet", "aria-pressed": String(draft.mode === "move") }));
  if (view.due.cards || view.due.advance) row.append(button(words.card, choose("card"), { class: "quiet", "aria-pressed": String(draft.mode === "card") }));
  if (view.due.income && view.due.income.left > 0) row.append(button(action === "place" ? words.attack : words.place, choose(action === "place" ? "attack" : "place"), { class: "quiet" }));
  if (view.due.phase === "turn") row.append(button(fill(words.end, { player: page.players[view.due.next] ?? "" }), () => page.endTurn(), { class: `end ${action === "place" || draft.isThrow || view.due.advance ? "quiet" : "main"}` }));
  return row;
}

/** What is placed, and what is left. @param {View} view @param {Page} page */
function placed(view, { draft, words, names }) {
  const left = (view.due.income?.left ?? 0) - draft.steps.length;
  const items = Object.entries(draft.items).map(([code, count]) => `${names[code]} +${count}`).join(", ");
  return make("p", { class: "ask" }, items ? fill(words["place.items"], { items, left }) : fill(words["place.hint"], { left }));
}

/** @param {View} view @param {Page} page */
function placeRow(view, page) {
  const { draft, words, names } = page;
  const left = (view.due.income?.left ?? 0) - draft.steps.length;
  const last = draft.steps.at(-1) ?? "";
  const row = make("div", { class: "row tools" }, button(words["place.done"], () => page.submit(draft.placed()), { class: "quiet" }));
  if (left > 1) row.append(button(fill(words["place.rest"], { count: left, place: names[last] }), () => page.submit(draft.placeRest(page.view)), { class: "main" }));
  return row;
}

/** @param {View} view @param {Page} page */
function advance(view, page) {
  const { least, most, source, target } = /** @type {Advance} */ (view.due.advance);
  const counts = Array.from({ length: Math.max(0, most - least + 1) }, (_, place) => least + place);
  const row = make("div", { class: "row counts" }, ...counts.map((count) => button(String(count), () => page.submit(page.draft.advanced(count)), { class: count === least ? "main" : "quiet" })));
  return make("div", {}, make("p", { class: "ask" }, fill(page.words.advance, { source: page.names[source], target: page.names[target], least })), row);
}

/** The pad of six faces for both sides. @param {View} view @param {Page} page */
function throwPad(view, page) {
  const { draft, words, names } = page;
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
  if (isDiceless) return make("div", {}, head, ...note, make("div", { class: "pad" }, rare(page, "armyPad", view)));
  const body = draft.lossesOnly ? rare(page, "lossPad", view) : facePad(view, page, side);
  const row = make("div", { class: "row" }, button(draft.lossesOnly ? words["with-dice"] : words["losses-only"], () => {
    draft.lossesOnly = !draft.lossesOnly;
    page.redraw();
  }, { class: "quiet", disabled: draft.attack.length > 0 }));
  if (!draft.lossesOnly) row.append(button(words[`fewer.${side}`], () => page.submit(draft.noMore(page.view)), { class: "quiet", disabled: !draft[side].length }));
  return make("div", {}, head, ...note, make("div", { class: "pad" }, body), row);
}

/** @param {View} view @param {Page} page @param {"attack"|"defence"} side */
function facePad(view, page, side) {
  return make("div", { class: `faces ${side}`, role: "group", "aria-label": page.words[`dice.${side}`] }, ...[1, 2, 3, 4, 5, 6].map((face) => {
    const made = button("", () => page.submit(page.draft.die(page.view, face)), { "data-face": String(face), "aria-label": fill(page.words[`die.${side}`], { face }) });
    made.append(...Array.from({ length: 9 }, (_, place) => make("span", { class: SPOTS[face].includes(place + 1) ? "spot" : undefined })));
    return made;
  }));
}
