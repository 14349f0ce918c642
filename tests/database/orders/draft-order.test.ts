import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, test } from 'node:test';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { openTestDatabase, person, refusalOf } from '../../support/database.ts';
import {
  dutchAddress,
  findBrokenInvariants,
  line,
  type CartLine,
  type PlacedOrder,
  type Quote,
} from '../../support/data/orders.ts';

const database = openTestDatabase();

afterEach(async () => {
  assert.deepEqual(await findBrokenInvariants(database.sql), []);
});

interface Draft {
  readonly key?: string;
  readonly lines: readonly (CartLine & { readonly unit_price_minor?: unknown })[];
  readonly email?: string;
  readonly method?: string | null;
  readonly reason?: string;
  readonly hash?: string | null;
}

const draft = (wish: Draft, caller: Caller = person('fulfilment')) =>
  database.keepAs(caller, async (sql) => {
    const { key = randomUUID(), email = 'wanted@people.test', reason = 'Agreed by mail' } = wish;
    const rows = await sql<{ answer: PlacedOrder & { readonly quote: Quote } }[]>`
      select public.draft_order(${key}, ${JSON.stringify(wish.lines)}::text::jsonb, ${email},
        ${JSON.stringify(dutchAddress)}::text::jsonb, ${wish.method ?? null}, ${reason}, ${wish.hash ?? null}) as answer`;
    assert.ok(rows[0]);
    return rows[0].answer;
  });

/** Quoted first, as the desk does. */
async function agreed(wish: Draft): Promise<Draft> {
  const { quote } = await draft(wish);
  const method = quote.shipping_methods.find((each) => each.price_minor !== null)?.id ?? null;
  return { key: randomUUID(), ...wish, method, hash: quote.quote_hash };
}

describe('draft_order', () => {
  test('an order is made at the price that staff name, once, and its link goes to its customer alone', async () => {
    const lines = [{ ...(await line(database.sql, 'CASE-MOSS', 2)), unit_price_minor: 999 }];
    const wish = await agreed({ lines });
    const made = await draft(wish);
    const again = await draft(wish);
    assert.equal(again.order.number, made.order.number);
    assert.equal(again.replayed, true);
    assert.deepEqual([made.order.token, again.order.token], [undefined, undefined]);
    const [row] = await database.sql<
      { subtotal_minor: number; consents: unknown; actors: string[] }[]
    >`
      select o.subtotal_minor, o.consents, array(
        select e.kind || ' by ' || e.actor from public.order_events e where e.order_id = o.id order by e.id) as actors
      from public.order_records o where o.id = ${made.order.id}`;
    assert.equal(row?.subtotal_minor, 1998);
    assert.deepEqual(row.consents, { terms: false, group_buy: false });
    assert.deepEqual(row.actors, ['placed by staff', 'drafted by staff']);
    const mails = await database.sql`
      select from public.outbox where kind = 'order_placed' and recipient = 'wanted@people.test'
        and payload ->> 'order_id' = ${made.order.id} and length((select s.secrets ->> 'token' from private.mail_secrets s where s.mail_id = outbox.id)) = 64`;
    assert.equal(mails.length, 1);
  });

  test('it can’t take what is not there, nor cost something else than was seen', async () => {
    const [free] = await database.sql<{ units: number }[]>`
      select p.on_hand - p.allocated as units from public.stock_pools p
      join public.variants v on v.stock_pool_id = p.id where v.sku = 'CASE-MOSS'`;
    const many = [await line(database.sql, 'CASE-MOSS', (free?.units ?? 0) + 1)];
    assert.equal((await refusalOf(draft(await agreed({ lines: many })))).reason, 'out_of_stock');
    const lines = [await line(database.sql, 'CASE-MOSS')];
    const wish = await agreed({ lines });
    const dearer = lines.map((each) => ({ ...each, unit_price_minor: 5 }));
    assert.equal((await refusalOf(draft({ ...wish, lines: dearer }))).reason, 'quote_changed');
    await draft(wish);
    const other = { ...wish, reason: 'Something else' };
    assert.equal((await refusalOf(draft(other))).reason, 'key_reused');
  });

  test('wrong prices, a missing mailbox or reason, and other roles are refused', async () => {
    const lines = [await line(database.sql, 'CASE-MOSS')];
    const reason = async (wish: Draft, caller?: Caller) =>
      (await refusalOf(draft(wish, caller))).reason;
    for (const unit_price_minor of [-1, 0.5, 1e9, 'free', {}])
      assert.equal(
        await reason({ lines: lines.map((each) => ({ ...each, unit_price_minor })) }),
        'wrong_price',
      );
    assert.equal(await reason({ lines, email: '' }), 'wrong_email');
    assert.equal(await reason({ ...(await agreed({ lines })), reason: ' ' }), 'reason_missing');
    for (const role of ['support', 'editor', 'first'] as const)
      assert.equal(await reason({ lines }, person(role)), 'not_allowed');
  });
});
