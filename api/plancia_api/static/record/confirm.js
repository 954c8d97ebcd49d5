// One question before what a table does not take back: it names what will be recorded.

import { button, make, sentence } from "./dom.js";

/** @param {string} said @param {Context} context @param {() => void} [confirmed] @returns {HTMLElement} */
export function confirmBox(said, context, confirmed = () => undefined) {
  const { words } = context;
  const told = make("ul", {}, make("li", {}, context.tell(said)));
  const yes = button(words["confirm.yes"], () => {
    box.remove();
    confirmed();
    context.say(said);
  }, { class: "main", "data-act": "confirm-yes" });
  const no = button(words["confirm.no"], () => box.remove(), { class: "quiet", "data-act": "confirm-no" });
  const box = make("div", { class: "asks confirm", role: "group", "aria-label": words["confirm.ask"], tabindex: "-1" },
    make("p", {}, make("b", {}, words["confirm.ask"])), told, make("p", {}, words["confirm.after"]), make("div", { class: "row" }, yes, no));
  context.preview(said).then((answer) => {
    if (answer?.unclear) {
      told.replaceChildren(make("li", {}, answer.unclear.detail));
      yes.remove();
    } else if (answer) told.replaceChildren(...answer.told.map((/** @type {any} */ one) => make("li", {}, sentence(one.says, one.marks))));
    box.scrollIntoView({ block: "nearest" });
  });
  return box;
}

/** Shows the question in a place of its own, and leads the eye to it. @param {HTMLElement} place @param {HTMLElement} box */
export function ask(place, box) {
  place.replaceChildren(box);
  box.scrollIntoView({ block: "nearest" });
  box.focus({ preventScroll: true });
}
