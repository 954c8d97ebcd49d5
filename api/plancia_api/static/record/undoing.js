// Back a step as often as one likes, and forth again.

import { takeLast } from "./resolutions.js";

/** Inputs that were taken back before they were stored, as long as nothing else is said. @type {{lines: string[], after: number}[]} */
const taken = [];

/** Takes back the last tap, else the last input; one that is stored is asked about. @param {Page} page */
export async function undo(page) {
  const { draft, recording } = page;
  const { source, target } = draft;
  if (draft.isCarried) draft.clear(); // nobody tapped it
  if (!untap(draft)) {
    const [from, to] = recording.list.entries.at(-1)?.lines[0]?.split(" ") ?? [];
    await takeBack(recording);
    const isAttack = !recording.doubted && from in page.names && to in page.names;
    draft.goOn(page.view, isAttack ? from : source, isAttack ? to : target);
  }
  page.redraw();
}

/** Takes the last tap back; false where there is none. @param {import("./draft.js").Draft} draft */
function untap(draft) {
  if (draft.defence.length) draft.defence.pop();
  else if (draft.fewer) draft.fewer = false;
  else if (draft.attack.length) draft.attack.pop();
  else if (draft.steps.length) unplace(draft);
  else if (draft.target && draft.source) draft.target = "";
  else if (draft.target || draft.source) draft.source = draft.target = "";
  else if (draft.mode) draft.mode = "";
  else return false;
  return true;
}

/** @param {import("./draft.js").Draft} draft */
function unplace({ steps, items }) {
  const code = steps.pop() ?? "";
  if (items[code] > 1) items[code] -= 1;
  else delete items[code];
}

/** Takes the last input back; a stored one is asked about first. A correction is no step: what is before it is next.
 * @param {Recording} recording */
export async function takeBack(recording) {
  await recording.chain;
  const { held, list, queue } = recording;
  if (held && (held.sent || isCorrection(held.entry))) await recording.commit();
  const entry = list.entries.at(-1);
  if (recording.held) {
    clearTimeout(recording.timer);
    recording.held = null;
    recording.keep();
  } else if (entry && !isCorrection(entry) && queue && (await takeLast(queue))) {
    if (entry.before) recording.base = entry.before;
  } else {
    recording.doubted = list.last() ?? null;
    recording.redraw();
    return;
  }
  list.entries = list.entries.filter((one) => one !== entry);
  if (entry) taken.push({ lines: entry.lines, after: list.entries.length });
  recording.redraw();
}

/** True for an input that does nothing but undo others. @param {Entry} entry */
function isCorrection({ lines }) {
  return lines.length > 0 && lines.every((line) => line.startsWith("annulla "));
}

/** True if the last step back can be taken forth. @param {Recording} recording */
export function canRedo({ held, list }) {
  return held ? !held.sent && isCorrection(held.entry) : taken.at(-1)?.after === list.entries.length;
}

/** Goes forth again: an input that was taken back is said again, a correction that is still held is dropped. @param {Page} page */
export async function redo(page) {
  const { recording } = page;
  await recording.chain;
  if (!canRedo(recording)) return;
  const { held, list } = recording;
  if (!held) await page.say(taken.pop()?.lines ?? []);
  else {
    clearTimeout(recording.timer);
    list.entries = list.entries.filter((one) => one !== held.entry);
    recording.held = null;
    recording.keep();
  }
  page.redraw();
}
