// The facts that an answer states as proven: head, key, streams, game, and the lines that are shown.

import { base64Of, hexOf, sha256, utf8 } from "./bytes.mjs";
import { natural } from "./json.mjs";

export function headSummary({ origin, size, rootText }) {
  return { origin, size, root: rootText, head: `${origin} ${size} ${rootText}` };
}

export function keySummary({ name, id, fingerprint, source }) {
  return { name, id, fingerprint, source };
}

export async function gameSummary(game) {
  const text = game.entries.flatMap((one) => one.lines).join("\n") + "\n";
  return {
    id: game.name,
    headers: game.headers,
    events: game.entries.reduce((sum, one) => sum + one.events, 0),
    lines: text.split("\n").length - 1,
    sha256: hexOf(await sha256(utf8(text))),
  };
}

export function streamSummary({ name, entries, proof }) {
  const headers = entries.filter((one) => one.header).map((one) => one.header);
  const times = headers.map((one) => one.at);
  return {
    stream: name,
    entries: entries.length,
    events: entries.reduce((sum, one) => sum + one.events, 0),
    form_1: entries.length - headers.length,
    first_index: entries[0].header?.index ?? (entries.length === 1 ? proof.index : null),
    last_index: proof.index,
    leaf: base64Of(entries.at(-1).leaf),
    recorded_from: times.length ? times.reduce((a, b) => Math.min(a, b)) : null,
    recorded_to: times.length ? times.reduce((a, b) => Math.max(a, b)) : null,
    roles: [...new Set(headers.map((one) => one.role))],
    authors: [...new Set(headers.map((one) => one.author))],
  };
}

/** The lines of a stream with the number of their event and what the log says of their recording. */
export function linesShown({ kind, entries }) {
  return entries.flatMap((one, entry) =>
    one.lines.map((text, at) => {
      const before = kind === "game" && entry === 0 ? one.headers : 0;
      const event = one.first + (before ? Math.max(at - before, 0) : at);
      return { event, text, at: one.header?.at ?? null, role: one.header?.role ?? null, index: one.header?.index ?? null };
    }),
  );
}

/** The lines of disputes, approvals and evidence of corrections that the bundle has; there may be others in the log. */
export function contentsSummary(streams) {
  const disputes = streams.filter((one) => one.kind === "dispute");
  const name = (one) => one.name.slice("dispute:".length);
  return {
    disputes: disputes.map((one) => ({ dispute: name(one), entries: one.entries.length, lines: lineSummaries(one) })),
    approvals: streams.filter((one) => one.kind === "approval").flatMap(lineSummaries),
    corrections: streams.filter((one) => one.kind === "correction").flatMap(correctionSummaries),
  };
}

/** Of each line of evidence of a correction the number of the correction and an id too. */
function correctionSummaries({ entries }) {
  const facts = (value) => ({ event: natural(value.get("event") ?? null), id: memberText(value, "id") });
  return entries.flatMap(({ objects }) => objects.map((value) => ({ ...lineSummary(value), ...facts(value) })));
}

function lineSummaries({ entries }) {
  return entries.flatMap(({ header, objects }) => objects.map((value) => ({ ...lineSummary(value), role: header?.role ?? null })));
}

/** Kind, author, outcome, text, version and file of a JSON line; null for one that it does not have. */
export function lineSummary(value) {
  return {
    kind: memberText(value, "kind"),
    by: memberText(value, "claimant", "by", "player", "arbiter"),
    outcome: memberText(value, "outcome"),
    text: memberText(value, "claim", "text", "why", "about"),
    version: natural(value.get("version") ?? null),
    file: fileSummary(value),
  };
}

/** SHA-256, size and media type of the file that a line of evidence names; null for other lines. */
function fileSummary(value) {
  const [sha256, media, bytes] = [memberText(value, "sha256"), memberText(value, "media"), natural(value.get("bytes") ?? null)];
  return sha256 === null || media === null || bytes === null ? null : { sha256, bytes, media };
}

/** The first of these members that is a text. */
function memberText(value, ...names) {
  const found = names.find((name) => typeof value.get(name) === "string");
  return found === undefined ? null : value.get(found);
}
