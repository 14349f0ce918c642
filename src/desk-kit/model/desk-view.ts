import type { Row } from '#shared/backend/given.ts';

/** A view of a table that the shop keeps: its search is what the address writes. */
export type DeskView = Pick<
  Row<'desk_views'>,
  'id' | 'version' | 'name' | 'search' | 'is_shared' | 'owner_id' | 'author'
>;

/** Whether a table shows just this, in whatever order its address names it. */
export function isSameSearch(one: string, other: string): boolean {
  const parts = (search: string) => [...new URLSearchParams(search)].map(String).toSorted();
  return parts(one).join('\n') === parts(other).join('\n');
}
