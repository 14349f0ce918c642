/** What somebody owns, as it stands on their shelf. */

import type { Given, Row } from '#shared/backend/given.ts';

type ItemRow = Row<'shelf_items'>;

/** What of it is shown to others. */
export interface ShownItem extends Pick<
  ItemRow,
  'id' | 'title' | 'choice' | 'since' | 'note' | 'variant_id'
> {
  /** Where its picture is; null for what was bought elsewhere. */
  readonly path: string | null;
}

export type ShelfItem = ShownItem & Pick<ItemRow, 'product_id' | 'order_line_id' | 'created_at'>;

export interface SharedShelf extends Pick<Given<'open_shelf'>, 'is_shared' | 'name'> {
  readonly items: readonly ShownItem[];
}

export type ShelfLink = Pick<Row<'shelf_links'>, 'token' | 'name' | 'shows_notes'>;

/** The words that a person may write; the rest of an item comes from the shop. */
export const longest = { title: 120, choice: 300, since: 40, note: 500, name: 40 } as const;

export interface ItemWords {
  readonly title: string;
  readonly choice: string;
  readonly since: string;
  readonly note: string;
}

export const noWords: ItemWords = { title: '', choice: '', since: '', note: '' };
