import { numberOf, oneOf, textOf, type Fields } from '#shared/parsed-fields.ts';
import { keyOfFields, type TextKey } from './desk-text.ts';

const outcomes = [
  'saved',
  'same',
  'removed',
  'conflict',
  'source_changed',
  'gone',
  'lines',
  'too_long',
  'unknown_setting',
] as const;
export type SaveOutcome = (typeof outcomes)[number];

/** What became of a text that was sent, and how it stands now. */
export interface SavedText extends TextKey {
  readonly outcome: SaveOutcome;
  readonly source: string;
  readonly text: string;
  readonly madeFrom: string;
  readonly version: number;
}

export function parseSavedText(raw: Fields): SavedText | null {
  const outcome = oneOf(raw['outcome'], outcomes);
  if (outcome === null) return null;
  return {
    ...keyOfFields(raw),
    outcome,
    source: textOf(raw['source']),
    text: textOf(raw['text']),
    madeFrom: textOf(raw['made_from']),
    version: numberOf(raw['version']),
  };
}
