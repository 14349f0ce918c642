/** The only place that says what staff see of a list: entries without names, offers, who is next. */
import type { DeskRow } from './desk-row.ts';

export interface WishCount {
  readonly variantId: string;
  readonly title: string;
  readonly wished: number;
  readonly wishedFirst: number;
}

export interface ListDeskFacts {
  readonly entries: readonly DeskRow[];
  readonly offers: readonly DeskRow[];
  readonly next: readonly DeskRow[];
  /** How many wish for each choice, and how many for it first. */
  readonly wishes: readonly WishCount[];
  /** Entries that share an address or a mailbox: to be looked at, never refused by it. */
  readonly duplicates: readonly { readonly because: string; readonly entries: readonly string[] }[];
}
