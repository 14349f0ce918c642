import type { DeskName } from '#desk-kit/model/desk-rights.ts';
import { formatFilter, type TableFilter } from '#desk-kit/model/table-query.ts';
import { findingPath } from '#features/shop-check/model/finding.ts';
import type { Given } from '#shared/backend/given.ts';
import { formatMoney } from '#shared/money.ts';

export type HomeRow = Given<'desk_home'>[number];

/** Something that a colleague does next, and the rows it is about. */
export interface Task {
  readonly what: string;
  readonly count: number;
  readonly words: string;
  readonly amount: string;
  readonly path: string;
  readonly isUrgent: boolean;
}

/** What ends soon by itself. */
export interface Ending {
  readonly words: string;
  readonly path: string;
  readonly at: string;
}

export interface Sold {
  readonly count: number;
  readonly amount: string;
}

export interface DeskHome {
  readonly tasks: readonly Task[];
  readonly endings: readonly Ending[];
  /** Null for whom sums are not meant. */
  readonly today: { readonly now: Sold; readonly weekAgo: Sold } | null;
  /** When the shop was last checked; null where it never was. */
  readonly checkedAt: string | null;
  /** How many of each thing wait, of what the role may read; nought as well. */
  readonly counts: Readonly<Record<string, number>>;
}

interface TaskKind {
  readonly one: string;
  readonly many: string;
  readonly path: string;
  readonly isUrgent?: boolean;
  /** Under which desk the navigation counts them, and as what. */
  readonly queue?: readonly [desk: DeskName, label: string];
}

/** Rows that wait at a desk, with the way to them. */
export interface Queue {
  readonly what: string;
  readonly label: string;
  readonly path: string;
  readonly isUrgent: boolean;
}

const filtered = (desk: string, column: string, operator: TableFilter['operator'], value: string) =>
  `/admin/${desk}?${new URLSearchParams({ f: formatFilter({ column, operator, value }) })}`;

/** In the order of the day. */
const taskKinds: Readonly<Record<string, TaskKind>> = {
  ready_to_ship: {
    one: 'order is packed and not shipped',
    many: 'orders are packed and not shipped',
    path: filtered('orders', 'status', 'is', 'ready_to_ship'),
    queue: ['orders', 'Packed'],
  },
  paid: {
    one: 'order is paid and not started',
    many: 'orders are paid and not started',
    path: filtered('orders', 'status', 'is', 'paid'),
  },
  address_question: {
    one: 'order has an address problem',
    many: 'orders have an address problem',
    path: filtered('orders', 'address_question', 'filled', ''),
    isUrgent: true,
    queue: ['orders', 'Address problem'],
  },
  open_returns: {
    one: 'order has a return',
    many: 'orders have returns',
    path: filtered('orders', 'open_returns', 'from', '1'),
    isUrgent: true,
    queue: ['orders', 'Returns'],
  },
  refund_due: {
    one: 'refund is due',
    many: 'refunds are due',
    path: filtered('orders', 'refund_due_minor', 'from', '1'),
    isUrgent: true,
    queue: ['orders', 'Refund due'],
  },
  awaiting_payment: {
    one: 'order is unpaid',
    many: 'orders are unpaid',
    path: filtered('orders', 'status', 'is', 'awaiting_payment'),
    queue: ['orders', 'Unpaid'],
  },
  reported_designs: {
    one: 'design was reported',
    many: 'designs were reported',
    path: '/admin/designs?tab=reported',
    isUrgent: true,
  },
  waiting_photos: {
    one: 'customer’s photo is waiting',
    many: 'customers’ photos are waiting',
    path: '/admin/photos?tab=waiting',
  },
  draft: {
    one: 'product is a draft',
    many: 'products are drafts',
    path: filtered('products', 'status', 'is', 'draft'),
    queue: ['products', 'Drafts'],
  },
  faults: {
    one: 'fault was found by the shop check',
    many: 'faults were found by the shop check',
    path: '/admin/check',
    isUrgent: true,
  },
  warnings: {
    one: 'warning from the shop check',
    many: 'warnings from the shop check',
    path: '/admin/check',
  },
};

export function queuesOf(desk: DeskName): readonly Queue[] {
  return Object.entries(taskKinds).flatMap(([what, { queue, path, isUrgent = false }]) =>
    queue?.[0] === desk ? [{ what, label: queue[1], path, isUrgent }] : [],
  );
}

const mostCounted = 1_000;

/** @example waitingWords(1_001) // '1,000+', beyond which the database counts nothing */
export const waitingWords = (count: number): string =>
  count > mostCounted ? '1,000+' : count.toLocaleString('en-GB');

const amountOf = ({ amount_minor, currency }: HomeRow): string =>
  amount_minor === null || currency === '' ? '' : formatMoney(amount_minor, currency);

const endingWords: Readonly<
  Record<string, (row: HomeRow) => readonly [words: string, desk: string]>
> = {
  batch_ends: ({ subject }) => [`Group buy ${subject}`, 'products'],
  list_ends: ({ subject }) => [subject, 'lists'],
  offers_end: ({ subject, count }) => [
    `${count} ${count === 1 ? 'offer' : 'offers'} of ${subject}`,
    'lists',
  ],
};

/** What waits, most urgent first among equals of the day; what nobody waits for is not said. */
export function toDeskHome(rows: readonly HomeRow[]): DeskHome {
  const rowOf = (what: string) => rows.find((row) => row.what === what);
  const tasks = Object.entries(taskKinds).flatMap(([what, { one, many, path, isUrgent }]) => {
    const row = rowOf(what);
    if (!row || row.count === 0) return [];
    const words = row.count === 1 ? one : many;
    const { count } = row;
    return [{ what, count, words, amount: amountOf(row), path, isUrgent: isUrgent ?? false }];
  });
  const endings = rows.flatMap((row) => {
    const told = endingWords[row.what]?.(row);
    if (!told || row.at === null) return [];
    const [words, desk] = told;
    return [{ words, path: findingPath({ desk, record: row.record }) ?? '', at: row.at }];
  });
  const [now, weekAgo] = [rowOf('today'), rowOf('week_ago')];
  const sold = (row: HomeRow) => ({ count: row.count, amount: amountOf(row) });
  return {
    tasks,
    endings: endings.toSorted((one, other) => one.at.localeCompare(other.at)),
    today: now && weekAgo ? { now: sold(now), weekAgo: sold(weekAgo) } : null,
    checkedAt: (rowOf('faults') ?? rowOf('warnings'))?.at ?? null,
    counts: Object.fromEntries(
      rows.flatMap(({ what, count }) => (what in taskKinds ? [[what, count]] : [])),
    ),
  };
}
