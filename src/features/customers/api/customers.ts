/** Who may see what of whom is decided by the database, masks included. */
import type { DeskSource } from '#desk-kit/api/desk-rows.ts';
import { parseDeskRows, type DeskRow } from '#desk-kit/model/desk-row.ts';
import type { TableQuery } from '#desk-kit/model/table-query.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import type { Database } from '#shared/backend/database.types.ts';
import { withKey } from '#shared/backend/intention-key.ts';
import { fieldsOf, textOf, textOrNull } from '#shared/parsed-fields.ts';
import { succeed } from '#shared/result.ts';
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
    if (!page.ok) return page;
    const rows = page.value.slice(0, size);
    return succeed({
      rows: isBackwards ? rows.toReversed() : rows,
      hasMore: page.value.length > size,
    });
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
