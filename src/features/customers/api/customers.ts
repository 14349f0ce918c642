/** Who may see what of whom is decided by the database, masks included. */
import { pageOf, type DeskSource } from '#desk-kit/api/desk-rows.ts';
import { parseDeskRows, type DeskRow } from '#desk-kit/model/desk-row.ts';
import type { TableQuery } from '#desk-kit/model/table-query.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import type { Database } from '#shared/backend/database.types.ts';
import { withKey } from '#shared/backend/intention-key.ts';
import {
  fieldsOf,
  listOf,
  numberOf,
  textOf,
  textOrNull,
  type Fields,
} from '#shared/parsed-fields.ts';
import { succeed } from '#shared/result.ts';
import type { ExportedData } from '#features/account/model/data-export.ts';
import { parseCustomer, type Customer } from '../model/customer.ts';

const filterOf = ({ filters }: TableQuery, column: string): string | undefined =>
  filters.find((filter) => filter.column === column && filter.operator === 'is')?.value;

const answers: Readonly<Record<string, boolean>> = { yes: true, no: false };

type Asked = Database['public']['Functions']['list_customers']['Args'];

export const listCustomers = (asked: Asked, parts: CallParts = {}): Answer<readonly DeskRow[]> =>
  callFunction(
    'list_customers',
    asked,
    (data) => (Array.isArray(data) ? parseDeskRows(data) : null),
    parts,
  );

/** Rows come from a function: it counts what changed, and masks what the caller need not know. */
export const customerSource: DeskSource = {
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

export const openCustomer = (id: string, parts: CallParts = {}): Answer<Customer> =>
  callFunction('open_customer', { p_customer: id }, parseCustomer, parts);

/** Null where nobody is behind the order any more. */
export const findCustomer = (
  orderId: string,
  parts: CallParts = {},
): Answer<{ id: string | null }> =>
  callFunction('find_customer', { p_order: orderId }, (data) => ({ id: textOrNull(data) }), parts);

export interface CustomerContact {
  readonly name: string;
  readonly email: string;
}

/** Unmasked; that it was asked for is on record. */
export const revealCustomer = (
  id: string,
  reason: string,
  parts: CallParts = {},
): Answer<CustomerContact> =>
  callFunction(
    'reveal_customer',
    { p_customer: id, p_reason: reason },
    (data) => {
      const fields = fieldsOf(data);
      return fields && { name: textOf(fields['name']), email: textOf(fields['email']) };
    },
    parts,
  );

export const addCustomerNote = (id: string, text: string, parts: CallParts = {}): Answer<string> =>
  withKey(['add_customer_note', id, text], (key) =>
    callFunction(
      'add_customer_note',
      { p_customer: id, p_text: text, p_key: key },
      textOrNull,
      parts,
    ),
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
): Answer<Fields> =>
  callFunction(
    'ban_customer',
    // The generated types know no null for an argument.
    { p_customer: id, p_until: until as string, p_note: note, p_seen_note: seenNote },
    fieldsOf,
    parts,
  );

/** Lists of rows by table, as the account's own export has them. */
export const exportCustomer = (id: string, parts: CallParts = {}): Answer<ExportedData> =>
  callFunction(
    'export_customer',
    { p_customer: id },
    (data) => {
      const fields = fieldsOf(data);
      return (
        fields &&
        Object.fromEntries(
          Object.entries(fields).map(([table, rows]) => [table, listOf(rows, (row) => row)]),
        )
      );
    },
    parts,
  );

export interface Forgetting {
  /** When the account goes; null for a guest. */
  readonly dueAt: string | null;
  /** How many orders of a guest wait for their end. */
  readonly waiting: number;
}

export const forgetCustomer = (
  id: string,
  reason: string,
  parts: CallParts = {},
): Answer<Forgetting> =>
  callFunction(
    'forget_customer',
    { p_customer: id, p_reason: reason },
    (data) => {
      const fields = fieldsOf(data);
      return (
        fields && { dueAt: textOrNull(fields['due_at']), waiting: numberOf(fields['waiting']) }
      );
    },
    parts,
  );
