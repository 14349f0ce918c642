import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import { anonymous, openTestDatabase, person } from '../../support/database.ts';
import { endWindow, moneyOf, orderKits, pay } from '../../support/data/group-buys.ts';
import { answeredRefusal, enterAll, makeEntrants } from '../../support/data/lists.ts';
import { buy, variantId } from '../../support/data/orders.ts';

const database = openTestDatabase();
const owner = person('owner');

interface Started {
  readonly told: number;
  readonly stage: string;
}

async function start(
  sql: TransactionSql,
  list: string,
  batch: string,
  kits: unknown,
): Promise<Started> {
  const [row] = await sql<{ answer: Started }[]>`
    select public.start_group_buy(${list}, ${batch}, ${new Date(Date.now() - 1000)}, ${new Date(Date.now() + 86_400_000)},
      null, ${JSON.stringify(kits)}::text::jsonb) as answer`;
  assert.ok(row);
  return row.answer;
}

/** The demo's interest check, with a batch of its own. */
async function interest() {
  const [list] = await database.sql<{ id: string; product_id: string }[]>`
    select id, product_id from public.lists where kind = 'interest_check' and status = 'open' limit 1`;
  assert.ok(list);
  const [batch] = await database.sql<{ id: string }[]>`
    insert into public.batches (product_id, code, title, number, stage, eta)
    values (${list.product_id}, 'SANDLING-TEST', 'Sandling, a test', 77, 'interest_check', '2030-03-01') returning id`;
  assert.ok(batch);
  const kit = await variantId(database.sql, 'SANDLING-KIT');
  const pcb = await variantId(database.sql, 'SANDLING-PCB');
  return { list: list.id, batch: batch.id, kit, pcb };
}

describe('start_group_buy', () => {
  test('one story: a check becomes a group buy, reaches a tier, closes with a kit failed, slips twice, ships and sells extras', async () => {
    const { list, batch, kit, pcb } = await interest();
    const voters = await makeEntrants(database.sql, 3);
    const choices = await database.sql<
      { id: string }[]
    >`select id from public.list_choices where list_id = ${list} limit 1`;
    await enterAll(
      database.keepAs,
      list,
      voters,
      choices.map(({ id }) => id),
    );

    const kits = [
      { variant_id: kit, moq: 2 },
      { variant_id: pcb, moq: 4 },
    ];
    const wrong = await database.keepAs(owner, async (sql) =>
      answeredRefusal(sql, await start(sql, list, batch, [])),
    );
    assert.equal(wrong.reason, 'wrong_kits');
    const foreign = await database.keepAs(person('editor'), async (sql) =>
      answeredRefusal(sql, await start(sql, list, batch, kits)),
    );
    assert.deepEqual(foreign, { status: '403', reason: 'not_allowed' });
    const started = await database.keepAs(owner, (sql) => start(sql, list, batch, kits));
    assert.deepEqual([started.stage, started.told], ['announced', 3]);
    const again = await database.keepAs(owner, async (sql) =>
      answeredRefusal(sql, await start(sql, list, batch, kits)),
    );
    assert.equal(again.reason, 'not_an_interest_check');
    const [mails] = await database.sql`
      select count(*)::int as n from public.outbox where kind = 'interest_became_group_buy'
        and user_id = any (${voters.map(({ id }) => id)}::uuid[])`;
    assert.equal(mails?.['n'], 3);

    await database.sql`
      insert into public.batch_price_tiers (batch_kit_id, from_count, price_minor)
      select id, 2, 27900 from public.batch_kits where batch_id = ${batch} and variant_id = ${kit}`;
    const first = await database.keepAs(anonymous, (sql) =>
      orderKits(sql, ['SANDLING-KIT', 'SANDLING-PCB'], 'a@story.test'),
    );
    const second = await database.keepAs(anonymous, (sql) =>
      orderKits(sql, ['SANDLING-KIT'], 'b@story.test'),
    );
    await pay(database.sql, first);
    await pay(database.sql, second);
    await endWindow(database.sql, batch);
    await database.sql`select private.close_due_batches()`;
    // 10.00 for the tier, 49.00 for the kit that was not made.
    assert.equal((await moneyOf(database.sql, first)).refundDueMinor, 1000 + 4900);
    assert.equal((await moneyOf(database.sql, second)).refundDueMinor, 1000);

    const move = (stage: string, eta: string | null) =>
      database.keepAs(
        owner,
        (sql) => sql`
        update public.batches set stage = ${stage}, eta = coalesce(${eta}, eta) where id = ${batch}`,
      );
    await move('in_production', '2030-04-01');
    await move('quality_control', '2030-06-01');
    await move('shipping', null);
    const [slip] = await database.sql`
      select original_eta::text, eta::text, (select count(*)::int from public.batch_stage_history h where h.batch_id = b.id) as stages
      from public.batches b where id = ${batch}`;
    assert.deepEqual({ ...slip }, { original_eta: '2030-03-01', eta: '2030-06-01', stages: 7 });

    const extras = [{ variant_id: kit, count: 2, price_minor: 31_900 }];
    await database.keepAs(
      owner,
      (sql) => sql`select public.open_extras(${batch}, ${JSON.stringify(extras)}::text::jsonb)`,
    );
    const options = await database.sql<{ option: string; value: string }[]>`
      select o.id as option, (select v.id from public.option_values v where v.option_id = o.id order by v.position limit 1) as value
      from public.product_options o join public.variants x on x.product_id = o.product_id where x.id = ${kit}`;
    const bought = await database.keepAs(anonymous, (sql) =>
      buy(sql, {
        lines: [
          {
            variant_id: kit,
            quantity: 1,
            options: Object.fromEntries(options.map(({ option, value }) => [option, value])),
          },
        ],
      }),
    );
    const [line] = await database.sql`
      select sold_as, unit_price_minor >= 31900 as own_price from public.order_lines where order_id = ${bought.order.id}`;
    assert.deepEqual({ ...line }, { sold_as: 'in_stock', own_price: true });
  });
});
