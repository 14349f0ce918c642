import { routes } from '#routes.ts';
import type { DeskName } from './desk-rights.ts';
import type { Given } from '#shared/backend/given.ts';

/** Opened by `record`; `rank` is nought for what was named whole, more the looser the likeness. */
export type DeskFind = Given<'search_desk'>[number];
export type FindKind = DeskFind['kind'];

/** What a search of the desk finds, in the order in which it is shown. */
export const findKinds = ['order', 'customer', 'product', 'variant', 'list', 'update'] as const;

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
