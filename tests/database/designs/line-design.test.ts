import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf, service } from '../../support/database.ts';
import { buy, line } from '../../support/data/orders.ts';

const database = openTestDatabase();

describe('line_design', () => {
  test('gives what a line keeps of its design, and nothing for any other line', async () => {
    const lines = [await line(database.sql, 'KNOB-BLACK')];
    const { order } = await database.keepAs(anonymous, (sql) => buy(sql, { lines }));
    const [ordered] = await database.sql<{ id: string }[]>`
      select id from public.order_lines where order_id = ${order.id}`;
    const read = async (id: string) => {
      const rows = await database.as(
        service,
        (sql) => sql`select public.line_design(${id}) as design`,
      );
      return rows[0]?.['design'] as unknown;
    };
    assert.equal(await read(ordered?.id ?? ''), null);
    await database.sql`
      update public.order_lines set design = '{"code": "x", "design": {"layout": "tkl"}}' where id = ${ordered?.id ?? ''}`;
    assert.deepEqual(await read(ordered?.id ?? ''), { layout: 'tkl' });
    assert.equal(await read(randomUUID()), null);
  });

  test('nobody but the service may call it', async () => {
    for (const caller of [anonymous, person('owner')]) {
      const refusal = await refusalOf(
        database.as(caller, (sql) => sql`select public.line_design(${randomUUID()})`),
      );
      assert.equal(refusal.code, '42501');
    }
  });
});
