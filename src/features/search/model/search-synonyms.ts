/** The words that other people use for the same. */
import { wordsOf } from './search-words.ts';

/** Each group holds words or phrases that mean the same to whoever searches. */
export type Synonyms = readonly (readonly string[])[];

const spaced = (text: string): string => ` ${wordsOf(text).join(' ')} `;

/** @example otherWordsFor('Grease No. 2', [['grease', 'lube']]) // ['grease', 'lube'] */
export function otherWordsFor(text: string, synonyms: Synonyms): string[] {
  const within = spaced(text);
  return synonyms
    .filter((group) => group.some((term) => within.includes(spaced(term))))
    .flat()
    .flatMap(wordsOf);
}
