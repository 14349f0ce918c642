import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import { checkGroups, groupsOf } from '../../../src/features/shop-check/model/check-groups.ts';
import {
  anonymous,
  openTestDatabase,
  person,
  refusalOf,
  rolledBack,
  service,
} from '../../support/database.ts';
import {
  applyEvent,
  beginPayment,
  buy,
  dearestOption,
  defaultOptions,
  line,
} from '../../support/data/orders.ts';

const database = openTestDatabase();

interface Finding {
  readonly code: string;
  readonly severity: string;
  readonly about: string;
  readonly message: string;
}

async function check(sql: TransactionSql): Promise<readonly Finding[]> {
  return (await look(sql)).findings;
}

async function look(sql: TransactionSql, group: string | null = null, run: number | null = null) {
  const rows = await sql<{ answer: { run: number; findings: Finding[] } }[]>`
    select public.check_shop(${group}, ${run}) as answer`;
  assert.ok(rows[0]);
  return rows[0].answer;
}

const order = `
  insert into public.order_records (payment, country_code, shipping_method_name, subtotal_minor,
    shipping_minor, tax_minor, tax_included_minor, total_minor, consents, pay_by`;

/** One thing for 100 in the order that was placed last. */
const lineOfNewest = `
  insert into public.order_lines (order_id, position, variant_id, product_id, sold_as, quantity, title,
    variant_title, sku, url, kind, unit_price_minor, total_minor, tax_minor, tax_included, tax_rate_basis_points, weight_grams)
  select o.id, 1, v.id, v.product_id, 'in_stock', 1, 'Planted', 'x', v.sku, 'x', 'product', 100, 100, 0, true, 0, 1
  from (select id from public.order_records order by placed_at desc limit 1) o
  cross join (select * from public.variants limit 1) v`;

/** A colour that some design of the gallery has. */
const drawnColour = `select c.id from public.colorways c join public.designs d
  on strpos(d.design::text, '"code": "' || c.code || '"') > 0
  where c.palette_id is not null and d.visibility = 'public' order by c.code limit 1`;

const bankEntry = `with kept as (
      insert into public.bank_statements (id, account, file_name, format, first_on, last_on, payments)
      values (gen_random_uuid(), '', 'planted.xml', 'camt', current_date, current_date, 1) returning id
    )
    insert into public.bank_entries (statement_id, identity, account, booked_on, amount_minor, currency, status, settled_at, updated_at)
    select id, repeat('0', 64), '', current_date, 1, 'EUR',`;

/** A fault each, planted as the superuser in a transaction that is rolled back. */
const faults: Readonly<Record<string, string>> = {
  no_variant: `insert into public.products (kind, category, url, title, summary, status, publish_at)
    values ('product', 'part', 'planted', 'Planted', 'x', 'published', now())`,
  old_rates: `update public.currency_rates set rated_on = current_date - 8 where code = 'USD'`,
  no_picture: `delete from public.product_images where product_id = (select id from public.products where url = 'braefell-65')`,
  lost_picture: `insert into public.product_images (product_id, storage_path, alt, width, height, placeholder_colour)
    select id, 'gone.webp', 'Gone', 100, 100, '#000000' from public.products where url = 'braefell-65'`,
  large_picture: `insert into storage.objects (bucket_id, name, metadata)
    values ('product-images', 'huge.webp', '{"size": 9437184, "mimetype": "image/webp"}');
    insert into public.product_images (product_id, storage_path, alt, width, height, placeholder_colour)
    select id, 'huge.webp', 'A board', 100, 100, '#000000' from public.products where url = 'braefell-65'`,
  lost_sound: `insert into public.product_sounds (product_id, storage_path, title, duration_ms, peaks)
    select id, 'gone.wav', 'Gone', 900, array_fill(1, array[64]) from public.products where url = 'braefell-65'`,
  lost_photo: `with photo as (
      insert into private.customer_photos (id, user_id, product_id, storage_path, width, height, placeholder_colour, alt, status)
      select x.id, u.id, p.id, x.id || '.webp', 100, 100, '#000000', 'A board', 'shown'
      from (select gen_random_uuid() as id) x, public.products p, (select id from auth.users limit 1) u where p.url = 'braefell-65'
      returning *)
    insert into public.shown_photos (id, product_id, storage_path, width, height, placeholder_colour, note, name, alt)
    select id, product_id, storage_path, width, height, placeholder_colour, note, name, alt from photo`,
  empty_alt: `update public.product_images set alt = 'IMG_2041.jpg' where id = (
    select i.id from public.product_images i join public.products p on p.id = i.product_id where p.url = 'braefell-65' limit 1)`,
  empty_option: `insert into public.product_options (product_id, code, title)
    select id, 'planted', 'Planted' from public.products where url = 'braefell-65'`,
  doubled_choice: `alter table public.variants disable trigger user;
    update public.variants set title = 'Board, ISO' where sku = 'CINDERWICK-KIT'`,
  no_batch: `insert into public.variants (product_id, sku, title, availability, price_minor, weight_grams)
    select id, 'PLANTED', 'Planted', 'group_buy', 1, 1 from public.products where url = 'braefell-65'`,
  no_list: `insert into public.variants (product_id, sku, title, availability, price_minor, weight_grams)
    select id, 'PLANTED', 'Planted', 'list', 1, 1 from public.products where url = 'braefell-65'`,
  removed_colour: `update public.colorways set status = 'archived', can_be_ordered = false where id = (${drawnColour})`,
  late_preorder: `insert into public.variants (product_id, sku, title, availability, price_minor, weight_grams, ships_on)
    select id, 'PLANTED', 'Planted', 'preorder', 1, 1, current_date - 1 from public.products where url = 'braefell-65'`,
  stale_batch: `insert into public.batches (product_id, code, title, number, stage, opens_at, closes_at)
    select id, 'PLANTED', 'Planted', 99, 'open', now() - interval '9 days', now() - interval '4 days' from public.products limit 1`,
  quiet_batch: `update public.updates set publish_at = publish_at - interval '43 days'
    where id in (select update_id from public.update_batches n join public.batches b on b.id = n.batch_id where b.code = 'ALDERSEA-R1')`,
  batch_without_kits: `insert into public.batches (product_id, code, title, number, stage, opens_at, closes_at)
    select id, 'PLANTED', 'Planted', 99, 'open', now() - interval '1 day', now() + interval '4 days' from public.products limit 1`,
  no_zone: `delete from public.zone_countries where country_code = 'NL'`,
  two_zones: `insert into public.zone_countries (zone_id, country_code)
    select id, 'NL' from public.shipping_zones z
    where not exists (select from public.zone_countries n where n.zone_id = z.id and n.country_code = 'NL') limit 1`,
  zone_without_method: `update public.shipping_methods set is_offered = false
    where zone_id = (select zone_id from public.zone_countries where country_code = 'NL')`,
  method_without_rate: `delete from public.shipping_rates
    where method_id = (select id from public.shipping_methods where is_offered limit 1)`,
  rate_ends_soon: `update public.shipping_rates set valid_to = current_date + 3
    where method_id = (select id from public.shipping_methods where is_offered limit 1) and valid_from < current_date and (valid_to is null or valid_to > current_date)`,
  no_tax_rate: `delete from public.tax_rates where country_code = 'NL'`,
  order_without_lines: `${order}) values ('demo', 'NL', 'x', 100, 0, 0, 0, 100, '{}', now() + interval '1 day')`,
  order_sums: `alter table public.order_lines disable trigger user;
    ${order}) values ('demo', 'NL', 'x', 150, 0, 0, 0, 150, '{}', now() + interval '1 day');
    ${lineOfNewest}`,
  colour_is_gone: `alter table public.order_lines disable trigger user;
    ${order}) values ('demo', 'NL', 'x', 100, 0, 0, 0, 100, '{}', now() + interval '1 day');
    ${lineOfNewest};
    update public.order_lines l set design_id = d.id, design = d.design from public.designs d
    where l.title = 'Planted' and strpos(d.design::text, (select code from public.colorways where id = (${drawnColour}))) > 0;
    update public.colorways set status = 'archived', can_be_ordered = false where id = (${drawnColour})`,
  paid_too_little: `${order}, status) values ('demo', 'NL', 'x', 100, 0, 0, 0, 100, '{}', now(), 'paid')`,
  balance_due: `${order}, status, captured_minor, paid_at) values ('invoice', 'NL', 'x', 100, 0, 0, 0, 100, '{}', now(), 'paid', 80, now());
    insert into public.order_events (order_id, kind, actor)
    select id, 'options_changed', 'guest' from public.order_records order by placed_at desc limit 1`,
  made_unpaid: `${order}, status, captured_minor, paid_at) values ('invoice', 'NL', 'x', 100, 0, 0, 0, 100, '{}', now(), 'shipped', 80, now())`,
  balance_left_open: `${order}, status, captured_minor, paid_at) values ('invoice', 'NL', 'x', 100, 0, 0, 0, 100, '{}', now(), 'in_production', 80, now());
    insert into public.order_events (order_id, kind, actor, reason)
    select id, 'balance_left_open', 'staff', 'Pays at the meetup' from public.order_records order by placed_at desc limit 1`,
  refund_waits: `alter table public.order_records disable trigger user;
    ${order}, captured_minor, updated_at) values ('demo', 'NL', 'x', 100, 0, 0, 0, 100, '{}', now(), 200, now() - interval '4 days')`,
  return_waits: `${order}) values ('demo', 'NL', 'x', 100, 0, 0, 0, 100, '{}', now());
    insert into public.order_returns (order_id, kind, lines, amount_minor, asked_at)
    select id, 'fault', '[]', 0, now() - interval '4 days' from public.order_records`,
  no_bank_account: `delete from public.bank_accounts`,
  payment_keys: `update public.payment_methods set is_offered = true, keys = 'live' where code = 'paypal';
    update public.payment_methods set keys = 'missing' where code = 'paypal'`,
  document_waits: `${order}) values ('demo', 'NL', 'x', 100, 0, 0, 0, 100, '{}', now() + interval '1 day');
    insert into private.documents_due (order_id, problem)
    select id, 'no_seller' from public.order_records order by placed_at desc limit 1`,
  transfer_unmatched: `${bankEntry} 'unmatched', null, now() - interval '3 days' from kept`,
  transfer_sums: `${bankEntry} 'recorded', now(), now() from kept`,
  payment_overdue: `${order}) values ('demo', 'NL', 'x', 100, 0, 0, 0, 100, '{}', now() - interval '2 days')`,
  stock_ledger: `alter table public.stock_pools disable trigger user;
    update public.stock_pools set on_hand = on_hand + 1 where id = (select id from public.stock_pools limit 1)`,
  mail_given_up: `insert into public.outbox (kind, dedupe_key, recipient, given_up_at, last_error)
    values ('planted', 'planted', 'canary@people.test', now(), 'no such mailbox')`,
  mail_waits: `insert into public.outbox (kind, dedupe_key, recipient, send_after)
    values ('planted', 'planted', 'canary@people.test', now() - interval '2 hours')`,
  webhook_given_up: `with hook as (insert into private.webhooks (name, host, tells) values ('planted', 'planted.test', '{drops}') returning id),
    news as (insert into private.news (kind, key, product_id, at) select 'product', id::text, id, now() from public.products limit 1 returning id)
    insert into private.webhook_calls (webhook_id, news_id, given_up_at, last_error) select hook.id, news.id, now(), 'no answer' from hook, news`,
  publish_failed: `insert into public.publish_requests (status, finished_at, requested_at) values ('failed', now(), now())`,
  publish_stuck: `insert into public.publish_requests (status, started_at) values ('running', now() - interval '2 hours')`,
  publish_waits: `insert into public.publish_requests (requested_at) values (now() - interval '40 minutes')`,
  open_table: `alter table public.products disable row level security`,
  edition_overdrawn: `alter table public.colorways drop constraint colorways_check3;
    alter table public.colorways disable trigger user;
    update public.colorways set commissioned = edition_size, given_away = 1
    where id = (select id from public.colorways where edition_size is not null limit 1)`,
  payments_differ: `alter table public.payments disable trigger user;
    ${order}) values ('demo', 'NL', 'x', 100, 0, 0, 0, 100, '{}', now() + interval '1 day');
    insert into public.payments (order_id, kind, provider, amount_minor, at)
    select id, 'capture', 'demo', 7, now() from public.order_records order by placed_at desc limit 1`,
  provider_differs: `alter table public.payments disable trigger user;
    ${order}, status, captured_minor) values ('demo', 'NL', 'x', 100, 0, 0, 0, 100, '{}', now(), 'paid', 100);
    insert into public.payments (order_id, kind, provider, amount_minor)
    select id, 'capture', 'demo', 100 from public.order_records order by placed_at desc limit 1`,
  odd_payment: `${order}) values ('demo', 'NL', 'x', 100, 0, 0, 0, 100, '{}', now() + interval '1 day');
    insert into private.payment_events (provider, event_id, kind, order_id, amount_minor, currency, outcome)
    select 'demo', 'planted', 'paid', id, 7, 'EUR', 'mismatch' from public.order_records order by placed_at desc limit 1`,
  event_waits: `insert into private.payment_events (provider, event_id, kind, reference, amount_minor, currency, outcome)
    values ('demo', 'planted', 'disputed', 'planted', 7, 'EUR', 'waiting')`,
  event_contradicts: `insert into private.payment_events (provider, event_id, kind, reference, amount_minor, currency, payload)
    values ('demo', 'planted', 'paid', 'planted', 7, 'EUR', '{"contradicted": {}}')`,
  event_refused: `insert into private.payment_events (provider, event_id, kind, reference, amount_minor, currency, outcome)
    values ('stripe', 'planted', 'paid', 'planted', 7, 'EUR', 'refused')`,
  refund_untold: `alter table public.payments disable trigger user;
    ${order}) values ('stripe', 'NL', 'x', 100, 0, 0, 0, 100, '{}', now() + interval '1 day');
    insert into public.payments (order_id, kind, provider, amount_minor, at)
    select id, 'refund', 'stripe', 7, now() - interval '4 days' from public.order_records order by placed_at desc limit 1`,
  refund_call_waits: `alter table public.payments disable trigger user;
    ${order}) values ('stripe', 'NL', 'x', 100, 0, 0, 0, 100, '{}', now() + interval '1 day');
    insert into public.payments (order_id, kind, provider, amount_minor)
    select id, 'refund', 'stripe', 7 from public.order_records order by placed_at desc limit 1;
    insert into public.refund_calls (order_id, refund_id, provider, charge_reference, amount_minor, currency, created_at)
    select order_id, id, 'stripe', 'planted', 7, 'EUR', now() - interval '2 days' from public.payments order by at desc limit 1`,
  bank_refund_waits: `alter table public.payments disable trigger user;
    ${order}) values ('invoice', 'NL', 'x', 100, 0, 0, 0, 100, '{}', now() + interval '1 day');
    insert into public.payments (order_id, kind, provider, amount_minor)
    select id, 'refund', 'invoice', 7 from public.order_records order by placed_at desc limit 1;
    insert into public.bank_refunds (refund_id, order_id, reference, amount_minor, currency, created_at)
    select id, order_id, 'KW-1-R1', 7, 'EUR', now() - interval '4 days' from public.payments order by at desc limit 1`,
  books_differ: `${order}) values ('demo', 'NL', 'x', 100, 0, 0, 0, 100, '{}', now() + interval '1 day');
    alter table public.order_entries disable trigger user;
    insert into public.order_entries (order_id, kind, amount_minor)
    select id, 'goods', 90 from public.order_records order by placed_at desc limit 1`,
  job_item_failed: `insert into private.job_failures (job, item, name, tries, problem)
    values ('orders', gen_random_uuid(), 'KW-1', 5, 'planted')`,
  job_failed: `insert into private.job_turns (job, ran_at, worked_at, problem)
    values ('lists', now(), now() - interval '1 day', 'planted')`,
  jobs_late: `insert into private.job_turns (job, ran_at) values ('orders', now() - interval '1 hour')`,
  list_not_frozen: `alter table public.lists disable trigger user;
    update public.lists set opens_at = now() - interval '9 days', closes_at = now() - interval '2 days'
    where kind = 'raffle' and status = 'open'`,
  list_not_drawn: `alter table public.lists disable trigger user;
    update public.lists set status = 'frozen', frozen_at = now() - interval '2 days' where kind = 'raffle' and status = 'drawn'`,
  list_overdrawn: `alter table public.lists disable trigger user; alter table public.offers disable trigger user;
    insert into public.offers (list_id, entry_id, choice_id, variant_id, rank, round, expires_at)
    select l.id, e.id, c.id, c.variant_id, row_number() over (order by e.id), 1, now() + interval '1 day'
    from (select id from public.lists where status = 'drawn' limit 1) l
    join lateral (select id from public.list_entries where list_id = l.id order by id limit 2) e on true
    join lateral (select id, variant_id from public.list_choices where list_id = l.id limit 1) c on true;
    update public.lists set capacity = 1, released = 0 where status = 'drawn'`,
  no_owner: `alter table private.staff disable trigger user; delete from private.staff where role = 'owner'`,
  anonymous_reads: `grant select on public.order_records to anon`,
};

describe('check_shop', () => {
  test('is silent on the demo shop', async () => {
    assert.deepEqual(await database.as(person('owner'), check), []);
  });

  for (const [code, planted] of Object.entries(faults)) {
    test(`finds ${code.replaceAll('_', ' ')}`, async () => {
      const caller = person(code === 'no_owner' ? 'support' : 'owner');
      const found = await rolledBack(database.sql, caller, async (sql) => {
        await sql`reset role`;
        await sql.unsafe(planted);
        await sql`set local role authenticated`;
        return check(sql);
      });
      assert.ok(
        found.some((finding) => finding.code === code),
        JSON.stringify(found),
      );
      assert.ok(!JSON.stringify(found).includes('canary@people.test'));
    });
  }

  test('every fault that it knows is planted above', async () => {
    const bodies = await database.sql<{ body: string }[]>`
      select prosrc as body from pg_proc where proname like 'find%faults'`;
    const known = bodies.flatMap(({ body }) =>
      [...body.matchAll(/select '(\w+)', '(?:fault|warning)'/g)].map(([, code]) => code),
    );
    assert.deepEqual(known.toSorted(), Object.keys(faults).toSorted());
  });

  const endings: Readonly<Record<string, string>> = {
    mail_given_up: `insert into public.outbox (kind, dedupe_key, recipient, created_at)
      values ('planted', 'planted:again:1', 'canary@people.test', now() + interval '1 minute')`,
    odd_payment: `insert into private.payment_events (provider, event_id, kind, order_id, amount_minor, currency, at)
      select 'demo', 'planted-back', 'refunded', order_id, 7, 'EUR', now() + interval '1 minute'
      from private.payment_events where event_id = 'planted'`,
    provider_differs: `insert into private.payment_events (provider, event_id, kind, order_id, amount_minor, currency, outcome)
      select 'demo', 'planted-told', 'paid', order_id, 100, 'EUR', 'paid' from public.payments order by at desc limit 1`,
    refund_untold: `insert into private.payment_events (provider, event_id, kind, order_id, amount_minor, counted_minor, currency, outcome)
      select 'stripe', 'planted-told', 'refunded', order_id, 7, 7, 'EUR', 'known_refund' from public.payments order by id desc limit 1`,
    job_failed: `update private.job_turns set problem = ''`,
    webhook_given_up: `insert into private.webhook_calls (webhook_id, called_at) select id, now() from private.webhooks`,
    old_rates: `update public.currency_rates set is_shown = false where code = 'USD'`,
    payment_keys: `update public.payment_methods set keys = 'live' where code = 'paypal'`,
    bank_refund_waits: `update public.bank_refunds set sent_at = now()`,
    no_bank_account: `update public.payment_methods set is_offered = false where code = 'invoice'`,
    document_waits: `delete from private.documents_due`,
  };
  for (const [code, mended] of Object.entries(endings))
    test(`tells no more of ${code.replaceAll('_', ' ')} once it was mended`, async () => {
      const found = await rolledBack(database.sql, person('owner'), async (sql) => {
        await sql`reset role`;
        await sql.unsafe(faults[code] ?? '');
        await sql.unsafe(mended);
        await sql`set local role authenticated`;
        return check(sql);
      });
      assert.deepEqual(
        found.filter((finding) => finding.code === code),
        [],
      );
    });

  /** A paid order of a board whose customer then chooses something dearer. */
  async function chooseDearer(payment: 'demo' | 'invoice') {
    const options = await defaultOptions(database.sql, 'BRAEFELL-KIT');
    const lines = [{ ...(await line(database.sql, 'BRAEFELL-KIT')), options }];
    const { order: placed } = await database.keepAs(anonymous, (sql) =>
      buy(sql, { lines, payment }),
    );
    const dearest = await dearestOption(database.sql);
    const [row] = await database.sql<{ id: string }[]>`
      select id from public.order_lines where order_id = ${placed.id}`;
    assert.ok(row);
    const pay = async (amount: number) => {
      if (payment === 'invoice')
        await database.keepAs(
          person('owner'),
          (sql) => sql`select public.record_payment(${placed.id}, ${amount})`,
        );
      else {
        await database.keepAs(anonymous, (sql) => beginPayment(sql, placed.id, placed.token));
        const event = { id: randomUUID(), order: placed.id, amount };
        await database.keepAs(service, (sql) => applyEvent(sql, event));
      }
    };
    await pay(placed.total_minor);
    const chosen = JSON.stringify({ ...options, [dearest.option]: dearest.value });
    await database.keepAs(
      anonymous,
      (sql) =>
        sql`select public.change_order_options(${row.id}, ${chosen}::text::jsonb, ${placed.token})`,
    );
    return { number: placed.number, payDifference: () => pay(dearest.delta) };
  }

  for (const payment of ['demo', 'invoice'] as const)
    test(`a dearer choice on an order paid by ${payment} is money to come, and nothing once it came`, async () => {
      const { number, payDifference } = await chooseDearer(payment);
      const told = async () =>
        (await database.as(person('owner'), check))
          .filter(({ about }) => about === number)
          .map(({ code, severity }) => `${severity} ${code}`);
      assert.deepEqual(await told(), ['warning balance_due']);
      await payDifference();
      assert.deepEqual(await told(), []);
    });

  interface PaidOrder {
    readonly id: string;
    readonly total: number;
    tell(kind: string, amount: number): Promise<string>;
    /** Asks for a refund, which the provider takes, or refuses for good. */
    refund(amount: number, isTaken?: boolean): Promise<unknown>;
  }

  /** What is found of an order that was paid through a provider, four days later. */
  async function foundOfPaid(provider: 'stripe' | 'paypal', live: (order: PaidOrder) => unknown) {
    const lines = [await line(database.sql, 'KNOB-SILVER')];
    const { order: placed } = await database.keepAs(anonymous, (sql) => buy(sql, { lines }));
    return rolledBack(database.sql, person('owner'), async (sql) => {
      await sql`reset role`;
      const charge = randomUUID();
      const tell = (kind: string, amount: number) =>
        applyEvent(sql, {
          id: randomUUID(),
          provider,
          kind,
          order: kind === 'paid' ? placed.id : null,
          reference: charge,
          amount,
        });
      await tell('paid', placed.total_minor);
      await live({
        id: placed.id,
        total: placed.total_minor,
        tell,
        refund: async (amount, isTaken = true) => {
          await sql`select public.refund_order(${placed.id}, ${amount}, '[]', 'Asked by mail')`;
          await sql`
            select public.refund_called(id, ${isTaken ? randomUUID() : null}, '', true)
            from public.refund_calls where order_id = ${placed.id} and state = 'waiting'`;
        },
      });
      await sql`alter table public.payments disable trigger user`;
      await sql`update public.payments set at = now() - interval '4 days' where order_id = ${placed.id}`;
      await sql`set local role authenticated`;
      const found = await check(sql);
      return found.filter(({ about }) => about === placed.number).map(({ code }) => code);
    });
  }

  const lives: Readonly<
    Record<string, readonly ['stripe' | 'paypal', (order: PaidOrder) => Promise<unknown>, string[]]>
  > = {
    'a dispute lost in part': [
      'paypal',
      async ({ tell, total }) => {
        await tell('disputed', total);
        assert.equal(await tell('dispute_lost', 400), 'dispute_lost');
      },
      [],
    ],
    'a refund that failed before it was told': [
      'stripe',
      async ({ refund, tell }) => {
        await refund(400);
        assert.equal(await tell('refund_failed', 400), 'refund_failed');
      },
      [],
    ],
    'a refund that its provider refused': ['stripe', ({ refund }) => refund(400, false), []],
    'a refund that was never told, beside that of a dispute': [
      'paypal',
      async ({ refund, tell }) => {
        await tell('disputed', 600);
        assert.equal(await tell('refunded', 600), 'known_refund');
        await refund(200);
      },
      ['refund_untold'],
    ],
    'a refund that was told, beside that of a dispute': [
      'paypal',
      async ({ refund, tell }) => {
        await tell('disputed', 600);
        await tell('refunded', 600);
        await refund(200);
        await tell('refunded', 800);
      },
      [],
    ],
  };
  for (const [life, [provider, live, codes]] of Object.entries(lives))
    test(`knows ${life}`, async () => {
      const found = await foundOfPaid(provider, live);
      assert.deepEqual(
        found.filter((code) => /provider|refund_/.test(code)),
        codes,
      );
    });

  test('each role is told what it can mend', async () => {
    const codes = async (name: 'editor' | 'fulfilment' | 'support') =>
      rolledBack(database.sql, person(name), async (sql) => {
        await sql`reset role`;
        for (const code of ['no_picture', 'no_zone', 'payment_overdue', 'mail_waits']) {
          await sql.unsafe(faults[code] ?? '');
        }
        await sql`set local role authenticated`;
        return new Set((await check(sql)).map((finding) => finding.code));
      });
    const of = async (name: 'editor' | 'fulfilment' | 'support') =>
      [...(await codes(name))].toSorted();
    assert.deepEqual(await of('editor'), ['no_picture']);
    assert.deepEqual(await of('support'), ['order_without_lines', 'payment_overdue']);
    assert.deepEqual(await of('fulfilment'), ['no_zone', 'order_without_lines', 'payment_overdue']);
  });

  test('each run is counted, and told to those of the role it was made as', async () => {
    const runs = await rolledBack(database.sql, person('editor'), async (sql) => {
      await sql`reset role`;
      await sql.unsafe(faults['no_picture'] ?? '');
      await sql`insert into public.check_runs (role, faults, warnings) values ('owner', 7, 7)`;
      await sql`set local role authenticated`;
      await check(sql);
      return sql`select role, faults, warnings from public.check_runs`;
    });
    assert.deepEqual(
      runs.map((run) => ({ ...run })),
      [{ role: 'editor', faults: 0, warnings: 1 }],
    );
  });

  test('group by group finds what all at once does, and counts as one run', async () => {
    const { whole, parts, runs } = await rolledBack(database.sql, person('owner'), async (sql) => {
      await sql`reset role`;
      for (const code of ['no_picture', 'no_zone', 'payment_overdue', 'mail_waits'])
        await sql.unsafe(faults[code] ?? '');
      await sql`set local role authenticated`;
      const all = await look(sql);
      let run: number | null = null;
      const found: Finding[] = [];
      for (const { id } of groupsOf('owner')) {
        const answer = await look(sql, id, run);
        found.push(...answer.findings);
        ({ run } = answer);
      }
      const kept = await sql<{ faults: number; warnings: number; groups: string[] }[]>`
        select faults, warnings, groups from public.check_runs order by id`;
      return { whole: all.findings, parts: found, runs: kept };
    });
    const codes = (of: readonly Finding[]) => of.map(({ code, about }) => `${code} ${about}`);
    assert.ok(whole.length >= 4);
    assert.deepEqual(codes(parts).toSorted(), codes(whole).toSorted());
    assert.equal(runs.length, 2);
    assert.deepEqual({ ...runs[1] }, { ...runs[0] });
    assert.deepEqual(
      runs[1]?.groups,
      groupsOf('owner').map(({ id }) => id),
    );
  });

  test('a group counts once in its run, and never in a run of another role', async () => {
    const runs = await rolledBack(database.sql, person('editor'), async (sql) => {
      await sql`reset role`;
      await sql.unsafe(faults['no_picture'] ?? '');
      const [theirs] = await sql<{ id: number }[]>`
        insert into public.check_runs (role, faults, warnings) values ('owner', 0, 0) returning id::int`;
      await sql`set local role authenticated`;
      const first = await look(sql, 'goods', theirs?.id ?? null);
      await look(sql, 'goods', first.run);
      await look(sql, 'batches', first.run);
      await sql`reset role`;
      return sql`select role, warnings, groups from public.check_runs order by id`;
    });
    assert.deepEqual(
      runs.map((run) => ({ ...run })),
      [
        { role: 'owner', warnings: 0, groups: [] },
        { role: 'editor', warnings: 1, groups: ['goods', 'batches'] },
        { role: 'editor', warnings: 1, groups: ['goods'] },
      ],
    );
  });

  test('the desk names the groups of each role as the database has them', async () => {
    for (const role of ['owner', 'editor', 'fulfilment', 'support'] as const) {
      const told = groupsOf(role).map(({ id }) => id);
      const whole = await rolledBack(database.sql, person(role), async (sql) => {
        await look(sql);
        return sql<
          { groups: string[] }[]
        >`select groups from public.check_runs order by id desc limit 1`;
      });
      assert.deepEqual(whole[0]?.groups, told, role);
      for (const { id } of checkGroups.filter((group) => !told.includes(group.id))) {
        const refusal = await refusalOf(database.as(person(role), (sql) => look(sql, id)));
        assert.equal(refusal.reason, 'unknown_group', `${role} ${id}`);
      }
    }
  });

  test('nobody else may ask', async () => {
    for (const name of ['first', 'former'] as const) {
      const refusal = await refusalOf(database.as(person(name), check));
      assert.deepEqual([refusal.code, refusal.reason], ['PT403', 'not_allowed'], name);
    }
    const refusal = await refusalOf(database.as(anonymous, check));
    assert.equal(refusal.code, '42501');
  });
});
