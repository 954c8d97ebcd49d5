// What is done once a page is open: the page is kept for a time without network, and what waits of other games is sent.

import { make } from "./dom.js";
import { sendItem } from "./offline.js";
import { openQueue } from "./queue.js";
import { QueueStore } from "./queue_store.js";
import { Lease } from "./writer.js";

/** @typedef {import("./offline.js").NetworkBar} NetworkBar */

/** What this browser or connection lacks to keep inputs, in words. @param {NetworkBar} bar @returns {HTMLElement[]} */
export function missing({ words, queue }) {
  const texts = [...(isSecureContext ? [] : [words["not-secure"]]), ...(queue.durable ? [] : [words["not-durable"]])];
  return texts.map((text) => make("p", { class: "hint" }, text));
}

/** The games of this browser that have waiting inputs. @returns {Promise<{game: string, count: number}[]>} */
export async function waitingGames() {
  const store = await QueueStore.open();
  const games = await store.games();
  store.close();
  return games;
}

/** Sends what waits of other games of this device, where nothing has to be decided. @param {NetworkBar} bar */
export async function sendOthers({ options, lease: { headers } }) {
  for (const other of await waitingGames()) {
    if (other.game === options.game) continue;
    const lease = new Lease(other.game, headers);
    const send = (/** @type {Item} */ item) => sendItem(item, options.lang, { ...headers, "X-Plancia-Device": lease.device });
    await openQueue(other.game, send, { ready: () => lease.claim() }); // repeats by itself as long as the page is open
  }
}
