import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { opened, save } from '../../support/data/designs.ts';
import { buy, line, quoteCart } from '../../support/data/orders.ts';

const database = openTestDatabase();

async function cartOf(design: string | null, sku = 'DESIGN-CAPS-68') {
  return [{ ...(await line(database.sql, sku)), design_id: design }];
}

const makeDesign = (changes: object = {}) =>
  database.keepAs(anonymous, (sql) => save(sql, { visibility: 'unlisted', ...changes }));

async function orderedLine(design: string): Promise<string> {
  const lines = await cartOf(design);
  const { order } = await database.keepAs(anonymous, (sql) => buy(sql, { lines }));
  const [row] = await database.sql<{ id: string }[]>`
    select id from public.order_lines where order_id = ${order.id}`;
  assert.ok(row);
  return row.id;
}

async function reasons(lines: unknown): Promise<readonly string[]> {
  const quote = await database.as(anonymous, (sql) => quoteCart(sql, lines));
  return quote.problems.map(({ reason }) => reason);
}

describe('a design that is ordered', () => {
  test('has a price where it can be made, and is kept by the line as it was', async () => {
    const { id, secret } = await makeDesign();
    const lineId = await orderedLine(id);
    const [row] = await database.sql<{ design: { name: string; design: unknown } }[]>`
      select design from public.order_lines where id = ${lineId}`;
    assert.equal(row?.design.name, 'Harbour');
    const refused = await refusalOf(
      database.as(anonymous, (sql) =>
        save(sql, { profile: 'sa', visibility: 'unlisted', secret }, { id, version: 1 }),
      ),
    );
    assert.equal(refused.reason, 'design_used');
    assert.equal((await database.as(anonymous, (sql) => opened(sql, id)))?.['is_used'], true);
  });

  test('is refused with the nearest once a colour is withdrawn, while old orders still show it', async () => {
    const { id } = await makeDesign();
    const lineId = await orderedLine(id);
    await database.sql`update public.colorways set can_be_ordered = false where code = 'veld-abs-vp55'`;
    const lines = await cartOf(id);
    const quote = await database.as(anonymous, (sql) => quoteCart(sql, lines));
    assert.deepEqual(
      quote.problems.map(({ reason }) => reason),
      ['design_withdrawn'],
    );
    assert.match(quote.problems[0]?.message ?? '', /Harbour can no longer be ordered\. Nearest: /);
    const [row] = await database.as(
      person('fulfilment'),
      (sql) => sql<{ sheet: { design: { colours: Record<string, { physical_code: string }> } } }[]>`
        select public.design_sheet(${lineId}) as sheet`,
    );
    assert.equal(row?.sheet.design.colours['veld-abs-vp55']?.physical_code, 'VP55');
    await database.sql`update public.colorways set can_be_ordered = true where code = 'veld-abs-vp55'`;
  });

  test('is no one’s to order who can’t see it, and a kit made to designs needs one', async () => {
    const hidden = await database.keepAs(person('first'), (sql) => save(sql));
    assert.deepEqual(await reasons(await cartOf(hidden.id)), ['design_unknown']);
    assert.deepEqual(await reasons(await cartOf(null)), ['design_needed']);
    const { id } = await makeDesign({ layout: 'full', keys: {} });
    assert.deepEqual(await reasons(await cartOf(id)), ['design_too_large']);
    assert.deepEqual(await reasons(await cartOf(id, 'DESIGN-CAPS-105')), []);
    assert.deepEqual(await reasons(await cartOf(id, 'CURLEW-SAND')), ['design_not_possible']);
  });
});

describe('design_sheet', () => {
  test('tells the maker everything of the line and nothing of who ordered', async () => {
    const { id } = await makeDesign();
    const lineId = await orderedLine(id);
    const [row] = await database.as(
      person('owner'),
      (sql) => sql<{ sheet: Record<string, unknown> }[]>`
        select public.design_sheet(${lineId}) as sheet`,
    );
    assert.equal(row?.sheet['sku'], 'DESIGN-CAPS-68');
    assert.match(String(row.sheet['order']), /^KW-\d+$/);
    assert.doesNotMatch(JSON.stringify(row.sheet), /buyers\.test|Oudegracht/);
  });

  test('is for owners and fulfilment, and for lines with a design', async () => {
    const { id } = await makeDesign();
    const lineId = await orderedLine(id);
    for (const name of ['first', 'editor', 'support', 'former'] as const) {
      const call = database.as(person(name), (sql) => sql`select public.design_sheet(${lineId})`);
      assert.equal((await refusalOf(call)).reason, 'not_allowed');
    }
    const none = database.as(person('owner'), (sql) => sql`select public.design_sheet(${id})`);
    assert.equal((await refusalOf(none)).reason, 'unknown_line');
  });
});
