// What a file is that is neither a bundle nor a receipt, by its first bytes, so that the answer can name it.

import { hexOf, sha256 } from "./bytes.mjs";

/** @type {[string, string, number[]][]} */
const STARTS = [
  ["picture", "image/jpeg", [0xff, 0xd8, 0xff]],
  ["picture", "image/png", [0x89, 0x50, 0x4e, 0x47]],
  ["picture", "image/gif", [0x47, 0x49, 0x46, 0x38]],
  ["pdf", "application/pdf", [0x25, 0x50, 0x44, 0x46]],
  ["archive", "application/vnd.sqlite3", [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20, 0x66]],
  ["package", "application/zip", [0x50, 0x4b, 0x03, 0x04]],
];
/** @type {[string, string, RegExp][]} */
const TEXTS = [
  ["page", "text/html", /^\s*<(?:!doctype html|html)/i],
  ["game", "text/plain", /^\s*\[(?:Notation|Game|Variant) "/],
  ["head", "text/plain", /^\S+ \d+ [A-Za-z0-9+/]{43}=\s*$/],
  ["checkpoint", "text/plain", /^[^\n]+\n\d+\n[A-Za-z0-9+/]{43}=\n/],
];

/** Kind and media type of such a file, with its size and SHA-256; the kind is empty for one that is not known. */
export async function foreignFile(bytes) {
  const [kind, media] = kindOfFile(bytes);
  return { kind, media, size: bytes.length, sha256: hexOf(await sha256(bytes)) };
}

function kindOfFile(bytes) {
  const known = STARTS.find(([, , start]) => start.every((byte, at) => bytes[at] === byte));
  if (known) return known;
  const start = new TextDecoder("latin1").decode(bytes.slice(0, 300));
  if (start.startsWith("RIFF") && start.slice(8, 12) === "WEBP") return ["picture", "image/webp"];
  if (start.slice(4, 8) === "ftyp" && /^(?:hei|mif|avi)/.test(start.slice(8, 12))) return ["picture", "image/heic"];
  return TEXTS.find(([, , pattern]) => pattern.test(start.replace(/^\u00ef\u00bb\u00bf/, ""))) ?? ["", ""];
}
