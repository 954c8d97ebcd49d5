// What the page takes over from elsewhere: from another device, from a decision about waiting inputs, from before it was closed.

import { kept, viewOf, waitingEntry } from "./recording.js";

const PATIENCE = 5000; // milliseconds that a link waits for what is entered to be sent

/** Reads the game again: another device has written. @param {Recording} recording */
export async function refresh(recording) {
  const answer = await fetch(location.pathname + location.search);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = JSON.parse(page.getElementById("data")?.textContent ?? "");
  recording.base = viewOf(fresh);
  recording.data.version = fresh.version;
  recording.found = [];
  recording.list.begin(fresh.told);
  recording.remember();
  recording.redraw();
}

/** Shows what this device showed last: the page is an older one that it kept. @param {Recording} recording */
export function showKept(recording) {
  const { queue, list, bar } = recording;
  if (!queue || !bar) return;
  recording.base = queue.shown.view;
  list.begin(queue.shown.told);
  bar.shown = queue.version;
}

/** Sends everything before another page is opened; who goes on keeps what was asked about. @param {Recording} recording */
export async function handOver(recording) {
  if (recording.held) recording.held.asks = [];
  recording.leave();
  const sent = recording.chain.then(() => recording.queue?.flush());
  await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
}

/** Drops an entry that another one tells: the page was opened after it had been stored. @param {Recording} recording @param {Entry} entry */
export function dropTwin({ list, redraw }, entry) {
  const isTwin = (/** @type {Entry} */ other) => other !== entry && other.told[0]?.event === entry.told[0]?.event;
  if (list.entries.some(isTwin)) list.entries = list.entries.filter((one) => one !== entry);
  redraw();
}

/** Shows the inputs that wait after a person has corrected or dropped some. @param {Recording} recording */
export function settled({ queue, list, redraw }) {
  const items = queue?.items ?? [];
  list.entries = list.entries.filter((entry) => entry.state !== "waiting" || items.some((item) => item.id === entry.id));
  for (const item of items) if (!list.find(item.id)) list.entries.push(waitingEntry(item));
  redraw();
}

/** Holds again what the page held when it was closed, unless it had reached the queue. What was sent when the page was left,
 * or builds on an older version, goes into the queue: the server knows it by its id, or a person decides.
 * @param {Recording} recording */
export async function restore(recording) {
  const { queue, key, version, list } = recording;
  const held = kept(key);
  localStorage.removeItem(key);
  if (!held || !queue || queue.items.some((item) => item.id === held.id)) return;
  const isHere = held.version === version;
  if (held.sent || !isHere) {
    list.entries.push(waitingEntry(await queue.add(held.lines, held.id, held.version)));
    if (isHere && held.view) recording.base = held.view;
    return;
  }
  recording.typed = held.asks?.length > 0; // a question that was open
  recording.say(held.lines, held.view ? () => held.view : null, held.id);
}
