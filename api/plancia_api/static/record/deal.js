// Territories that are dealt, painted on the map player by player, with the number that the rules give each.

import { button, fill, make } from "./dom.js";
import { kept, store } from "./recording.js";
import { NEUTRAL, brushes, colours } from "./seats.js";

const MOST_BRUSH = 6; // armies of a tap that have a button at once
let brush = ""; // the player whom the recorder chose, until all territories of that player are recorded
let armies = 1; // of a tap, until what is painted is said
/** @type {Record<string, number>} armies by territory painted and not yet said; the panel is drawn again when an earlier input is stored */
const painted = {};
let isRead = false; // whether what was painted before the page was opened has been taken over

/** True if a player has fewer territories than the rules give, or none where no rule says. @param {Due} due @param {Context} context @param {string} letter */
function isMissing({ territories }, { board }, letter) {
  const limits = territories[letter];
  if (limits) return limits.held < limits.least;
  return letter !== "" && letter !== NEUTRAL && !Object.values(board.state).some(([owner]) => owner === letter);
}

/** `7 of 11`, or the number alone where no rule says. @param {Due} due @param {string} letter @param {number} painted @param {Record<string, string>} words */
export function countText({ territories }, letter, painted, words) {
  const { held, least, most } = territories[letter] ?? { held: 0, least: 0, most: 0 };
  const key = !most ? "opening.lands" : least === most ? "opening.count" : "opening.count-range";
  return fill(words[key], { count: held + painted, least, most });
}

/** @param {Due} due @param {Context} context */
export function dealWidget(due, context) {
  const { words, board, names, players } = context;
  const key = `plancia-painted-${context.game}`;
  const before = isRead ? null : kept(key);
  isRead = true;
  if (before) {
    ({ brush, armies } = before);
    Object.assign(painted, before.painted);
  }
  for (const code of Object.keys(painted)) if (!due.free.includes(code)) delete painted[code];
  const letters = [...colours(context), ...(due.territories[NEUTRAL] || !Object.keys(due.territories).length ? [NEUTRAL] : [])];
  let letter = isMissing(due, context, brush) ? brush : due.player || letters[0];
  let isSaid = false;
  const body = make("div", { class: "panel", "data-widget": "deal" });
  const total = () => (due.territories[letter]?.held ?? 0) + Object.keys(painted).length;
  const say = async () => {
    if (isSaid) return;
    isSaid = true;
    const said = { ...painted };
    const chosen = armies;
    armies = 1; // of the next player
    const answer = await context.say(letter === NEUTRAL ? neutralWords(said) : dealWords(letter, said), dealing(letter, said));
    isSaid = false;
    if (!answer?.unclear) return;
    Object.assign(painted, said); // not understood: still to be said
    armies = chosen;
    context.refresh();
  };
  const take = (/** @type {string} */ other) => {
    const limits = due.territories[letter];
    const isComplete = limits && other !== letter && Object.keys(painted).length && total() >= limits.least && total() <= limits.most;
    brush = other;
    if (isComplete) say(); // what is painted for the player before is complete
    else {
      letter = other;
      draw();
    }
  };
  const draw = () => {
    const shown = { ...board.state };
    for (const [code, count] of Object.entries(painted)) shown[code] = [letter, count];
    board.show(shown);
    board.target(due.free, Object.keys(painted));
    const codes = Object.keys(painted);
    store(key, codes.length && { brush: letter, armies, painted });
    const player = letter === NEUTRAL ? words["opening.neutral"] : players[letter] ?? letter;
    Object.assign(body.dataset, { of: letter, says: fill(words["opening.head"], { player, count: countText(due, letter, codes.length, words), free: due.free.length - codes.length }) });
    const list = codes.map((code) => `${names[code]}${painted[code] > 1 ? ` ${painted[code]}` : ""}`).join(", ");
    body.replaceChildren(
      make("p", { class: "ask" }, words["opening.deal"], " ", make("b", { "data-count-of": letter }, countText(due, letter, codes.length, words))),
      brushes(letters, letter, context, take, Object.fromEntries(letters.map((one) => [one, String(one === letter ? total() : due.territories[one]?.held ?? "")]))),
      counts(words["opening.armies"], words["opening.more-armies"], armies, (count) => {
        armies = count;
        draw();
      }),
      make("div", { class: "row" },
        button(fill(words["opening.deal-done"], { count: codes.length }), say, { class: "main", disabled: !codes.length, "data-act": "deal" }),
        ...(due.rest === letter && codes.length < due.free.length ? [button(fill(words["opening.all-free"], { count: due.free.length - codes.length }), () => {
          for (const code of due.free) painted[code] ??= armies;
          draw();
        }, { class: "quiet", "data-act": "all" })] : [])),
      make("p", { class: "painted" }, list), ...surplus(codes),
    );
  };
  /** More than the rules give: asked as soon as it is painted. @param {string[]} codes */
  const surplus = (codes) => {
    const limits = due.territories[letter];
    if (!limits || total() <= limits.most || !codes.length) return [];
    const last = /** @type {string} */ (codes.at(-1));
    const player = letter === NEUTRAL ? words["opening.neutral"] : players[letter] ?? letter;
    return [make("div", { class: "asks", role: "alert", "data-asks": "surplus" }, make("p", {}, fill(words["opening.too-many"], { player, count: total(), most: limits.most })),
      make("div", { class: "row" }, button(fill(words["opening.not-this"], { territory: names[last] }), () => {
        delete painted[last];
        draw();
      }, { class: "quiet", "data-act": "take-back" })))];
  };
  board.onTap((code) => {
    if (!due.free.includes(code) || isSaid) return;
    brush = letter;
    if (painted[code] === armies) delete painted[code];
    else painted[code] = armies;
    draw();
    context.refresh();
  });
  draw();
  return body;
}

/** The board with what is dealt, as long as no server has answered. @param {string} letter @param {Record<string, number>} dealt @returns {any} */
function dealing(letter, dealt) {
  return (/** @type {{board: Board, due: Due, says: string[]}} */ { board, due }) => {
    const count = due.territories[letter];
    const territories = count ? { ...due.territories, [letter]: { ...count, held: count.held + Object.keys(dealt).length } } : due.territories;
    const free = due.free.filter((code) => !dealt[code]);
    const player = Object.keys(territories).find((one) => territories[one].held < territories[one].least) ?? due.player;
    return { board: { ...board, ...Object.fromEntries(Object.entries(dealt).map(([code, armies]) => [code, [letter, armies]])) }, due: { ...due, territories, free, player, rest: "" }, says: [] };
  };
}

/** @param {string} letter @param {Record<string, number>} painted */
function dealWords(letter, painted) {
  return `${letter}: ${Object.entries(painted).map(([code, count]) => `${code} ${count}`).join(", ")}`;
}

/** @param {Record<string, number>} painted */
function neutralWords(painted) {
  const armies = Math.max(...Object.values(painted));
  return `neutrali ${Object.keys(painted).join(", ")}${armies > 1 ? ` ${armies}` : ""}`;
}

/** Armies of a tap: numbers, and one more than the greatest. @param {string} label @param {string} more @param {number} chosen @param {(count: number) => void} choose */
function counts(label, more, chosen, choose) {
  const most = Math.max(MOST_BRUSH, chosen);
  const numbers = Array.from({ length: most }, (_, place) => place + 1);
  return make("div", { class: "row counts", role: "group", "aria-label": label }, make("span", { class: "label" }, label),
    ...numbers.map((count) => button(String(count), () => choose(count), { class: "quiet", "aria-pressed": String(count === chosen), "data-count": String(count) })),
    button("+", () => choose(most + 1), { class: "quiet", "aria-label": more, "data-count": "more" }));
}
