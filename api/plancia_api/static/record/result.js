// The page of a result: it shows no receipt while an input waits on this device, sends what waits, and follows the newest version.

import { byId, fill, make } from "./dom.js";
import { sendItem } from "./offline.js";
import { openQueue } from "./queue.js";
import { kept, store } from "./recording.js";
import { Lease } from "./writer.js";

const EVERY = 4_000; // milliseconds between two questions for the version, of a page that is seen

const place = byId("receipt");
const { game = "", version = "", form = "", lang = "", waits = "" } = place.dataset;
const headers = { Accept: "application/json", "X-Plancia-Form": form };
const lease = new Lease(game, headers);
const send = (/** @type {Item} */ item) => sendItem(item, lang, { ...headers, "X-Plancia-Device": lease.device });
const queue = await openQueue(game, send, { ready: () => lease.claim(), wait: true });
const note = make("p", { class: "card notice", role: "status", hidden: true });
place.before(note);

/** Shows the receipt, or what is missing for it. */
function show() {
  const count = queue.items.length;
  place.hidden = count > 0;
  note.hidden = !count;
  note.textContent = fill(waits, { count });
}

/** What the recording page held when it was left goes with the rest. */
async function takeHeld() {
  const key = `plancia-record-${game}`;
  const held = kept(key);
  if (!held) return;
  if (!queue.items.some((item) => item.id === held.id)) await queue.add(held.lines, held.id, held.version);
  store(key, null);
}

/** Loads the page again once the archive has more of the game than it shows. */
async function follow() {
  if (document.visibilityState !== "visible" || queue.items.length) return;
  const answer = await fetch(`/api/v1/games/${game}/writer`, { headers }).catch(() => null);
  if (answer?.ok && (await answer.json()).version > Number(version)) location.reload();
}

for (const kind of ["change", "offline", "online", "refused", "conflict"]) queue.addEventListener(kind, show);
queue.addEventListener("stored", () => (queue.items.length ? show() : location.reload()));
await takeHeld();
show();
if (form) queue.flush();
setInterval(follow, EVERY);
document.addEventListener("visibilitychange", follow);
follow();
