// What a person decides before the queue goes on: an input that the server refused, or two devices that both wrote.

import { correct, drop, settle } from "./resolutions.js";

/** @typedef {import("./offline.js").NetworkBar} NetworkBar */

const SHOWN = 200; // events of the other continuation

/** Shows what stopped the queue, unless it was resolved meanwhile. @param {NetworkBar} bar */
export async function decide(bar) {
  const { blocked } = bar.queue;
  if (!blocked) return;
  if (blocked.answer.status === 409 && blocked.answer.body.writer) {
    bar.queue.pause();
    bar.lease.note(blocked.answer.body.writer); // another device took over; what waits here is sent when it is taken back
    bar.show();
    return;
  }
  bar.options.tell(blocked.item); // asks for the words of what was said, which the panel shows once
  await import("./spoken.js").catch(() => undefined);
  if (bar.queue.blocked !== blocked) return;
  const { element: shown } = new (blocked.kind === "conflict" ? ConflictPanel : RefusalPanel)(bar, blocked);
  bar.panel.replaceChildren(shown);
  shown.focus();
}

/** A person has decided: the page shows the waiting inputs as they are now. @param {NetworkBar} bar */
async function settled(bar) {
  await bar.options.settled?.();
  if (bar.queue.items.length) return;
  bar.shown = 0; // what the page showed had the inputs that were dropped
  await bar.lease.ask().catch(() => undefined);
}

/** @param {string} name @param {Record<string, any>} [members] @param {...(Node|string)} children */
function element(name, members = {}, ...children) {
  const made = Object.assign(document.createElement(name), members);
  made.append(...children);
  return made;
}

/** @param {string} title */
function card(title) {
  const made = element("section", { className: "card decision", tabIndex: -1 });
  made.setAttribute("aria-label", title);
  made.append(element("h2", { textContent: title }));
  return made;
}

/** A row of buttons. @param {[string, () => unknown][]} actions */
function buttons(actions) {
  return element("p", { className: "choices" }, ...actions.map(([text, act]) => {
    const button = element("button", { type: "button", textContent: text });
    button.addEventListener("click", act);
    return button;
  }));
}

/** A refused input with its reason, to be corrected or dropped; those after it wait. */
export class RefusalPanel {
  /** @param {NetworkBar} bar @param {Blocked} blocked */
  constructor(bar, { item, answer }) {
    const { words, queue } = bar;
    const { body } = answer;
    const isUndo = item.said.every((line) => line.startsWith("annulla"));
    const signedOut = answer.status === 401;
    this.element = card(words[signedOut ? "signed-out" : "refused"]);
    this.element.append(element("p", { className: "error", textContent: body.detail ?? body.title ?? String(answer.status) }));
    const field = /** @type {HTMLTextAreaElement} */ (element("textarea", { rows: item.said.length, value: item.said.join("\n") }));
    field.setAttribute("aria-label", words["refused-field"]);
    if (signedOut) {
      const next = encodeURIComponent(location.pathname);
      this.element.append(element("p", {}, element("a", { href: `/sign-in?next=${next}`, textContent: words["sign-in"] })));
    } else this.element.append(element("p", {}, ...bar.options.tell(item)), ...(isUndo ? [] : [field]));
    const after = queue.items.slice(1).map((other) => bar.options.tell(other));
    if (after.length) this.element.append(element("p", { className: "hint", textContent: words["refused-after"] }), list(after));
    const corrected = () => field.value.split("\n").map((line) => line.trim()).filter(Boolean);
    this.element.append(
      buttons(
        signedOut
          ? [[words.again, () => queue.resume()]]
          : [
              .../** @type {[string, () => unknown][]} */ (isUndo ? [] : [[words.correct, () => corrected().length && correct(queue, item.id, corrected()).then(() => settled(bar))]]),
              [words.drop, () => drop(queue, [item.id]).then(() => settled(bar))],
            ],
      ),
    );
    if (body.column) field.setSelectionRange(body.column - 1, body.column - 1 + (body.found?.length ?? 0));
  }
}

/** @param {(Node|string)[][]} rows */
function list(rows) {
  return element("ul", {}, ...rows.map((row) => element("li", {}, ...row)));
}

/** Both continuations after the last common event, side by side; a person marks which of the own inputs come after. */
export class ConflictPanel {
  /** @param {NetworkBar} bar @param {Blocked} blocked */
  constructor(bar, { item, answer }) {
    this.bar = bar;
    this.current = answer.body.current;
    const { words, queue } = bar;
    this.element = card(words.conflict);
    this.element.append(element("p", { textContent: words["conflict-why"] }));
    const theirs = element("div", {}, element("h3", { textContent: words["conflict-theirs"] }));
    const mine = element("div", {}, element("h3", { textContent: words["conflict-mine"] }));
    const choices = queue.items.map((one) => choice(one, bar.options.tell(one)));
    mine.append(element("ul", { className: "list" }, ...choices.map(([row]) => row)));
    this.element.append(element("div", { className: "columns" }, theirs, mine));
    const marked = () => choices.filter(([, box]) => box.checked).map(([, box]) => box.value);
    this.element.append(
      buttons([
        [words["conflict-after"], () => this.resolve(marked())],
        [words["conflict-drop"], () => this.resolve([])],
      ]),
      element("p", { className: "hint", textContent: words["conflict-hint"] }),
    );
    this.showTheirs(theirs, item.base);
  }

  /** The events that another device stored, as the page of the game tells them. @param {HTMLElement} place @param {number} base */
  async showTheirs(place, base) {
    try {
      const answer = await fetch(`/games/${this.bar.options.game}?lang=${this.bar.options.lang}`);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const told = [...page.querySelectorAll(".story li[id]")].filter((line) => Number(line.id.slice(1)) >= base);
      const rows = told.map((line) => [...(line.querySelector(".s")?.childNodes ?? [])].map((node) => document.importNode(node, true)));
      place.append(list(rows.slice(0, SHOWN)));
    } catch {
      place.append(element("p", { textContent: this.bar.words["conflict-unread"] }));
    }
  }

  /** Keeps the marked own inputs after what is stored, and drops the others. @param {string[]} kept */
  async resolve(kept) {
    await settle(this.bar.queue, this.current, kept);
    await settled(this.bar);
  }
}

/** @param {Item} item @param {Node[]} told @returns {[HTMLElement, HTMLInputElement]} */
function choice(item, told) {
  const box = /** @type {HTMLInputElement} */ (element("input", { type: "checkbox", checked: true, value: item.id }));
  const label = element("label", { className: "choice" }, box, element("span", {}, ...told));
  return [element("li", {}, label), box];
}
