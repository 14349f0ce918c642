/** What is done through `as` is rolled back, so tests of one file can't see each other. */
import { after, before } from 'node:test';
import postgres, { type Sql, type TransactionSql } from 'postgres';
import { assumeCaller } from '../../scripts/local-supabase/callers.ts';
import type { Caller } from '../../scripts/local-supabase/context.ts';
import { databaseValueTypes } from '../../scripts/local-supabase/database-values.ts';
import { createTestDatabase } from './cluster.ts';

const personNames = [
  'first',
  'second',
  'owner',
  'editor',
  'fulfilment',
  'support',
  'former',
] as const;
export type PersonName = (typeof personNames)[number];

const idOf = (name: PersonName): string =>
  `00000000-0000-4000-8000-${String(personNames.indexOf(name) + 1).padStart(12, '0')}`;

export const anonymous: Caller = { role: 'anon', claims: { role: 'anon' } };
export const service: Caller = { role: 'service_role', claims: { role: 'service_role' } };

/** Tokens claim every right there is in the metadata that users can write: none may follow from it. */
export function person(name: PersonName): Caller {
  const metadata = { role: 'owner', staff: true };
  const claims = { role: 'authenticated', sub: idOf(name), user_metadata: metadata };
  return { role: 'authenticated', claims };
}

export const personId = idOf;

/** As the auth service signs it once the code of an authenticator app was given, so many hours ago. */
export function withCode(caller: Caller, hoursAgo = 0): Caller {
  const givenAt = Math.floor(Date.now() / 1000) - Math.round(hoursAgo * 3600);
  const amr = [
    { method: 'totp', timestamp: givenAt },
    { method: 'password', timestamp: givenAt },
  ];
  return { ...caller, claims: { ...caller.claims, aal: 'aal2', amr } };
}

class RolledBack extends Error {}

export interface TestSql {
  /** As superuser, outside of any transaction: for preparing and for looking behind policies. */
  readonly sql: Sql;
  readonly url: string;
  /** As the caller, in a transaction that is rolled back. */
  as<T>(caller: Caller, run: (transaction: TransactionSql) => Promise<T>): Promise<T>;
  /** As the caller, in a transaction that is kept. */
  keepAs<T>(caller: Caller, run: (transaction: TransactionSql) => Promise<T>): Promise<T>;
}

async function addPeople(sql: Sql): Promise<void> {
  for (const name of personNames) {
    await sql`
      insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
      values (${idOf(name)}, ${`${name}@people.test`}, now(), ${sql.json({ role: 'owner' })})`;
    const works = name !== 'first' && name !== 'second' && name !== 'former';
    if (works) await sql`insert into private.staff (user_id, role) values (${idOf(name)}, ${name})`;
  }
}

export async function rolledBack<T>(
  sql: Sql,
  caller: Caller,
  run: (transaction: TransactionSql) => Promise<T>,
): Promise<T> {
  let result: { value: T } | undefined;
  await sql
    .begin(async (transaction) => {
      await assumeCaller(transaction, caller);
      result = { value: await run(transaction) };
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  if (result === undefined) throw new Error('The transaction gave nothing');
  return result.value;
}

const asCallersOf = (open: () => { readonly sql: Sql; readonly url: string }): TestSql => ({
  get sql() {
    return open().sql;
  },
  get url() {
    return open().url;
  },
  as: (caller, run) => rolledBack(open().sql, caller, run),
  async keepAs(caller, run) {
    const kept = await open().sql.begin(async (transaction) => {
      await assumeCaller(transaction, caller);
      return { value: await run(transaction) };
    });
    return kept.value;
  },
});

/** The database behind a backend, with the people of the tests in it. */
export async function openDatabaseOf(backend: { readonly databaseUrl: string }): Promise<TestSql> {
  const url = backend.databaseUrl;
  const sql = postgres(url, {
    max: 4,
    onnotice() {},
    types: databaseValueTypes,
  }) as unknown as Sql;
  await addPeople(sql);
  return asCallersOf(() => ({ sql, url }));
}

/** Registers the hooks that make and drop the file's database; use the answer inside tests only. */
export function openTestDatabase(): TestSql {
  let opened: { sql: Sql; url: string; drop: () => Promise<void> } | undefined;
  const open = () => {
    if (!opened) throw new Error('The database is there only inside tests');
    return opened;
  };
  before(async () => {
    const database = await createTestDatabase();
    const sql = postgres(database.url, { max: 24, onnotice() {}, types: databaseValueTypes });
    opened = { sql: sql as unknown as Sql, url: database.url, drop: () => database.drop() };
    await addPeople(opened.sql);
  });
  after(async () => {
    await opened?.sql.end();
    await opened?.drop();
  });
  return asCallersOf(open);
}

export interface Refusal {
  readonly code: string;
  readonly reason: string;
  readonly message: string;
  readonly details: Record<string, unknown>;
}

/** What a refused statement says; fails the test when the statement is not refused. */
export async function refusalOf(statement: Promise<unknown>): Promise<Refusal> {
  try {
    await statement;
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error;
    const { code, hint = '', message, detail = '{}' } = error;
    const details = detail.startsWith('{') ? (JSON.parse(detail) as Record<string, unknown>) : {};
    return { code, reason: hint, message, details };
  }
  throw new Error('The statement was not refused');
}
