import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { anonymous, openTestDatabase, person } from '../../support/database.ts';
import { orderFileColumns } from '#features/orders/store/desk-order-file.ts';
import { makeBatch, orderKits } from '../../support/data/group-buys.ts';
import { buy, dutchAddress, line, recordPayment } from '../../support/data/orders.ts';

const database = openTestDatabase();

interface Listed {
  readonly due_minor: number;
  readonly customer: string | null;
  readonly item_count: number;
  readonly first_item: string;
  readonly shipment: string;
}

const list = (id: string, caller: Caller) =>
  database.as(caller, async (sql) => [
    ...(await sql<Listed[]>`
      select due_minor, customer, item_count, first_item, shipment from public.orders where id = ${id}`),
  ]);

describe('an order in the list of orders', () => {
  test('says who and what it is for and what is due, to support without the name', async () => {
    const lines = [await line(database.sql, 'FOAM-60', 2), await line(database.sql, 'KNOB-SILVER')];
    const address = { ...dutchAddress, name: 'Listed Person' };
    const { id, total_minor: total } = (
      await database.keepAs(person('first'), (sql) => buy(sql, { lines, address }))
    ).order;
    const [foam] = await database.sql<{ title: string }[]>`
      select p.title from public.products p join public.variants v on v.product_id = p.id where v.sku = 'FOAM-60'`;
    const whole = {
      due_minor: total,
      customer: 'Listed Person',
      item_count: 3,
      first_item: foam?.title,
      shipment: 'planned',
    };
    for (const name of ['owner', 'fulfilment', 'first'] as const)
      assert.deepEqual(await list(id, person(name)), [whole], name);
    assert.deepEqual(await list(id, person('support')), [{ ...whole, customer: null }]);
    for (const name of ['editor', 'second'] as const)
      assert.deepEqual(await list(id, person(name)), [], name);
    await assert.rejects(list(id, anonymous), /permission denied/);

    await database.keepAs(person('owner'), (sql) => recordPayment(sql, id));
    assert.equal((await list(id, person('owner')))[0]?.due_minor, 0);
  });

  test('follows its parcels one by one', async () => {
    const lines = [await line(database.sql, 'FOAM-60')];
    const { id } = (await database.keepAs(anonymous, (sql) => buy(sql, { lines }))).order;
    const state = async () => (await list(id, person('support')))[0]?.shipment;
    await database.sql`
      insert into public.shipments (order_id, position, weight_grams) values (${id}, 2, 100)`;
    const move = (position: number, to: string) => database.sql`
      update public.shipments set status = ${to} where order_id = ${id} and position = ${position}`;
    assert.equal(await state(), 'planned');
    await move(1, 'delivered');
    assert.equal(await state(), 'partly_shipped');
    await move(2, 'shipped');
    assert.equal(await state(), 'shipped');
    await move(2, 'delivered');
    assert.equal(await state(), 'delivered');
  });

  test('is the same in the list of its batch, for its file too', async () => {
    const batch = await makeBatch(database.sql, [{ sku: 'BRAEFELL-PLATE', moq: 1 }]);
    const { id } = await database.keepAs(anonymous, (sql) => orderKits(sql, ['BRAEFELL-PLATE']));
    const columns = orderFileColumns.split(',');
    const read = (table: string) =>
      database.as(person('owner'), async (sql) => [
        ...(await sql`select ${sql(columns)} from ${sql(table)} where id = ${id}`),
      ]);
    const [found] = await database.as(
      person('owner'),
      (sql) => sql`select id from public.batch_orders where batch_id = ${batch}`,
    );
    assert.equal(found?.['id'], id);
    assert.deepEqual(await read('batch_orders'), await read('orders'));
  });
});
