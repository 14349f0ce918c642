/** A text of the shop beside its translation. */
import { numberOf, textOf, type Fields } from '#shared/parsed-fields.ts';

export const shownTexts = ['open', 'older', 'all'] as const;
export type ShownTexts = (typeof shownTexts)[number];

export interface TextKey {
  readonly table: string;
  readonly rowId: string;
  readonly column: string;
}

export interface DeskText extends TextKey {
  /** Sorts texts as the desk shows them. */
  readonly place: string;
  readonly area: string;
  /** The title of what it belongs to. */
  readonly owner: string;
  readonly part: string;
  readonly isList: boolean;
  readonly source: string;
  /** Empty where there is none. */
  readonly text: string;
  /** What the translation was made from. */
  readonly madeFrom: string;
  readonly version: number;
  /** How the same text was translated elsewhere. */
  readonly proposal: string;
}

/** @example textKey(text) // 'faq_entries:0f6c…:question' */
export const textKey = ({ table, rowId, column }: TextKey): string => `${table}:${rowId}:${column}`;

export const keyOfFields = (raw: Fields): TextKey => ({
  table: textOf(raw['table_name']),
  rowId: textOf(raw['row_id']),
  column: textOf(raw['column_name']),
});

export function parseDeskText(raw: Fields): DeskText | null {
  const place = textOf(raw['place']);
  if (place === '') return null;
  return {
    ...keyOfFields(raw),
    place,
    area: textOf(raw['area']),
    owner: textOf(raw['owner']),
    part: textOf(raw['part']),
    isList: raw['is_list'] === true,
    source: textOf(raw['source']),
    text: textOf(raw['text']),
    madeFrom: textOf(raw['made_from']),
    version: numberOf(raw['version']),
    proposal: textOf(raw['proposal']),
  };
}

export type TextState = 'open' | 'older' | 'done';

export function stateOf({
  version,
  source,
  madeFrom,
}: Pick<DeskText, 'version' | 'source' | 'madeFrom'>): TextState {
  if (version === 0) return 'open';
  return source === madeFrom ? 'done' : 'older';
}

export interface AreaCount {
  readonly area: string;
  readonly texts: number;
  readonly translated: number;
  readonly older: number;
}

export function parseAreaCount(raw: Fields): AreaCount | null {
  const area = textOf(raw['area']);
  if (area === '') return null;
  return {
    area,
    texts: numberOf(raw['texts']),
    translated: numberOf(raw['translated']),
    older: numberOf(raw['older']),
  };
}

export function sumOf(counts: readonly AreaCount[]): Omit<AreaCount, 'area'> {
  const sum = (field: 'texts' | 'translated' | 'older') =>
    counts.reduce((total, each) => total + each[field], 0);
  return { texts: sum('texts'), translated: sum('translated'), older: sum('older') };
}

/** What one more translation, one less, or one that is no longer out of date makes of the counts. */
export function recounted(
  counts: readonly AreaCount[],
  area: string,
  [before, after]: readonly [TextState, TextState],
): readonly AreaCount[] {
  const is = (state: TextState, ...of: readonly TextState[]) => Number(of.includes(state));
  return counts.map((each) =>
    each.area === area
      ? {
          ...each,
          translated: each.translated + is(after, 'done', 'older') - is(before, 'done', 'older'),
          older: each.older + is(after, 'older') - is(before, 'older'),
        }
      : each,
  );
}
