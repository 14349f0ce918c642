/** Invariant: a word and the same word with one typo share at least one key. */

/** @example wordsOf('Café “Harrowgate” 60%') // ['cafe', 'harrowgate', '60'] */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Under what a word is filed: its first two letters, and the two after them. */
export function keysOfWord(word: string): string[] {
  const start = word.slice(0, 2);
  if (word.length > 3) return [start, `~${word.slice(2, 4)}`];
  // In a word this short nothing comes after: its other pairs of letters take the place.
  return word.length === 3 ? [start, `${word[0]}${word[2]}`, `~${word.slice(1)}`] : [start];
}

/**
 * Where to look for what was typed. A typo after the second letter leaves the first key right; one
 * before it leaves the next two letters right, though one place further or nearer where a letter is
 * missing or too many.
 */
export function keysOfTyped(typed: string): string[] {
  const start = typed.slice(0, 2);
  if (typed.length < 3) return [start, `~${start}`];
  const swapped = `${typed.charAt(0)}${typed.charAt(2)}`;
  const rest = [typed.slice(2, 4), typed.slice(1, 3), typed.slice(3, 5)];
  const after = rest.filter((key) => key.length === 2).map((key) => `~${key}`);
  return [...new Set([start, swapped, ...after])];
}

/** Whether two words are the same but for one letter changed, missing, too many, or two swapped. */
export function isOneTypoApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  const rest = (word: string, skip: number) => word.slice(start + skip);
  if (a.length > b.length) return rest(a, 1) === rest(b, 0);
  if (a.length < b.length) return rest(a, 0) === rest(b, 1);
  const isSwapped = a[start] === b[start + 1] && a[start + 1] === b[start];
  return rest(a, 1) === rest(b, 1) || (isSwapped && rest(a, 2) === rest(b, 2));
}

/** From here on a word is what was typed, or begins with it; below, it takes a typo to be. */
export const leastSure = 0.55;
const otherNumber = 0.95;

const isPluralOf = (many: string, one: string): boolean =>
  one.length > 2 && (many === `${one}s` || many === `${one}es`);

const shortestStartWithTypo = 5;
/** Below this many letters nearly every word is near another. */
const shortestSure = 4;

/**
 * How well a word of the index answers what was typed: 1 the same, less for its plural or singular and
 * for a beginning, least for a typo, 0 not at all.
 */
export function likeness(word: string, typed: string): number {
  if (word === typed) return 1;
  if (isPluralOf(word, typed) || isPluralOf(typed, word)) return otherNumber;
  if (word.startsWith(typed)) return leastSure + (0.3 * typed.length) / word.length;
  if (isOneTypoApart(word, typed)) return word.length < shortestSure ? 0.2 : 0.5;
  if (typed.length < shortestStartWithTypo) return 0;
  const starts = [typed.length - 1, typed.length, typed.length + 1];
  return starts.some((end) => end < word.length && isOneTypoApart(word.slice(0, end), typed))
    ? 0.3
    : 0;
}

/** Spreads keys evenly over the parts, on every machine alike. */
export function partOfKey(key: string, parts: number): number {
  let hash = 2_166_136_261;
  for (const character of key) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  }
  return hash % parts;
}
