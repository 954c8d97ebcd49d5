// Suggestions for misspelt words, those of the server: Ratcliff and Obershelp's ratio of equal letters, at least 0.6.

const MOST = 3;
const LEAST_RATIO = 0.6;
const MAX_LENGTH = 60;

/** The letters of two words in equal blocks, the longest first and then on both sides of it.
 * @param {string[]} one @param {string[]} other @returns {number} */
function equalLetters(one, other) {
  let [size, from, to] = [0, 0, 0];
  for (let first = 0; first < one.length; first += 1) {
    for (let second = 0; second < other.length; second += 1) {
      let length = 0;
      while (first + length < one.length && one[first + length] === other[second + length]) length += 1;
      if (length > size) [size, from, to] = [length, first, second];
    }
  }
  if (size === 0) return 0;
  return size + equalLetters(one.slice(0, from), other.slice(0, to))
    + equalLetters(one.slice(from + size), other.slice(to + size));
}

/** At most three of the words that are similar, the most similar first. @param {string} word @param {string[]} words */
export function closeMatches(word, words) {
  const wanted = [...word.toLowerCase()];
  if (wanted.length === 0 || wanted.length > MAX_LENGTH) return [];
  const named = new Map(words.map((one) => [one.toLowerCase(), one]));
  const rated = [...named.keys()].map((key) => {
    const letters = [...key];
    return { key, ratio: (2 * equalLetters(letters, wanted)) / (letters.length + wanted.length) };
  });
  return rated.filter(({ ratio }) => ratio >= LEAST_RATIO)
    .sort((one, other) => other.ratio - one.ratio || (one.key < other.key ? 1 : -1))
    .slice(0, MOST).map(({ key }) => /** @type {string} */ (named.get(key)));
}
