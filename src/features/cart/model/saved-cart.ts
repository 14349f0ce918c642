import type { Given } from '#shared/backend/given.ts';
import { joinLines, larger, parseCartLine, type KeptLine } from './cart-line.ts';

export interface SavedCart extends Omit<Given<'my_cart'>, 'lines'> {
  /** Whether what was handed in is what is saved now. */
  readonly is_saved?: boolean;
  readonly lines: readonly KeptLine[];
}

export const savedCart = (saved: Given<'my_cart'>): SavedCart => ({
  ...saved,
  lines: joinLines(
    [],
    saved.lines.flatMap((line) => parseCartLine(line) ?? []),
    larger,
  ),
});
