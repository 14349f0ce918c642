/** Payments of a statement as the desk sends them. */
import { randomUUID } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import type { Given } from '#shared/backend/given.ts';

type AnySql = Sql | TransactionSql;

export interface SentEntry {
  readonly booked_on: string;
  readonly amount_minor: number;
  readonly currency: string;
  readonly payer: string;
  readonly message: string;
  readonly bank_reference: string;
  readonly ordinal: number;
  readonly payer_account?: string;
}

export const shopAccount = 'NL03KEYW0123456789';

/** The shop has an account of its own, whatever it was seeded with. */
export const bankEntry = (entry: Partial<SentEntry>): SentEntry => ({
  booked_on: '2026-11-20',
  amount_minor: 100,
  currency: 'EUR',
  payer: 'Somebody Else',
  message: '',
  bank_reference: '',
  ordinal: 1,
  ...entry,
});

export type MatchedEntry = Given<'match_bank_entries'>[number];
export type SettledEntry = Given<'settle_bank_entry'>;

export async function matchEntries(
  sql: AnySql,
  entries: readonly Partial<SentEntry>[],
  account = shopAccount,
): Promise<readonly MatchedEntry[]> {
  const sent = JSON.stringify(entries.map(bankEntry));
  const [row] = await sql<{ matched: readonly MatchedEntry[] }[]>`
    select public.match_bank_entries(${account}, ${sent}::text::jsonb) as matched`;
  return row?.matched ?? [];
}

export async function openStatement(sql: AnySql, id: string = randomUUID()): Promise<string> {
  const statement = {
    id,
    account: shopAccount,
    file_name: 'november.xml',
    format: 'camt',
    first_on: '2026-11-01',
    last_on: '2026-11-30',
    payments: 3,
    header: '',
    columns: {},
  };
  await sql`select public.open_bank_statement(${JSON.stringify(statement)}::text::jsonb)`;
  return id;
}

export interface BankPart {
  readonly order_id: string;
  readonly amount_minor: number;
  readonly captured_minor: number;
}

export async function settleEntry(
  sql: AnySql,
  entry: Partial<SentEntry> | { readonly id: string },
  status: string,
  parts: readonly BankPart[] = [],
  { statement = null, note = '' }: { statement?: string | null; note?: string } = {},
): Promise<SettledEntry> {
  const sent = JSON.stringify(
    'id' in entry ? entry : { ...bankEntry(entry), account: shopAccount },
  );
  const [row] = await sql<{ settled: SettledEntry }[]>`
    select public.settle_bank_entry(${sent}::text::jsonb, ${status}, ${JSON.stringify(parts)}::text::jsonb,
      ${statement}, ${note}) as settled`;
  if (!row) throw new Error('The entry was not settled');
  return row.settled;
}
