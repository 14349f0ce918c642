/** The only place that says what staff see of a list: entries without names, offers, who is next. */
import type { DeskRow } from './desk-row.ts';

export interface ListDeskFacts {
  readonly entries: readonly DeskRow[];
  readonly offers: readonly DeskRow[];
  readonly next: readonly DeskRow[];
  /** Entries that share an address or a mailbox: to be looked at, never refused by it. */
  readonly duplicates: readonly { readonly because: string; readonly entries: readonly string[] }[];
}
