// The menu of acts around a turn: closed as a rule, so what is in it is loaded when it is opened or urgent.

import { make } from "./dom.js";

let isOpen = false;
/** @type {{key: string, made: HTMLElement|null}} it lasts as long as what is due, with what is typed in it */
let menu = { key: "", made: null };

/** What is urgent as buttons, and the menu; null outside of the turns.
 * @param {Due} due @param {Page} page */
export function menuFor(due, page) {
  if (!["turn", "between"].includes(due.phase)) return null;
  const isUrgent = due.announcement || due.freeze || (due.phase === "between" && due.turn) || due.claims.some(({ certain }) => certain);
  const acts = isUrgent || isOpen ? page.parts.get("acts") : null;
  const key = JSON.stringify([due.phase, due.player, due.claims, due.announcement, due.freeze, due.turn, due.round, Boolean(acts)]);
  if (key === menu.key && menu.made) return menu.made;
  const details = make("details", { class: "menu" }, make("summary", {}, page.words["ending.menu"]));
  details.open = isOpen;
  const close = () => {
    isOpen = false;
    menu.key = ""; // a menu made anew is closed and empty
  };
  if (acts) details.append(...acts.menuOf(due, page, close));
  details.addEventListener("toggle", () => {
    isOpen = details.open;
    if (isOpen && !acts) page.redraw();
  });
  menu = { key, made: make("div", { class: "acts" }, ...(acts && isUrgent ? [acts.urgent(due, page)] : []), details) };
  return menu.made;
}
