// SHA-256 of ASCII text (FIPS 180-4), for commitments (specification, section 16). Written here so that a browser can
// use it without waiting for an answer. CC0 1.0.

/** The first `count` primes. */
function primes(count) {
  const found = [];
  for (let n = 2; found.length < count; n += 1) if (found.every((p) => n % p)) found.push(n);
  return found;
}

/** The first 32 bits of the fractional part. */
const fraction = (x) => Math.floor((x - Math.floor(x)) * 2 ** 32) | 0;

const K = primes(64).map((p) => fraction(Math.cbrt(p)));
const START = primes(8).map((p) => fraction(Math.sqrt(p)));
const rotate = (x, n) => (x >>> n) | (x << (32 - n));

/** The message with its padding, as words of 32 bits. */
function padded(text) {
  const words = new Int32Array((((text.length + 8) >> 6) + 1) * 16);
  for (let i = 0; i < text.length; i += 1) words[i >> 2] |= text.charCodeAt(i) << (24 - (i % 4) * 8);
  words[text.length >> 2] |= 0x80 << (24 - (text.length % 4) * 8);
  words[words.length - 1] = text.length * 8;
  return words;
}

/** The 64 words of the schedule of one block. */
function schedule(block) {
  const w = new Int32Array(64);
  w.set(block);
  for (let i = 16; i < 64; i += 1) {
    const a = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ (w[i - 15] >>> 3);
    const b = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ (w[i - 2] >>> 10);
    w[i] = w[i - 16] + a + w[i - 7] + b;
  }
  return w;
}

function compress(state, block) {
  const w = schedule(block);
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i += 1) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(t1 + t2) | 0, a, b, c, (d + t1) | 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((value, index) => (value + state[index]) | 0);
}

/** The hash in 64 hexadecimal digits. */
export function sha256(text) {
  const words = padded(text);
  let state = START;
  for (let at = 0; at < words.length; at += 16) state = compress(state, words.subarray(at, at + 16));
  return state.map((value) => (value >>> 0).toString(16).padStart(8, '0')).join('');
}
