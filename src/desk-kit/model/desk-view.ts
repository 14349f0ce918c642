/** A view of a table that the shop keeps. */
export interface DeskView {
  readonly id: string;
  readonly version: number | null;
  readonly name: string;
  /** Search, filters and order as the address writes them. */
  readonly search: string;
  /** For everyone who may open the desk; false is for its owner alone. */
  readonly isShared: boolean;
  readonly ownerId: string;
  readonly author: string;
}

/** Whether a table shows just this, in whatever order its address names it. */
export function isSameSearch(one: string, other: string): boolean {
  const parts = (search: string) => [...new URLSearchParams(search)].map(String).toSorted();
  return parts(one).join('\n') === parts(other).join('\n');
}
