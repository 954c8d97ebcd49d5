// What the page takes over from elsewhere: from another device, from a decision about waiting inputs, from before it was closed.

import { kept, waitingEntry } from "./recording.js";

/** @typedef {import("./recording.js").Recording} Recording */

/** Reads the game again: another device has written. @param {Recording} recording */
export async function refresh(recording) {
  const answer = await fetch(location.pathname + location.search);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = JSON.parse(page.getElementById("data")?.textContent ?? "");
  recording.base = { board: fresh.board, due: fresh.due, says: fresh.says };
  recording.data.version = fresh.version;
  recording.found = [];
  recording.list.begin(fresh.told);
  recording.remember();
  recording.redraw();
}

/** Shows the inputs that wait after a person has corrected or dropped some. @param {Recording} recording */
export function settled({ queue, list, redraw }) {
  const items = queue?.items ?? [];
  list.entries = list.entries.filter((entry) => entry.state !== "waiting" || items.some((item) => item.id === entry.id));
  for (const item of items) if (!list.find(item.id)) list.entries.push(waitingEntry(item));
  redraw();
}

/** Holds again what the page held when it was closed, unless it had reached the queue. @param {Recording} recording */
export function restore(recording) {
  const { queue, key, version } = recording;
  const held = kept(key);
  localStorage.removeItem(key);
  if (!held || !queue) return;
  const isQueued = queue.items.some((item) => item.at >= held.at && item.said.join() === held.lines.join());
  if (!isQueued && held.version === version) recording.say(held.lines, null);
}
