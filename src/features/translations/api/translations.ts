import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import type { AreaCount, DeskText, ShownTexts, TextKey } from '../model/desk-text.ts';

interface KeyRow {
  readonly table_name: string;
  readonly row_id: string;
  readonly column_name: string;
}

const keyOf = ({ table_name: table, row_id: rowId, column_name: column }: KeyRow): TextKey => ({
  table,
  rowId,
  column,
});

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
    (data) =>
      data.map((row) => ({
        ...keyOf(row),
        place: row.place,
        area: row.area,
        owner: row.owner,
        part: row.part,
        isList: row.is_list,
        source: row.source,
        text: row.text,
        madeFrom: row.made_from,
        version: row.version,
        proposal: row.proposal,
      })),
    parts,
  );

export const countTranslations = (
  language: string,
  parts: CallParts = {},
): Answer<readonly AreaCount[]> =>
  callFunction('count_translations', { p_language: language }, parts);

export interface NewTranslation extends TextKey {
  readonly text: string;
  /** What it was made from. */
  readonly source: string;
  readonly version: number;
}

/** What became of a text that was sent, and how it stands now. */
export interface SavedText extends TextKey {
  readonly outcome: string;
  readonly source: string;
  readonly text: string;
  readonly madeFrom: string;
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
    (data) =>
      data.map(({ outcome, source, text, made_from: madeFrom, version, ...key }) => ({
        ...keyOf(key),
        outcome,
        source,
        text,
        madeFrom,
        version,
      })),
    parts,
  );
