import { joinLines, larger, parseCartLine, type KeptLine } from './cart-line.ts';
import { fieldsOf, listOf, numberOf, textOrNull } from '#shared/parsed-fields.ts';

export interface SavedCart {
  /** Whether what was handed in is what is saved now. */
  readonly isSaved: boolean;
  readonly lines: readonly KeptLine[];
  /** 0 where nothing was ever saved. */
  readonly version: number;
  readonly savedAt: string | null;
  /** Until when all of it waits to be sent together, as that was told; null where nothing waits. */
  readonly together: string | null;
}

export function parseSavedCart(value: unknown): SavedCart | null {
  const raw = fieldsOf(value);
  if (raw === null || !Array.isArray(raw['lines'])) return null;
  return {
    isSaved: raw['is_saved'] === true,
    lines: joinLines([], listOf(raw['lines'], parseCartLine), larger),
    version: numberOf(raw['version']),
    savedAt: textOrNull(raw['saved_at']),
    together: textOrNull(raw['together']),
  };
}
