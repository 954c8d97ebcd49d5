// What is entered at the end of a game: closing throws, objectives opened, score, signatures, approval, receipt.

/** @typedef {import("./opening.js").Context} Context */
/**
 * What `GET /games/ID/due` calls `due`, as far as this module reads it.
 * @typedef {{phase: string, player: string, objectives: string[], announcement: string, freeze: string,
 *   throw: {player: string, dice: number, most: number, bonus: boolean}|null,
 *   claims: {what: string, certain: boolean}[], end: {recorded: boolean, why: string[]}|null}} Due
 */

/** The widget for what is due, or null if it does not belong to the end.
 * @param {Due} due @param {Context} context @returns {HTMLElement|null} */
export function widgetFor(due, context) {
  return null;
}

/** The menu of acts around a turn: clock, announcement, claim, withdrawal, freeze, note, undoing a stored event.
 * @param {Due} due @param {Context} context @returns {HTMLElement|null} */
export function menuFor(due, context) {
  return null;
}
