// What widgets share: what the page lends to them, and the colours at the table, a disc with the colour's name and the player's.

import { button, make } from "./dom.js";
import { spoken } from "./spoken.js";

export const NEUTRAL = "-";

/** The colours at the table, in the order of the notation. @param {Context} context */
export function colours({ players }) {
  return [..."RBGYNV"].filter((letter) => letter in players);
}

/** A disc in a colour, the name of its player, and that of the colour where it is another. @param {string} letter @param {Context} context */
export function seat(letter, { players, colours: named, words }) {
  const name = letter === NEUTRAL ? words["opening.neutral"] : players[letter] ?? named[letter];
  const colour = letter === NEUTRAL || name === named[letter] ? [] : [" ", make("small", {}, named[letter].toLowerCase())];
  return make("span", { class: "who" }, make("span", { class: `chip p${letter}`, "aria-hidden": "true" }), " ", make("span", {}, name, ...colour));
}

/** A button with a chip. @param {string} letter @param {Context} context @param {() => void} act @param {Record<string, string>} [attributes] */
export function seatButton(letter, context, act, attributes = {}) {
  const made = button("", act, { class: "quiet", "data-seat": letter, ...attributes });
  made.append(seat(letter, context));
  return made;
}

/** What the page lends to widgets. @param {Page} page @returns {Context} */
export function contextOf(page) {
  const { data, recording, map } = page;
  return {
    names: data.names, players: data.players, words: data.words, colours: data.colours, goals: data.goals, lang: data.lang, game: data.game,
    undoing: recording.undoing, tell: (said) => spoken(said, data),
    preview: (said) => preview(recording, said),
    say: (text, effect) => page.say(text, effect),
    refresh: () => page.redraw(),
    board: {
      get state() {
        return page.view.board;
      },
      show: (board) => map.show(board),
      target: (codes, chosen = []) => {
        page.targets = new Set(codes);
        map.mark(page.targets, chosen);
      },
      onTap: (take) => {
        page.taken = take;
      },
    },
  };
}

/** What an input, or several, would become after everything said; null without network.
 * @param {Recording} recording @param {string|string[]} said */
async function preview(recording, said) {
  const answer = await recording.ask([...(recording.held?.lines ?? []), ...(typeof said === "string" ? [said] : said)]);
  const count = answer?.said.at(-1)?.lines.length ?? 0;
  return answer && { unclear: answer.unclear, told: count ? answer.told.slice(-count) : [] };
}

/** Six faces, one of which is chosen. @param {string} label @param {(face: number) => void} choose */
export function faces(label, choose) {
  const row = make("div", { class: "row die-row", role: "group", "aria-label": label });
  for (const face of [1, 2, 3, 4, 5, 6]) {
    row.append(button(String(face), () => {
      for (const other of row.children) other.setAttribute("aria-pressed", String(other.getAttribute("data-die") === String(face)));
      choose(face);
    }, { class: "quiet", "data-die": String(face), "aria-pressed": "false", "aria-label": `${label}: ${face}` }));
  }
  return row;
}

/** Whose territories or armies the next taps are; `notes` stand beside the names. @param {string[]} letters @param {string} chosen
 * @param {Context} context @param {(letter: string) => void} choose @param {Record<string, string>} [notes] */
export function brushes(letters, chosen, context, choose, notes = {}) {
  return make("div", { class: "row", role: "group", "aria-label": context.words["opening.whose"] }, ...letters.map((letter) => {
    const made = seatButton(letter, context, () => choose(letter), { "aria-pressed": String(letter === chosen) });
    if (notes[letter]) made.append(make("b", {}, `\u00a0${notes[letter]}`));
    return made;
  }));
}
