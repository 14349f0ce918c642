import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { endWindow, makeBatch } from '../../support/data/group-buys.ts';
import {
  buy,
  defaultOptions,
  dutchAddress,
  findBrokenInvariants,
  line,
  quoteCart,
  recordPayment,
  sendOrder,
  type Asked,
  type CartLine,
} from '../../support/data/orders.ts';
import { shipParcels } from '../../support/data/parcels.ts';

const database = openTestDatabase();

afterEach(async () => {
  assert.deepEqual(await findBrokenInvariants(database.sql), []);
});

const together = { ...dutchAddress, ships_together: true };
const eta = { early: '2028-02-01', late: '2028-05-01' };

/** A knob from stock and a board that is made: two parcels. */
async function splitCart(): Promise<readonly CartLine[]> {
  const options = await defaultOptions(database.sql, 'CINDERWICK-KIT');
  const board = { ...(await line(database.sql, 'CINDERWICK-KIT')), options };
  return [await line(database.sql, 'KNOB-BLACK'), board];
}

const setPlan = (day: string, precision: string) => database.sql`
  update public.batches b set eta = ${day}, eta_precision = ${precision}
  from public.products p where p.id = b.product_id and p.url = 'cinderwick-tkl' and b.stage = 'open'`;

async function quote(lines: unknown, asked: Asked = {}) {
  const { shipping_methods } = await quoteCart(database.sql, lines, asked);
  const method = shipping_methods.find(({ price_minor }) => price_minor !== null)?.id ?? null;
  return { ...(await quoteCart(database.sql, lines, { method, ...asked })), method };
}

async function parcelsOf(order: string) {
  const rows = await database.sql<
    { id: string; ships_on: string | null; weight: number; skus: string[] }[]
  >`
    select s.id, s.ships_on::text, s.weight_grams as weight,
      array(select l.sku from public.order_lines l where l.shipment_id = s.id order by l.position) as skus
    from public.shipments s where s.order_id = ${order} order by s.position`;
  return rows.map((row) => ({ ...row }));
}

async function waitsFor(order: string) {
  const [row] = await database.sql<{ part: { title: string; ships_on: string } | null }[]>`
    select private.part_waited_for(${order}) as part`;
  return row?.part ?? null;
}

/** Of a cart that waits, paid in full. */
async function paidTogether(lines: unknown) {
  const { order } = await database.keepAs(anonymous, (sql) =>
    buy(sql, { lines, address: together }),
  );
  await database.keepAs(person('owner'), (sql) => recordPayment(sql, order.id));
  return order;
}

async function settle(batch: string): Promise<void> {
  await endWindow(database.sql, batch);
  await database.keepAs(person('owner'), (sql) => sql`select public.close_batch(${batch}, false)`);
}

const move = (order: string, to: string) =>
  database.keepAs(person('fulfilment'), async (sql) => {
    const [row] = await sql<{ answers: { ok: boolean; reason: string | null }[] }[]>`
      select public.transition_orders(${[order]}, ${to}) as answers`;
    return row?.answers[0];
  });

async function amend(order: string, changes: object) {
  const [row] = await database.sql<{ version: number }[]>`
    select version from public.order_records where id = ${order}`;
  await database.keepAs(
    person('fulfilment'),
    (sql) => sql`
      select public.amend_order(${order}, ${JSON.stringify(changes)}::text::jsonb, 'They asked for it', ${row?.version ?? 0}, false)`,
  );
}

describe('a cart that is split', () => {
  test('can be quoted as one parcel, with the day of its last part and one postage', async () => {
    await setPlan(eta.late, 'quarter');
    const lines = await splitCart();
    const apart = await quote(lines);
    const joint = await quote(lines, { together: true });
    assert.deepEqual([apart.shipments.length, joint.shipments.length], [2, 1]);
    assert.deepEqual([apart.ships_together, joint.ships_together], [false, true]);
    assert.equal(joint.shipments[0]?.ships_on, eta.late);
    assert.deepEqual(joint.shipments[0]?.lines, [0, 1]);
    assert.deepEqual(joint.together, apart.together);
    assert.equal(apart.together?.saves_minor, apart.total_minor - joint.total_minor);
    assert.equal(apart.together?.ships_on, eta.late);
    assert.notEqual(apart.quote_hash, joint.quote_hash);
  });

  test('waits for a quarter that ends after a day that begins later', async () => {
    await setPlan('2028-01-01', 'quarter');
    const preorder = await line(database.sql, 'CASE-MOSS');
    await database.sql`
      update public.variants set availability = 'preorder', ships_on = '2028-02-15' where sku = 'CASE-MOSS'`;
    const lines = [...(await splitCart()), preorder];
    assert.equal((await quote(lines)).together?.ships_on, '2028-01-01');
    await setPlan('2028-02-01', 'day');
    assert.equal((await quote(lines)).together?.ships_on, '2028-02-15');
    await database.sql`
      update public.variants set availability = 'in_stock', ships_on = null where sku = 'CASE-MOSS'`;
  });

  test('is no other quote where there is one parcel anyway', async () => {
    const lines = [await line(database.sql, 'KNOB-BLACK', 2)];
    const [plain, wished] = [await quote(lines), await quote(lines, { together: true })];
    assert.deepEqual([plain.together, wished.together, wished.ships_together], [null, null, false]);
    assert.equal(plain.quote_hash, wished.quote_hash);
    const { order } = await database.keepAs(anonymous, (sql) =>
      buy(sql, { lines, address: together }),
    );
    assert.equal(order.total_minor, plain.total_minor);
  });

  test('says why a method can’t take all of it in one', async () => {
    const lines = [
      await line(database.sql, 'TIDELINE-DAWN', 1),
      { ...(await splitCart())[1], quantity: 1 },
    ];
    const [heavy] = await database.sql<{ id: string; most: number }[]>`
      select m.id, m.max_weight_grams as most from public.shipping_methods m where m.code = 'home-parcel'`;
    assert.ok(heavy);
    const { shipments } = await quote(lines);
    assert.equal(shipments.length, 2);
    await database.sql`
      update public.shipping_methods set max_weight_grams = (
        select max(w) from unnest(${shipments.map((each) => (each as { weight_grams?: number }).weight_grams ?? 0)}::int[]) w)
      where id = ${heavy.id}`;
    const limited = await quote(lines, { method: heavy.id });
    assert.match(limited.together?.reason ?? '', /^Too heavy/);
    assert.equal(limited.together?.saves_minor, null);
    const wished = await quote(lines, { method: heavy.id, together: true });
    assert.ok(wished.problems.some(({ reason }) => reason === 'shipping_method'));
    await database.sql`update public.shipping_methods set max_weight_grams = ${heavy.most} where id = ${heavy.id}`;
  });

  test('names no saving where one parcel is taxed by customs and several are not', async () => {
    // Without VAT each is worth less than the £135 up to which the shop collects it, and both together more.
    const lines = [
      await line(database.sql, 'KNOB-BLACK', 5),
      await line(database.sql, 'CASE-MOSS', 1),
    ];
    await database.sql`update public.variants set price_minor = 12000 where sku = 'CASE-MOSS'`;
    await database.sql`
      update public.variants set availability = 'preorder', ships_on = '2028-02-15' where sku = 'CASE-MOSS'`;
    const asked = await quote(lines, { country: 'GB' });
    assert.deepEqual([asked.tax_scheme, asked.together?.changes_tax], ['local', true]);
    assert.equal(asked.together?.saves_minor, null);
    assert.equal((await quote(lines, { country: 'GB', together: true })).tax_scheme, 'export');
    await database.sql`
      update public.variants set availability = 'in_stock', ships_on = null where sku = 'CASE-MOSS'`;
  });
});

describe('place_order', () => {
  test('writes one parcel or several, as its buyer chose, and holds everything either way', async () => {
    await setPlan(eta.late, 'quarter');
    const lines = await splitCart();
    for (const [address, count] of [
      [together, 1],
      [{ ...dutchAddress, ships_together: false }, 2],
      [dutchAddress, 2],
    ] as const) {
      const isJoint = count === 1;
      const quoted = await quote(lines, { together: isJoint });
      const { order } = await database.keepAs(anonymous, (sql) => buy(sql, { lines, address }));
      const parcels = await parcelsOf(order.id);
      assert.equal(parcels.length, count);
      assert.equal(order.total_minor, quoted.total_minor);
      assert.equal(parcels.at(-1)?.ships_on, eta.late);
      const held =
        await database.sql`select from private.holds where order_id = ${order.id} and state = 'held'`;
      assert.equal(held.length, 2);
      assert.equal((await waitsFor(order.id))?.ships_on, isJoint ? eta.late : undefined);
    }
  });

  test('refuses the sum of the other choice, whichever it is', async () => {
    const lines = await splitCart();
    for (const wished of [true, false]) {
      const seen = await quote(lines, { together: wished });
      const address = { ...dutchAddress, ships_together: !wished };
      const purchase = { lines, address, method: seen.method, hash: seen.quote_hash };
      const refusal = await refusalOf(
        database.keepAs(anonymous, (sql) => sendOrder(sql, purchase)),
      );
      assert.equal(refusal.reason, 'quote_changed');
    }
    const wrong = { lines, address: { ...dutchAddress, ships_together: 'yes' } };
    const refusal = await refusalOf(database.keepAs(anonymous, (sql) => buy(sql, wrong)));
    assert.equal(refusal.reason, 'wrong_address');
  });

  test('makes one order of a key, however many ask with either choice at once', async () => {
    const lines = await splitCart();
    const [joint, apart] = [await quote(lines, { together: true }), await quote(lines)];
    const shared = { key: randomUUID(), lines, email: 'waits@buyers.test' };
    const wishes = Array.from({ length: 10 }, (_, turn) =>
      turn % 2 === 0
        ? { ...shared, address: together, method: joint.method, hash: joint.quote_hash }
        : { ...shared, method: apart.method, hash: apart.quote_hash },
    );
    const outcomes = await Promise.allSettled(
      wishes.map((wish) => database.keepAs(anonymous, (sql) => sendOrder(sql, wish))),
    );
    const placed = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    assert.deepEqual([placed.length, new Set(placed.map(({ order }) => order.id)).size], [5, 1]);
    const [id = ''] = placed.map(({ order }) => order.id);
    const wasJoint = outcomes[0]?.status === 'fulfilled';
    assert.equal((await parcelsOf(id)).length, wasJoint ? 1 : 2);
    const other = wishes[wasJoint ? 1 : 0];
    assert.ok(other);
    const again = database.keepAs(anonymous, (sql) => sendOrder(sql, other));
    assert.equal((await refusalOf(again)).reason, 'key_reused');
  });

  test('tells its buyer until when everything waits', async () => {
    await setPlan(eta.late, 'quarter');
    const order = await paidTogether(await splitCart());
    const mails = await database.sql<{ part: { ships_on: string } }[]>`
      select payload -> 'waits_for' as part from public.outbox
      where payload ->> 'order_id' = ${order.id} and (payload ->> 'ships_together')::boolean`;
    assert.ok(mails.length > 0);
    for (const { part } of mails) assert.equal(part.ships_on, eta.late);
  });
});

describe('an order that is sent together', () => {
  test('is neither packed nor shipped before its last part is ready', async () => {
    const batch = await makeBatch(database.sql, [{ sku: 'CINDERWICK-KIT', moq: 1 }]);
    const order = await paidTogether(await splitCart());
    const [parcel] = await parcelsOf(order.id);
    assert.equal((await waitsFor(order.id))?.title, 'Cinderwick TKL');
    const parcels = [{ shipment_id: parcel?.id }];
    assert.deepEqual(
      (await shipParcels(database, parcels)).map(({ ok, reason }) => [ok, reason]),
      [[false, 'not_complete']],
    );
    for (const to of ['ready_to_ship', 'in_production'])
      assert.equal(
        (await move(order.id, to))?.reason,
        to === 'in_production' ? null : 'not_complete',
      );
    await settle(batch);
    for (const stage of ['in_production', 'quality_control', 'shipping']) {
      assert.notEqual(await waitsFor(order.id), null, stage);
      await database.sql`update public.batches set stage = ${stage}::public.batch_stage where id = ${batch}`;
    }
    assert.equal(await waitsFor(order.id), null);
    assert.equal((await shipParcels(database, parcels))[0]?.ok, true);
    const claimed =
      await database.sql`select from private.holds where order_id = ${order.id} and state = 'claimed'`;
    assert.equal(claimed.length, 2);
  });

  test('waits no longer for a kit that is not made', async () => {
    const batch = await makeBatch(database.sql, [{ sku: 'CINDERWICK-KIT', moq: 50 }]);
    const order = await paidTogether(await splitCart());
    await settle(batch);
    assert.equal(await waitsFor(order.id), null);
    const [parcel] = await parcelsOf(order.id);
    assert.equal((await shipParcels(database, [{ shipment_id: parcel?.id }]))[0]?.ok, true);
  });

  test('is ready with what is left once its last part is refunded or taken out', async () => {
    await makeBatch(database.sql, [{ sku: 'CINDERWICK-KIT', moq: 1 }]);
    for (const way of ['refunded', 'taken out']) {
      const order = await paidTogether(await splitCart());
      const [board] = await database.sql<{ id: string }[]>`
        select id from public.order_lines where order_id = ${order.id} and sku = 'CINDERWICK-KIT'`;
      assert.ok(board);
      if (way === 'taken out')
        await amend(order.id, { lines: [{ line_id: board.id, quantity: 0 }] });
      else
        await database.keepAs(
          person('owner'),
          (sql) => sql`
            select public.refund_order(${order.id}, null, ${JSON.stringify([{ line_id: board.id, quantity: 1 }])}::text::jsonb, 'Not wanted')`,
        );
      assert.equal(await waitsFor(order.id), null, way);
      const [parcel] = await parcelsOf(order.id);
      assert.equal((await shipParcels(database, [{ shipment_id: parcel?.id }]))[0]?.ok, true, way);
    }
  });

  test('takes what staff add into the same parcel, and waits for that too', async () => {
    await database.sql`
      update public.variants set availability = 'preorder', ships_on = '2028-08-01' where sku = 'CASE-MOSS'`;
    await setPlan(eta.early, 'month');
    const order = await paidTogether(await splitCart());
    await amend(order.id, { add: [await line(database.sql, 'CASE-MOSS')] });
    const parcels = await parcelsOf(order.id);
    assert.deepEqual(
      parcels.map(({ skus }) => skus),
      [['KNOB-BLACK', 'CINDERWICK-KIT', 'CASE-MOSS']],
    );
    assert.equal((await waitsFor(order.id))?.ships_on, '2028-08-01');
    await database.sql`
      update public.variants set availability = 'in_stock', ships_on = null where sku = 'CASE-MOSS'`;
    assert.equal((await waitsFor(order.id))?.title, 'Cinderwick TKL');
  });

  test('is parted by staff, each part with its weight and its day, at the same price', async () => {
    await setPlan(eta.early, 'month');
    const order = await paidTogether(await splitCart());
    const [whole] = await parcelsOf(order.id);
    await amend(order.id, { ships_together: false });
    const parcels = await parcelsOf(order.id);
    assert.deepEqual(
      parcels.map(({ ships_on, skus }) => [ships_on, skus]),
      [
        [null, ['KNOB-BLACK']],
        [eta.early, ['CINDERWICK-KIT']],
      ],
    );
    assert.equal(
      parcels.reduce((sum, { weight }) => sum + weight, 0),
      whole?.weight,
    );
    const [row] = await database.sql<{ total: number; joint: boolean }[]>`
      select total_minor as total, ships_together as joint from public.order_records where id = ${order.id}`;
    assert.deepEqual({ ...row }, { total: order.total_minor, joint: false });
    assert.equal(await waitsFor(order.id), null);
    assert.equal((await shipParcels(database, [{ shipment_id: parcels[0]?.id }]))[0]?.ok, true);
    const refusal = await refusalOf(amend(order.id, { ships_together: true }));
    assert.equal(refusal.reason, 'wrong_changes');
  });

  test('shows its buyer what it waits for, by the link too', async () => {
    await setPlan(eta.late, 'quarter');
    const order = await paidTogether(await splitCart());
    const [row] = await database.as(
      anonymous,
      (sql) => sql<{ opened: { order: Record<string, unknown> } }[]>`
        select public.open_order(${order.number}, ${order.token}) as opened`,
    );
    assert.equal(row?.opened.order['ships_together'], true);
    assert.deepEqual(row.opened.order['waits_for'], {
      title: 'Cinderwick TKL',
      ships_on: eta.late,
      eta_precision: 'quarter',
    });
  });
});
