// What is entered before the first turn: order of play, territories, draft, neutral territories, objectives, first armies.

/**
 * What `GET /games/ID/due` calls `due`, as far as this module reads it.
 * @typedef {{phase: string, player: string, free: string[], place: Record<string, number>, objectives: string[]}} Due
 *
 * What the page lends to a widget: names of territories by code, names of players by letter, the messages of the
 * catalogues `opening` and `ending`, and `say`, which hands an input in words of the table to the page.
 * @typedef {{board: unknown, names: Record<string, string>, players: Record<string, string>, lang: string,
 *   words: Record<string, string>, say: (text: string) => unknown}} Context
 */

/** The widget for what is due, or null if it does not belong to the opening.
 * @param {Due} due @param {Context} context @returns {HTMLElement|null} */
export function widgetFor(due, context) {
  return null;
}
