import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { opened, orderDesign, save } from '../../support/data/designs.ts';
import { letTimeToPayPass, type PlacedOrder } from '../../support/data/orders.ts';

const database = openTestDatabase();
const first = person('first');
const second = person('second');

describe('delete_design', () => {
  test('removes a design of the caller, by account or by secret', async () => {
    await database.as(first, async (sql) => {
      const { id } = await save(sql);
      await sql`select public.delete_design(${id})`;
      assert.equal(await opened(sql, id), null);
    });
    await database.as(anonymous, async (sql) => {
      const { id, secret } = await save(sql);
      await sql`select public.delete_design(${id}, ${secret})`;
      assert.equal(await opened(sql, id, secret), null);
    });
  });

  test('removes nobody else’s', async () => {
    const { id } = await database.keepAs(first, (sql) => save(sql, { visibility: 'public' }));
    const refused = await refusalOf(
      database.as(second, (sql) => sql`select public.delete_design(${id})`),
    );
    assert.deepEqual([refused.code, refused.reason], ['PT403', 'not_yours']);
  });

  test('keeps what was ordered', async () => {
    const { id } = await database.keepAs(first, (sql) => save(sql));
    await database.keepAs(first, (sql) => orderDesign(sql, id));
    const refused = await refusalOf(
      database.as(first, (sql) => sql`select public.delete_design(${id})`),
    );
    assert.equal(refused.reason, 'design_used');
  });

  test('lets go of what nobody paid for: cancelled, expired, or past its time', async () => {
    const ends: readonly ((order: PlacedOrder['order']) => Promise<unknown>)[] = [
      ({ id, token }) =>
        database.keepAs(anonymous, (sql) => sql`select public.cancel_order(${id}, '', ${token})`),
      ({ id }) => letTimeToPayPass(database.sql, id),
      async ({ id }) => {
        await letTimeToPayPass(database.sql, id);
        await database.sql`select private.free_ended_orders(private.end_unpaid_orders(array[${id}]::uuid[]))`;
      },
    ];
    for (const end of ends) {
      const saved = await database.keepAs(first, (sql) => save(sql, { visibility: 'public' }));
      const order = await database.keepAs(anonymous, (sql) => orderDesign(sql, saved.id));
      const isUsed = async () =>
        (await database.as(first, (sql) => opened(sql, saved.id)))?.['is_used'];
      assert.equal(await isUsed(), true);
      await end(order);
      assert.equal(await isUsed(), false);
      const changed = await database.keepAs(first, (sql) => save(sql, { profile: 'sa' }, saved));
      assert.equal(changed.version, 2);
      await database.keepAs(first, (sql) => sql`select public.delete_design(${saved.id})`);
    }
  });
});
