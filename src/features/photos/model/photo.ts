/** A customer's photograph of what they bought, as they see it and as staff do. */
import { numberOf, oneOf, textOf, type Fields } from '#shared/parsed-fields.ts';

/** Of one product, by one customer. */
export const mostPhotos = 3;
export const mostBytes = 8_388_608;
export const longest = { note: 400, name: 40, alt: 300, reason: 500 } as const;
/** Shorter says nothing. */
export const shortest = 3;

const statuses = ['sending', 'waiting', 'shown', 'declined'] as const;
export type PhotoStatus = (typeof statuses)[number];

export interface OwnPhoto {
  readonly id: string;
  readonly productId: string;
  readonly path: string;
  readonly note: string;
  readonly name: string;
  readonly status: PhotoStatus;
  /** Why it was declined. */
  readonly reason: string;
}

export function parseOwnPhoto(raw: Fields): OwnPhoto | null {
  const [id, status] = [textOf(raw['id']), oneOf(raw['status'], statuses)];
  if (id === '' || status === null) return null;
  return {
    id,
    productId: textOf(raw['product_id']),
    path: textOf(raw['path']),
    note: textOf(raw['note']),
    name: textOf(raw['name']),
    status,
    reason: textOf(raw['reason']),
  };
}

/** What the desk looks through. */
export const decisions = ['waiting', 'shown', 'declined'] as const;
export type Decision = (typeof decisions)[number];

export interface DeskPhoto {
  readonly id: string;
  readonly version: number;
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly note: string;
  readonly name: string;
  readonly alt: string;
  readonly reason: string;
  readonly status: Decision;
  readonly sentAt: string;
  readonly productId: string;
  readonly product: string;
  readonly choice: string;
}

export function parseDeskPhoto(raw: Fields): DeskPhoto | null {
  const [id, status] = [textOf(raw['id']), oneOf(raw['status'], decisions)];
  if (id === '' || status === null) return null;
  return {
    id,
    version: numberOf(raw['version']),
    path: textOf(raw['path']),
    width: numberOf(raw['width']),
    height: numberOf(raw['height']),
    note: textOf(raw['note']),
    name: textOf(raw['name']),
    alt: textOf(raw['alt']),
    reason: textOf(raw['reason']),
    status,
    sentAt: textOf(raw['sent_at']),
    productId: textOf(raw['product_id']),
    product: textOf(raw['product']),
    choice: textOf(raw['choice']),
  };
}

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
