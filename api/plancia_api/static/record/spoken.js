// What was said, as a person reads it, as long as no server has told it: names in place of codes, colours in place of letters.

import { losses } from "./derive.js";
import { fill, make } from "./dom.js";

const UNDO = /^annulla (?:arbitro )?(\d+) (.+)$/;
const ATTACK = /^([A-Z]{3}) ([A-Z]{3}) (?:([1-6]+) ([1-6]+)|-(\d)-(\d)|(\d)v(\d))$/;

/** @param {string} said @param {PageData} data @returns {DocumentFragment} */
export function spoken(said, { names, players, words, derives }) {
  const made = document.createDocumentFragment();
  const [, source, target, attack, defence, first, second, engaged, defenders] = ATTACK.exec(said) ?? [];
  if (names[source] && names[target]) {
    const lost = engaged ? derives.table?.[Number(engaged) - 1]?.[Number(defenders) - 1] : attack ? losses([...attack].map(Number), [...defence].map(Number)) : [first, second];
    if (lost && (!attack || derives.losses)) made.append(make("b", { class: "lost" }, `−${lost[0]} −${lost[1]}`), " ");
    made.append(fill(words["said.attack"], { source: names[source], target: names[target] }));
    if (attack) made.append(" ", ...dice(attack, "at"), `${words["said.against"]} `, ...dice(defence, "df"));
    if (engaged) made.append(" ", fill(words["said.engaged"], { attack: engaged, defence: defenders }));
    return made;
  }
  const [, event, why] = UNDO.exec(said) ?? [];
  if (event) {
    made.append(fill(words["said.undo"], { event, why }));
    return made;
  }
  if (said.startsWith("+")) made.append(words.place, " ");
  for (const part of said.split(/(\s+|[:,])/)) {
    if (names[part]) made.append(names[part]);
    else if (players[part]) made.append(make("span", { class: `chip p${part}`, "aria-hidden": "true" }), " ", players[part]);
    else made.append(words[`said.${part}`] ?? part);
  }
  return made;
}

/** @param {string} faces @param {string} side class of the side that threw */
function dice(faces, side) {
  return [...faces].flatMap((face) => [make("i", { class: `d${face} ${side}` }, face), " "]);
}
