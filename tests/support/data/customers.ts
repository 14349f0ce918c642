import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { anonymous, person, refusalOf, type PersonName, type TestSql } from '../database.ts';
import { buy, line } from './orders.ts';

export const newEmail = (): string => `${randomUUID().slice(0, 8)}@buyers.test`;

/** By somebody's account, or by a guest. */
export const placeAs = (database: TestSql, email: string, name: PersonName | null = null) =>
  database.keepAs(name === null ? anonymous : person(name), async (sql) => {
    const { order } = await buy(sql, { lines: [await line(database.sql, 'FOAM-60')], email });
    return order;
  });

export const customerOf = (database: TestSql, order: string, name: PersonName = 'support') =>
  database.keepAs(person(name), async (sql) => {
    const rows = await sql<{ id: string | null }[]>`select public.find_customer(${order}) as id`;
    return rows[0]?.id ?? null;
  });

export async function newGuest(database: TestSql) {
  const email = newEmail();
  const order = await placeAs(database, email);
  const id = await customerOf(database, order.id);
  assert.ok(id);
  return { id, email, order };
}

export interface Card {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly email: string;
  readonly is_masked: boolean;
  readonly deletion_due_at: string | null;
  readonly ban: { readonly note: string } | null;
  readonly orders: readonly { readonly number: string; readonly is_guest: boolean }[];
  readonly notes: readonly Readonly<Record<string, unknown>>[];
  readonly mails: readonly { readonly kind: string; readonly number: string }[];
  readonly declined_topics: readonly string[];
  readonly designs: readonly { readonly name: string }[];
  readonly follows: readonly { readonly about: string; readonly product: string | null }[];
}

export const cardOf = (database: TestSql, id: string, name: PersonName = 'owner') =>
  database.keepAs(person(name), async (sql) => {
    const rows = await sql<{ card: Card }[]>`select public.open_customer(${id}) as card`;
    assert.ok(rows[0]);
    return rows[0].card;
  });

/** Customers, editors and whoever has left are told that they may not; strangers find no function. */
export async function assertForStaffAlone(
  database: TestSql,
  call: string,
  others: readonly PersonName[] = ['first', 'editor', 'former'],
): Promise<void> {
  for (const name of others) {
    const refused = database.as(person(name), (sql) => sql.unsafe(call));
    assert.equal((await refusalOf(refused)).reason, 'not_allowed', name);
  }
  const stranger = database.as(anonymous, (sql) => sql.unsafe(call));
  assert.equal((await refusalOf(stranger)).code, '42501');
}
