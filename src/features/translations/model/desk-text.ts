/** A text of the shop beside its translation. */
import type { Given } from '#shared/backend/given.ts';

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

export type TextState = 'open' | 'older' | 'done';

export function stateOf({
  version,
  source,
  madeFrom,
}: Pick<DeskText, 'version' | 'source' | 'madeFrom'>): TextState {
  if (version === 0) return 'open';
  return source === madeFrom ? 'done' : 'older';
}

export type AreaCount = Given<'count_translations'>[number];

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
