// What a person decides about inputs that wait: the last one taken back, one that the queue could not send, a conflict.

import { newId } from "./queue.js";

/** @typedef {import("./queue.js").Queue} Queue */

/** Takes the last input back if no request has tried to send it. @param {Queue} queue */
export async function takeLast(queue) {
  const removed = await queue.change((waiting) => {
    const last = waiting.items.at(-1);
    return last && !last.attempts ? waiting.items.pop() : undefined;
  });
  return removed ?? null;
}

/** Says a refused input in other words, at its place. @param {Queue} queue @param {string} id @param {string[]} said */
export async function correct(queue, id, said) {
  await queue.change((waiting) => {
    const place = waiting.items.findIndex((item) => item.id === id);
    if (place < 0) return undefined;
    waiting.items[place] = { ...waiting.items[place], id: newId(), said, attempts: 0 };
    return place;
  });
  queue.resume();
}

/** Drops inputs without sending them: those with these ids, or all. @param {Queue} queue @param {string[]} [ids] */
export async function drop(queue, ids) {
  await queue.change((waiting) => {
    const [first] = waiting.items;
    const gone = waiting.items.filter((item) => !ids || ids.includes(item.id));
    waiting.items = waiting.items.filter((item) => !gone.includes(item));
    if (first && waiting.items.length) waiting.items[0].base = first.base;
    return gone;
  });
  queue.resume();
}

/** Resolves a conflict: puts the inputs with these ids (or all) after the version stored, and drops the others.
 * @param {Queue} queue @param {number} version @param {string[]} [ids] */
export async function settle(queue, version, ids) {
  await queue.change((waiting) => {
    waiting.version = Math.max(version, waiting.version);
    waiting.items = waiting.items.filter((item) => !ids || ids.includes(item.id));
    if (waiting.items.length) waiting.items[0].base = version;
    return version;
  });
  queue.resume();
}
