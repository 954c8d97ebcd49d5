// Another device records: who, and the way to take over.

import { button, fill, make } from "./dom.js";

/** @type {Intl.DateTimeFormatOptions} */
const TIME = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };

/** @param {import("./offline.js").NetworkBar} bar @param {number} count inputs that wait here @returns {HTMLElement[]} */
export function writerCard(bar, count) {
  const { words, lease } = bar;
  const since = lease.writer ? new Date(lease.writer.since).toLocaleTimeString(bar.options.lang, TIME) : "";
  const said = lease.writer ? fill(words["other-writer"], { kind: words[`device-${lease.writer.kind}`], since }) : words["no-writer"];
  return [make("p", {}, count ? `${said} ${fill(words["unsent-here"], { count })}` : said), button(words["take-over"], () => take(bar))];
}

/** Records on this device from now on. @param {import("./offline.js").NetworkBar} bar */
async function take(bar) {
  try {
    await bar.lease.claim({ take: true });
  } catch {
    bar.show();
    return;
  }
  if (bar.lease.mine) bar.queue.resume();
}
