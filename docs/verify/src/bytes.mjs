// Bytes, texts and hashes. Nothing here knows the format of a bundle.

/** A reason not to accept what was given: a stable code, the place, and facts for the sentence. */
export class Refusal extends Error {
  constructor(code, where = {}, facts = {}) {
    super(code);
    this.code = code;
    this.where = where;
    this.facts = facts;
  }
}

const ENCODER = new TextEncoder();

export function utf8(text) {
  return ENCODER.encode(text);
}

/** The text of UTF-8 bytes, or null where they are not UTF-8. A byte-order mark is kept, so that it is not lost unseen. */
export function textOf(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

export function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function sameBytes(one, other) {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

export function hexOf(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The bytes of lower-case hexadecimal digits, or null. */
export function bytesOfHex(text) {
  if (text.length % 2 || !/^[0-9a-f]*$/.test(text)) return null;
  return Uint8Array.from({ length: text.length / 2 }, (_, at) => parseInt(text.slice(2 * at, 2 * at + 2), 16));
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const VALUES = new Int8Array(128).fill(-1);
for (let at = 0; at < 64; at++) VALUES[ALPHABET.charCodeAt(at)] = at;

function sextet(text, at) {
  const code = text.charCodeAt(at);
  return code < 128 ? VALUES[code] : -1;
}

/** The bytes of standard base64 (RFC 4648, 4) with its padding and with zero bits at the end, or null. */
export function bytesOfBase64(text) {
  if (text.length % 4) return null;
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const digits = text.length - padding;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let held = 0;
  let bits = 0;
  let filled = 0;
  for (let at = 0; at < digits; at++) {
    const value = sextet(text, at);
    if (value < 0) return null;
    held = ((held << 6) | value) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[filled++] = (held >> bits) & 0xff;
    }
  }
  return held & ((1 << bits) - 1) ? null : bytes;
}

export function base64Of(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const [a, b = 0, c = 0] = bytes.subarray(at, at + 3);
    const left = bytes.length - at;
    text += ALPHABET[a >> 2] + ALPHABET[((a & 3) << 4) | (b >> 4)];
    text += left > 1 ? ALPHABET[((b & 15) << 2) | (c >> 6)] : "=";
    text += left > 2 ? ALPHABET[c & 63] : "=";
  }
  return text;
}

/** A decimal number without a sign and without leading zeros, up to 2^53 - 1, or null. */
export function decimal(text) {
  if (!/^(0|[1-9][0-9]{0,15})$/.test(text)) return null;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : null;
}

export async function sha256(...parts) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", joined(...parts)));
}

export async function hmacSha256(secret, message) {
  const usage = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", secret, usage, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, message));
}

/** Whether an Ed25519 signature (RFC 8032) of the message is by the public key. */
export async function signedBy(publicKey, signature, message) {
  let key;
  try {
    key = await crypto.subtle.importKey("raw", publicKey, { name: "Ed25519" }, false, ["verify"]);
  } catch (problem) {
    if (problem?.name === "NotSupportedError") throw new Refusal("unsupported");
    return false;
  }
  return crypto.subtle.verify({ name: "Ed25519" }, key, signature, message);
}
