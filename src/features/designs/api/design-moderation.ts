/** Shared designs as staff read them. Who may, and whose names they see, is decided by the database. */
import { pageOf, type OwnSource } from '#desk-kit/api/desk-rows.ts';
import { deskRows } from '#desk-kit/model/desk-row.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import type { Database } from '#shared/backend/database.types.ts';
import type { Given } from '#shared/backend/given.ts';
import { succeed } from '#shared/result.ts';
import { recordOf, type DesignRecord } from '../model/design-record.ts';

type Asked = Database['public']['Functions']['list_public_designs']['Args'];

export type ListedDesign = Given<'list_public_designs'>[number];

export const listPublicDesigns = (asked: Asked, parts: CallParts = {}) =>
  callFunction('list_public_designs', asked, (data) => deskRows(data), parts);

type Shown = 'reported' | 'hidden' | 'gallery';

export const publicDesignSource = (state: Shown): OwnSource<ListedDesign> => ({
  table: 'list_public_designs',
  columns: '*',
  searched: [],
  nullable: [],
  tieBreaker: 'id',
  async read({ search, sort, anchor }, size, signal, backend) {
    const isBackwards = anchor.kind === 'end' || anchor.kind === 'before';
    const page = await listPublicDesigns(
      {
        p_state: state,
        p_search: search,
        p_is_ascending: (sort.direction === 'asc') !== isBackwards,
        p_most: size + 1,
        ...('cursor' in anchor && anchor.cursor.value !== null
          ? { p_after_at: anchor.cursor.value, p_after_id: anchor.cursor.id }
          : {}),
      },
      { signal, backend },
    );
    return page.ok ? succeed(pageOf(page.value, size, isBackwards)) : page;
  },
});

export const designRecord = (id: string, parts: CallParts = {}): Answer<DesignRecord> =>
  callFunction('design_record', { p_design: id }, recordOf, parts);
