import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import { listOf } from '#shared/parsed-fields.ts';
import {
  parseAreaCount,
  parseDeskText,
  type AreaCount,
  type DeskText,
  type ShownTexts,
  type TextKey,
} from '../model/desk-text.ts';
import { parseSavedText, type SavedText } from '../model/save-outcome.ts';

export interface TextsAsked {
  readonly show: ShownTexts;
  /** Null is all of them. */
  readonly area: string | null;
  readonly search: string;
}

export const listTranslations = (
  language: string,
  { show, area, search }: TextsAsked,
  after: DeskText | null,
  most: number,
  parts: CallParts = {},
): Answer<readonly DeskText[]> =>
  callFunction(
    'list_translations',
    {
      p_language: language,
      p_show: show,
      p_search: search,
      p_most: most,
      ...(area === null ? {} : { p_area: area }),
      ...(after === null ? {} : { p_after: after.place }),
    },
    (data) => listOf(data, parseDeskText),
    parts,
  );

export const countTranslations = (
  language: string,
  parts: CallParts = {},
): Answer<readonly AreaCount[]> =>
  callFunction(
    'count_translations',
    { p_language: language },
    (data) => listOf(data, parseAreaCount),
    parts,
  );

export interface NewTranslation extends TextKey {
  readonly text: string;
  /** What it was made from. */
  readonly source: string;
  readonly version: number;
}

/** `takesOlder` also takes what was made from an older text. */
export const saveTranslations = (
  language: string,
  texts: readonly NewTranslation[],
  takesOlder: boolean,
  parts: CallParts = {},
): Answer<readonly SavedText[]> =>
  callFunction(
    'save_translations',
    {
      p_language: language,
      p_texts: texts.map(({ table, rowId, column, text, source, version }) => ({
        table_name: table,
        row_id: rowId,
        column_name: column,
        text,
        source,
        version,
      })),
      p_takes_older: takesOlder,
    },
    (data) => listOf(data, parseSavedText),
    parts,
  );
