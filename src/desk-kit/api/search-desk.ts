import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import type { DeskFind, FindKind } from '../model/desk-find.ts';

interface Narrowed {
  /** All that the caller may open where none is named. */
  readonly kinds?: readonly FindKind[];
  /** Of each kind. */
  readonly most?: number;
}

/** What a colleague looks for, of each kind the best few. */
export const searchDesk = (
  text: string,
  { kinds, most }: Narrowed = {},
  parts: CallParts = {},
): Answer<readonly DeskFind[]> =>
  callFunction(
    'search_desk',
    {
      p_text: text,
      ...(kinds === undefined ? {} : { p_kinds: [...kinds] }),
      ...(most === undefined ? {} : { p_most: most }),
    },
    parts,
  );
