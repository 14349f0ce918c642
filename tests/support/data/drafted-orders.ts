import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { person } from '../database.ts';
import { defaultOptions, dutchAddress, line, type Quote } from './orders.ts';
import type { openTestDatabase } from '../database.ts';

type Database = ReturnType<typeof openTestDatabase>;

export interface Drafted {
  readonly id: string;
  readonly number: string;
  /** From the mail, and lets its reader act: the answer to staff holds none. */
  readonly token: string;
}

export async function draftedOrder(
  { sql, keepAs }: Pick<Database, 'sql' | 'keepAs'>,
  skus: readonly string[],
): Promise<Drafted> {
  const lines = await Promise.all(
    skus.map(async (sku) => ({
      ...(await line(sql, sku)),
      options: await defaultOptions(sql, sku),
    })),
  );
  const ask = (key: string | null, method: string | null, hash: string | null) =>
    keepAs(person('fulfilment'), async (as) => {
      const rows = await as<{ answer: { quote: Quote; order: { id: string; number: string } } }[]>`
        select public.draft_order(${key}, ${JSON.stringify(lines)}::text::jsonb, 'wanted@people.test',
          ${JSON.stringify(dutchAddress)}::text::jsonb, ${method}, 'Agreed by mail', ${hash}, 'demo') as answer`;
      assert.ok(rows[0]);
      return rows[0].answer;
    });
  const { quote } = await ask(null, null, null);
  const method = quote.shipping_methods.find((each) => each.price_minor !== null)?.id ?? null;
  const again = await ask(null, method, null);
  const { order } = await ask(randomUUID(), method, again.quote.quote_hash);
  const [mail] = await sql<{ token: string; first: boolean }[]>`
    select (select s.secrets ->> 'acting_token' from private.mail_secrets s where s.mail_id = outbox.id) as token, (payload ->> 'agrees_first')::boolean as first
    from public.outbox where dedupe_key = ${`order_placed:${order.id}:placed`}`;
  assert.ok(mail?.first);
  return { ...order, token: mail.token };
}
