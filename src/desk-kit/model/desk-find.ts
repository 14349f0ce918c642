import { routes } from '#routes.ts';
import type { DeskName } from './desk-rights.ts';
import { isRecord } from './desk-row.ts';

/** What a search of the desk finds, in the order in which it is shown. */
export const findKinds = ['order', 'customer', 'product', 'variant', 'list', 'update'] as const;
export type FindKind = (typeof findKinds)[number];

/** A row of `search_desk`. */
export interface DeskFind {
  readonly kind: FindKind;
  /** What its desk opens it by. */
  readonly record: string;
  readonly title: string;
  readonly note: string;
  readonly status: string;
  readonly count: number | null;
  readonly amountMinor: number | null;
  readonly currency: string;
  readonly at: string | null;
  /** Nought for what was named whole, more the looser the likeness. */
  readonly rank: number;
}

/** Which desk opens it. */
export const deskOfKind: Readonly<Record<FindKind, DeskName>> = {
  order: 'orders',
  customer: 'customers',
  product: 'products',
  variant: 'products',
  list: 'lists',
  update: 'content',
};

/** By which part of its desk's address. */
const parameters: Readonly<Record<FindKind, string>> = {
  order: 'order',
  customer: 'customer',
  product: 'product',
  variant: 'product',
  list: 'list',
  update: 'q',
};

/** @example findPath({ kind: 'order', record: 'KW-10013' }) // '/admin/orders?order=KW-10013' */
export function findPath({ kind, record }: Pick<DeskFind, 'kind' | 'record'>): string {
  // Who ordered a moment ago has no card yet, and is looked for by the address.
  const parameter = kind === 'customer' && record.includes('@') ? 'q' : parameters[kind];
  return `${routes.admin[deskOfKind[kind]]}?${parameter}=${encodeURIComponent(record)}`;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Null where it is no list at all. */
export function parseFinds(data: unknown): readonly DeskFind[] | null {
  if (!Array.isArray(data)) return null;
  return data.flatMap((row: unknown) => {
    if (!isRecord(row)) return [];
    const kind = findKinds.find((each) => each === row['kind']);
    if (kind === undefined) return [];
    return [
      {
        kind,
        record: text(row['record']),
        title: text(row['title']),
        note: text(row['note']),
        status: text(row['status']),
        count: number(row['count']),
        amountMinor: number(row['amount_minor']),
        currency: text(row['currency']),
        at: text(row['at']) || null,
        rank: number(row['rank']) ?? 9,
      },
    ];
  });
}
