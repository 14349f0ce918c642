import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import { openTestDatabase, person, refusalOf, rolledBack } from '../../support/database.ts';

const database = openTestDatabase();

interface ReachState {
  readonly stock: string;
  readonly batch_stage: string | null;
  readonly list_status: string | null;
}

interface Product {
  readonly title: string;
  readonly can_be_ordered: boolean;
  readonly states: readonly ReachState[];
  readonly blocked: readonly { readonly reason: string; readonly countries: readonly string[] }[];
}

interface Reach {
  readonly total: number | null;
  readonly countries: number;
  readonly next: string | null;
  readonly products: readonly Product[];
}

async function page(sql: TransactionSql, after: string | null, most = 100): Promise<Reach> {
  const [row] = await sql<{ reach: Reach }[]>`
    select public.product_reach(${after}, ${most}) as reach`;
  assert.ok(row);
  return row.reach;
}

/** Of the cheapest foam that everybody may have, after something was planted. */
async function reachOf(planted: string): Promise<Product> {
  return rolledBack(database.sql, person('editor'), async (sql) => {
    const [{ title } = { title: '' }] = await sql<{ title: string }[]>`
      select p.title from public.products p join public.variants v on v.product_id = p.id where v.sku = 'FOAM-60'`;
    await sql`reset role`;
    await sql.unsafe(planted);
    await sql`set local role authenticated`;
    const found = (await page(sql, null)).products.find((product) => product.title === title);
    assert.ok(found);
    return found;
  });
}

const reasonFor = ({ blocked }: Product, country: string) =>
  blocked.find(({ countries }) => countries.includes(country))?.reason;

describe('product_reach', () => {
  test('goes through all shown products page by page, each once', async () => {
    await database.as(person('owner'), async (sql) => {
      const seen: string[] = [];
      let total: number | null = null;
      let after: string | null = null;
      do {
        const reach: Reach = await page(sql, after, 7);
        assert.ok(reach.countries > 0);
        assert.equal(reach.total === null, after !== null, 'it is counted once');
        total ??= reach.total;
        seen.push(...reach.products.map(({ title }) => title));
        after = reach.next;
        if (after === null) assert.equal(seen.length, total);
      } while (after !== null);
      assert.equal(new Set(seen).size, seen.length);
    });
  });

  test('says that it can be bought, and from where not with the reason', async () => {
    const whole = await reachOf('select 1');
    assert.equal(whole.can_be_ordered, true);
    assert.equal(reasonFor(whole, 'Netherlands'), undefined);
    const of = async (planted: string) => reasonFor(await reachOf(planted), 'Netherlands');
    assert.equal(
      await of(`delete from public.zone_countries where country_code = 'NL'`),
      'It is in no shipping zone.',
    );
    assert.equal(
      await of(`update public.shipping_methods set is_offered = false where zone_id in (
        select zone_id from public.zone_countries where country_code = 'NL')`),
      'No method serves its zone.',
    );
    assert.equal(
      await of(`delete from public.shipping_rates`),
      'This method has no rate for this weight and value.',
    );
    assert.equal(
      await of(`
        update public.products set shipping_tags = array['wood'] where id = (
          select product_id from public.variants where sku = 'FOAM-60');
        insert into public.country_restrictions (country_code, shipping_tag, reason)
        values ('NL', 'wood', 'No wood, please.') on conflict do nothing`),
      'No wood, please.',
    );
  });

  test('says why nothing of a product can be bought now', async () => {
    const archived = { stock: 'archived', batch_stage: null, list_status: null };
    const soldOut =
      await reachOf(`update public.variants set availability = 'archived' where product_id = (
      select product_id from public.variants where sku = 'FOAM-60')`);
    assert.deepEqual([soldOut.can_be_ordered, soldOut.states], [false, [archived]]);
    assert.deepEqual(soldOut.blocked, [], 'where it could be sent to does not matter then');
  });

  test('tells by codes at which stage the batch is that nothing can be bought of', async () => {
    const reach =
      await reachOf(`update public.variants set availability = 'group_buy', stock_pool_id = null
      where product_id = (select product_id from public.variants where sku = 'FOAM-60')`);
    const state = { stock: 'group_buy', batch_stage: null, list_status: null };
    assert.deepEqual(reach.states, [state]);
  });

  test('is told to those who mend goods or shipping, and to nobody else', async () => {
    for (const name of ['support', 'first', 'former'] as const) {
      const refusal = await refusalOf(database.as(person(name), (sql) => page(sql, null)));
      assert.equal(refusal.reason, 'not_allowed', name);
    }
  });
});
