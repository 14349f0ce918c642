/** What an address and a SKU may be called, from what people call the thing. */
const unfolded: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  þ: 'th',
};

/** @example urlOf('Émile’s Plate (v2)') // 'emiles-plate-v2' */
export function urlOf(title: string): string {
  const words = title
    .toLowerCase()
    .replaceAll(/[ßæœøđłþ]/g, (letter) => unfolded[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return cutAtWord(words, 80);
}

function cutAtWord(words: string, most: number): string {
  if (words.length <= most) return words;
  const cut = words.slice(0, most + 1).lastIndexOf('-');
  return words.slice(0, cut > 0 ? cut : most).replace(/-+$/, '');
}

const mostLetters = 40;

/** @example skuOf('desk-mat', ['Dusk', 'S']) // 'DESK-MAT-DUSK-S' */
export function skuOf(base: string, choices: readonly string[]): string {
  const ends = choices.map((choice) => cutAtWord(urlOf(choice), 10) || 'x');
  const room = Math.max(6, mostLetters - ends.reduce((sum, { length }) => sum + length + 1, 0));
  return [cutAtWord(urlOf(base), room) || 'item', ...ends]
    .join('-')
    .slice(0, mostLetters)
    .replace(/-+$/, '')
    .toUpperCase();
}
