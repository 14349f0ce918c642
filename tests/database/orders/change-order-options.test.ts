import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, test } from 'node:test';
import cases from '../../cases/option-changes.json' with { type: 'json' };
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import {
  beginPayment,
  buy,
  dearestOption,
  defaultOptions,
  findBrokenInvariants,
  line,
  recordPayment,
} from '../../support/data/orders.ts';
import { makeBatch } from '../../support/data/group-buys.ts';
import { shipParcels } from '../../support/data/parcels.ts';

const database = openTestDatabase();

afterEach(async () => {
  assert.deepEqual(await findBrokenInvariants(database.sql), []);
});

interface Changed {
  readonly total_minor: number;
  readonly due_minor: number;
  readonly refund_due_minor: number;
}

const change = (caller: Caller, lineId: string, options: unknown, token: string | null = null) =>
  database.keepAs(caller, async (sql) => {
    const rows = await sql<{ changed: Changed }[]>`
      select public.change_order_options(${lineId}, ${JSON.stringify(options)}::text::jsonb, ${token}) as changed`;
    assert.ok(rows[0]);
    return rows[0].changed;
  });

const dearest = () => dearestOption(database.sql);

interface Wish {
  readonly code?: string;
  readonly more?: Readonly<Record<string, string>>;
  readonly sku?: string;
}

async function place({ code, more, sku = 'BRAEFELL-KIT' }: Wish = {}) {
  const isBoard = sku.endsWith('-KIT');
  const options = isBoard ? { ...(await defaultOptions(database.sql, sku)), ...more } : {};
  const lines = [{ ...(await line(database.sql, sku)), options }];
  const { order } = await database.keepAs(anonymous, (sql) =>
    buy(sql, { lines, payment: 'demo', code: code ?? null }),
  );
  const [row] = await database.sql<{ id: string }[]>`
    select id from public.order_lines where order_id = ${order.id}`;
  assert.ok(row);
  return { ...order, line: row.id, options };
}

describe('change_order_options', () => {
  test('a part that was bought alone takes no choices of the board', async () => {
    const batch = await makeBatch(database.sql, [{ sku: 'CINDERWICK-RING', moq: 1 }]);
    await database.sql`
      update public.batches set change_options_until = now() + interval '1 day' where id = ${batch}`;
    const { line: lineId, token } = await place({ sku: 'CINDERWICK-RING' });
    const [soldered] = await database.sql<{ option: string; value: string }[]>`
      select v.option_id as option, v.id as value from public.option_values v
      join public.product_options o on o.id = v.option_id join public.products p on p.id = o.product_id
      where p.url = 'cinderwick-tkl' and v.code = 'soldered'`;
    assert.ok(soldered);
    const wish = { [soldered.option]: soldered.value };
    const refusal = await refusalOf(change(anonymous, lineId, wish, token));
    assert.equal(refusal.reason, 'unknown_option');
  });

  test('dearer choices are due, and going back owes nothing', async () => {
    const order = await place();
    const { option, value, delta } = await dearest();
    const dearer = await change(
      anonymous,
      order.line,
      { ...order.options, [option]: value },
      order.token,
    );
    assert.equal(dearer.total_minor, order.total_minor + delta);
    const back = await change(anonymous, order.line, order.options, order.token);
    assert.equal(back.total_minor, order.total_minor);
  });

  test('on a paid order the difference can be paid, or is owed back', async () => {
    const order = await place();
    await database.keepAs(person('owner'), (sql) => sql`select public.record_payment(${order.id})`);
    const { option, value, delta } = await dearest();
    const dearer = await change(
      anonymous,
      order.line,
      { ...order.options, [option]: value },
      order.token,
    );
    assert.equal(dearer.due_minor, delta);
    const begun = await database.keepAs(anonymous, (sql) =>
      beginPayment(sql, order.id, order.token),
    );
    assert.equal(begun.amount_minor, delta);
    await database.keepAs(person('owner'), (sql) => sql`select public.record_payment(${order.id})`);
    const back = await change(anonymous, order.line, order.options, order.token);
    assert.deepEqual([back.due_minor, back.refund_due_minor], [0, delta]);
  });

  test('a code takes off of the new price what it takes off of any price', async () => {
    const { option, value } = await dearest();
    const options = await defaultOptions(database.sql, 'BRAEFELL-KIT');
    const cheap = await place({ code: 'WELCOME10' });
    const dear = await place({ code: 'WELCOME10', more: { [option]: value } });
    const cheaper = await change(anonymous, dear.line, options, dear.token);
    assert.equal(cheaper.total_minor, cheap.total_minor);
    const uses = await database.sql`
      select o.discount_minor = u.amount_minor as same, o.tax_included_minor = (
        select c.tax_included_minor from public.order_records c where c.id = ${cheap.id}) as taxed
      from public.order_records o join private.discount_uses u on u.order_id = o.id where o.id = ${dear.id}`;
    assert.deepEqual({ ...uses[0] }, { same: true, taxed: true });
    const back = await change(anonymous, dear.line, { ...options, [option]: value }, dear.token);
    assert.equal(back.total_minor, dear.total_minor);
  });

  test('a code of half the price makes nothing free, and counts as it was when it was used', async () => {
    await database.sql`
      insert into public.discount_codes (code, title, percent) values ('HALF', 'Half', 50)`;
    const { option, value, delta } = await dearest();
    const dear = await place({ code: 'HALF', more: { [option]: value } });
    await database.sql`update public.discount_codes set percent = 90 where code = 'HALF'`;
    const options = await defaultOptions(database.sql, 'BRAEFELL-KIT');
    const cheaper = await change(anonymous, dear.line, options, dear.token);
    assert.equal(cheaper.total_minor, dear.total_minor - delta / 2);
  });

  test('choices that fall below the minimum of the code are refused, but not to staff', async () => {
    const { option, value } = await dearest();
    const [kit] = await database.sql<{ price: number }[]>`
      select private.tier_price(k.id, k.ordered_count, v.price_minor) as price
      from public.variants v join public.batch_kits k on k.variant_id = v.id where v.sku = 'BRAEFELL-KIT'`;
    await database.sql`
      insert into public.discount_codes (code, title, amount_minor, minimum_minor)
      values ('DEAR', 'Dear ones', 1000, ${(kit?.price ?? 0) + 1})`;
    const dear = await place({ code: 'DEAR', more: { [option]: value } });
    const options = await defaultOptions(database.sql, 'BRAEFELL-KIT');
    const refusal = await refusalOf(change(anonymous, dear.line, options, dear.token));
    assert.equal(refusal.reason, 'code_minimum');
    const [kept] = await database.sql<{ discount: number }[]>`
      select discount_minor as discount from public.order_records where id = ${dear.id}`;
    assert.equal(kept?.discount, 1000);
    await change(person('owner'), dear.line, options);
  });

  test('a line is bound by the date of its own batch alone', async () => {
    const [kit, pad] = await Promise.all(
      ['BRAEFELL-KIT', 'TALLYMAN-KIT'].map(async (sku) => ({
        ...(await line(database.sql, sku)),
        options: await defaultOptions(database.sql, sku),
      })),
    );
    const { order } = await database.keepAs(anonymous, (sql) => buy(sql, { lines: [kit, pad] }));
    const rows = await database.sql<{ id: string; sold_as: string }[]>`
      select id, sold_as from public.order_lines where order_id = ${order.id} order by position`;
    await database.sql`
      update public.batches set change_options_until = now() - interval '1 second' where code = 'BRAEFELL-R1'`;
    const [made, ahead] = rows;
    assert.deepEqual([made?.sold_as, ahead?.sold_as], ['group_buy', 'preorder']);
    const late = change(anonymous, made?.id ?? '', kit?.options, order.token);
    assert.equal((await refusalOf(late)).reason, 'deadline_passed');
    await change(anonymous, ahead?.id ?? '', pad?.options, order.token);
    const [seen] = await database.sql<{ dates: (string | null)[] }[]>`
      select jsonb_path_query_array(public.open_order(${order.number}, ${order.token}), '$.order.lines[*].change_options_until') as dates`;
    assert.deepEqual(
      seen?.dates.map((date) => date === null),
      [false, true],
    );
    await database.sql`
      update public.batches set change_options_until = now() + interval '1 day' where code = 'BRAEFELL-R1'`;
  });

  test('what has left stays as it was sent, whoever asks, while another parcel is planned', async () => {
    const options = await defaultOptions(database.sql, 'TALLYMAN-KIT');
    const kit = { ...(await line(database.sql, 'TALLYMAN-KIT')), options };
    const dawn = {
      ...(await line(database.sql, 'TIDELINE-DAWN')),
      options: await defaultOptions(database.sql, 'TIDELINE-DAWN'),
    };
    const { order } = await database.keepAs(anonymous, (sql) => buy(sql, { lines: [kit, dawn] }));
    await database.keepAs(person('owner'), (sql) => recordPayment(sql, order.id));
    const [row] = await database.sql<{ id: string; parcel: string; sold_as: string }[]>`
      select id, shipment_id as parcel, sold_as from public.order_lines
      where order_id = ${order.id} and sku = 'TALLYMAN-KIT'`;
    assert.ok(row && row.sold_as === 'preorder');
    await change(anonymous, row.id, options, order.token);
    await shipParcels(database, [{ shipment_id: row.parcel }]);
    const [seen] = await database.sql<{ status: string }[]>`
      select status::text from public.order_records where id = ${order.id}`;
    assert.equal(seen?.status, 'paid');
    for (const caller of [anonymous, person('owner')]) {
      const refusal = await refusalOf(change(caller, row.id, options, order.token));
      assert.deepEqual([refusal.code, refusal.reason], ['PT409', 'line_left']);
    }
  });

  test('a customer changes what the page offers to change; staff whatever has not left', async () => {
    const { line: id, options, token } = await place();
    const [was] = await database.sql<{ sold_as: string; batch: string; parcel: string }[]>`
      select sold_as, batch_id as batch, shipment_id as parcel from public.order_lines where id = ${id}`;
    assert.ok(was);
    const put = async (soldAs: string, batch: string | null, parcel: string) => {
      await database.sql`
        update public.order_lines set sold_as = ${soldAs}, batch_id = ${batch} where id = ${id}`;
      await database.sql`
        update public.shipments set status = ${parcel} where id = ${was.parcel}`;
    };
    const outcome = (caller: Caller) =>
      change(caller, id, options, token).then(
        () => null,
        (error: unknown) => refusalOf(Promise.reject(error)).then(({ reason }) => reason),
      );
    for (const each of cases) {
      await put(each.soldAs, each.hasDate ? was.batch : null, each.parcel);
      const told = JSON.stringify(each);
      assert.equal(await outcome(anonymous), each.refusal, told);
      const refusesStaff = each.parcel === 'planned' ? null : 'line_left';
      assert.equal(await outcome(person('owner')), refusesStaff, told);
    }
    await put(was.sold_as, was.batch, 'planned');
  });

  test('wrong answers, missing answers, strangers and late wishes are refused', async () => {
    const order = await place();
    const reason = async (options: unknown, token: string | null = order.token, id = order.line) =>
      (await refusalOf(change(anonymous, id, options, token))).reason;
    assert.equal(await reason({}), 'option_missing');
    assert.equal(
      await reason({ ...order.options, [randomUUID()]: randomUUID() }),
      'unknown_option',
    );
    assert.equal(await reason([]), 'wrong_options');
    assert.equal(await reason('nonsense'), 'wrong_json');
    assert.equal(await reason(order.options, null), 'unknown_line');
    assert.equal(await reason(order.options, order.token, randomUUID()), 'unknown_line');
    await database.sql`
      update public.batches set change_options_until = now() - interval '1 second' where code = 'BRAEFELL-R1'`;
    assert.equal(await reason(order.options), 'deadline_passed');
  });
});
