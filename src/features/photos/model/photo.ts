/** A customer's photograph of what they bought, as they see it and as staff do. */
import type { Given } from '#shared/backend/given.ts';

/** Of one product, by one customer. */
export const mostPhotos = 3;
export const mostBytes = 8_388_608;
export const longest = { note: 400, name: 40, alt: 300, reason: 500 } as const;
/** Shorter says nothing. */
export const shortest = 3;

/** The reason is why it was declined. */
export type OwnPhoto = Given<'my_photos'>[number];
export type PhotoStatus = OwnPhoto['status'];

/** What the desk looks through. */
export type DeskPhoto = Given<'list_photos'>[number];
export type Decision = DeskPhoto['status'];
export const decisions = ['waiting', 'shown', 'declined'] as const;

/** What a sentence may take of a note: its beginning, up to the end of a word. */
const noteRoom = 120;

function beginningOf(note: string): string {
  const line = note.replace(/\s+/g, ' ').trim();
  if (line.length <= noteRoom) return line.replace(/[.!]$/, '');
  return `${line.slice(0, noteRoom).replace(/\s+\S*$/, '')} …`;
}

/**
 * What staff begin from: a picture has to be looked at before its text is right.
 * @example proposedAlt({ product: 'Merlow', choice: 'Bracken', note: 'Brass plate.' }) // 'Merlow, Bracken. Brass plate'
 */
export function proposedAlt({
  product,
  choice,
  note,
}: Pick<DeskPhoto, 'product' | 'choice' | 'note'>): string {
  const what = choice === '' || choice === product ? product : `${product}, ${choice}`;
  return [what, beginningOf(note)].filter(Boolean).join('. ').slice(0, longest.alt);
}

/** The words that everyone reads below a photo. */
export const nameWords = (name: string): string => (name === '' ? 'A customer' : name);
