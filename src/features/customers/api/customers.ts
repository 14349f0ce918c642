/** Who may see what of whom is decided by the database, masks included. */
import { pageOf, type OwnSource } from '#desk-kit/api/desk-rows.ts';
import { deskRows } from '#desk-kit/model/desk-row.ts';
import type { TableQuery } from '#desk-kit/model/table-query.ts';
import type { Given } from '#shared/backend/given.ts';
import { callFunction, type CallParts } from '#shared/backend/call-function.ts';
import type { Database } from '#shared/backend/database.types.ts';
import { withKey } from '#shared/backend/intention-key.ts';
import { succeed } from '#shared/result.ts';

const filterOf = ({ filters }: TableQuery, column: string): string | undefined =>
  filters.find((filter) => filter.column === column && filter.operator === 'is')?.value;

const answers: Readonly<Record<string, boolean>> = { yes: true, no: false };

type Asked = Database['public']['Functions']['list_customers']['Args'];

export const listCustomers = (asked: Asked, parts: CallParts = {}) =>
  callFunction('list_customers', asked, (data) => deskRows(data), parts);

/** Rows come from a function: it counts what changed, and masks what the caller need not know. */
type ListedCustomer = Given<'list_customers'>[number];

export const customerSource: OwnSource<ListedCustomer> = {
  table: 'list_customers',
  columns: '*',
  searched: [],
  nullable: ['last_order_at'],
  tieBreaker: 'id',
  async read(query, size, signal, backend) {
    const { anchor, sort } = query;
    const isBackwards = anchor.kind === 'end' || anchor.kind === 'before';
    const kind = filterOf(query, 'kind');
    const isOpen = answers[filterOf(query, 'open_orders') ?? ''];
    const isBanned = answers[filterOf(query, 'is_banned') ?? ''];
    const page = await listCustomers(
      {
        p_search: query.search,
        p_sort: sort.column,
        p_is_ascending: (sort.direction === 'asc') !== isBackwards,
        p_most: size + 1,
        ...(kind === undefined ? {} : { p_kind: kind }),
        ...(isOpen === undefined ? {} : { p_is_open: isOpen }),
        ...(isBanned === undefined ? {} : { p_is_banned: isBanned }),
        ...('cursor' in anchor
          ? {
              p_after_id: anchor.cursor.id,
              ...(anchor.cursor.value === null ? {} : { p_after_value: anchor.cursor.value }),
            }
          : {}),
      },
      { signal, backend },
    );
    return page.ok ? succeed(pageOf(page.value, size, isBackwards)) : page;
  },
};

export const openCustomer = (id: string, parts: CallParts = {}) =>
  callFunction('open_customer', { p_customer: id }, parts);

/** Null where nobody is behind the order any more. */
export const findCustomer = (orderId: string, parts: CallParts = {}) =>
  callFunction(
    'find_customer',
    { p_order: orderId },
    // The generated types know no null for what is no row.
    (id: string | null) => ({ id }),
    parts,
  );

export type CustomerContact = Given<'reveal_customer'>;

/** Unmasked; that it was asked for is on record. */
export const revealCustomer = (id: string, reason: string, parts: CallParts = {}) =>
  callFunction('reveal_customer', { p_customer: id, p_reason: reason }, parts);

export const addCustomerNote = (id: string, text: string, parts: CallParts = {}) =>
  withKey(['add_customer_note', id, text], (key) =>
    callFunction('add_customer_note', { p_customer: id, p_text: text, p_key: key }, parts),
  );

export interface BanRequest {
  /** Null is for good; a time that has passed lifts it. */
  readonly until: string | null;
  readonly note: string;
  /** The reason that stood there when it was decided; empty where there was no ban. */
  readonly seenNote: string;
}

export const banCustomer = (
  id: string,
  { until, note, seenNote }: BanRequest,
  parts: CallParts = {},
) =>
  callFunction(
    'ban_customer',
    // The generated types know no null for an argument.
    { p_customer: id, p_until: until as string, p_note: note, p_seen_note: seenNote },
    parts,
  );

/** Lists of rows by table, as the account's own export has them. */
export const exportCustomer = (id: string, parts: CallParts = {}) =>
  callFunction('export_customer', { p_customer: id }, parts);

export type Forgetting = Given<'forget_customer'>;

export const forgetCustomer = (id: string, reason: string, parts: CallParts = {}) =>
  callFunction('forget_customer', { p_customer: id, p_reason: reason }, parts);
