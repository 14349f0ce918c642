/** What somebody owns, as it stands on their shelf. */

/** What of it is shown to others. */
export interface ShownItem {
  readonly id: string;
  readonly title: string;
  /** Colorway, kit or options, in words. */
  readonly choice: string;
  /** When it was got, in the owner's words. */
  readonly since: string;
  readonly note: string;
  /** Where its picture is; null for what was bought elsewhere. */
  readonly path: string | null;
  readonly variantId: string | null;
}

export interface ShelfItem extends ShownItem {
  readonly productId: string | null;
  readonly orderLineId: string | null;
  readonly createdAt: string;
}

export interface SharedShelf {
  /** False for a link that was withdrawn, or never was. */
  readonly isShared: boolean;
  readonly name: string;
  readonly items: readonly ShownItem[];
}

export interface ShelfLink {
  readonly token: string;
  readonly name: string;
  readonly showsNotes: boolean;
}

/** The words that a person may write; the rest of an item comes from the shop. */
export const longest = { title: 120, choice: 300, since: 40, note: 500, name: 40 } as const;

export interface ItemWords {
  readonly title: string;
  readonly choice: string;
  readonly since: string;
  readonly note: string;
}

export const noWords: ItemWords = { title: '', choice: '', since: '', note: '' };
