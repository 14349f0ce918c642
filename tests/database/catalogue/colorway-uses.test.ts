import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import { openTestDatabase, person, personId, refusalOf } from '../../support/database.ts';

const database = openTestDatabase();

interface Uses {
  readonly uses: readonly {
    readonly place: string;
    readonly count: number;
    readonly things: readonly { readonly kind: string; readonly title: string }[];
  }[];
  readonly offered_by: readonly { readonly title: string }[];
}

async function uses(sql: TransactionSql, id: string): Promise<Uses> {
  const [row] = await sql<{ uses: Uses }[]>`select public.colorway_uses(${id}) as uses`;
  assert.ok(row);
  return row.uses;
}

/** A colour of a palette that products are made in, in a private design of a customer. */
async function usedColour(): Promise<string> {
  const [colour] = await database.sql<{ id: string; code: string }[]>`
    insert into public.colorways (code, name, palette_id, physical_code, colour, colour_family)
    select ${`used-${randomUUID()}`}, 'Used', o.palette_id, ${randomUUID()}, '#123456', 'blue'
    from public.design_offers o limit 1 returning id, code`;
  assert.ok(colour);
  const design = { zones: { alphas: { hex: '#123456', code: colour.code } } };
  await database.sql`
    insert into public.designs (owner_id, name, layout, design)
    values (${personId('first')}, 'Secret name', '65', ${JSON.stringify(design)}::text::jsonb)`;
  return colour.id;
}

describe('colorway_uses', () => {
  test('counts designs without naming them, and names the products that offer the palette', async () => {
    const id = await usedColour();
    const found = await database.as(person('editor'), (sql) => uses(sql, id));
    assert.deepEqual(found.uses, [{ place: 'designs', count: 1, things: [] }]);
    assert.ok(found.offered_by.length > 0);
    assert.ok(!JSON.stringify(found).includes('Secret name'));
  });

  test('names pictures, kits and lists of an edition by what they belong to', async () => {
    const [edition] = await database.sql<{ id: string; product: string }[]>`
      select c.id, p.title as product from public.colorways c join public.products p on p.id = c.product_id
      where exists (select from public.product_images i where i.colorway_id = c.id)
        and exists (select from public.list_choices x where x.variant_id = c.variant_id) limit 1`;
    assert.ok(edition, 'The demo shop has a raffled edition with a picture');
    const found = await database.as(person('owner'), (sql) => uses(sql, edition.id));
    const places = Object.fromEntries(found.uses.map((use) => [use.place, use]));
    assert.equal(places['pictures']?.things[0]?.title, edition.product);
    assert.equal(places['lists']?.things[0]?.kind, 'lists');
  });

  test('is told to those who keep the colorways, and to nobody else', async () => {
    const id = await usedColour();
    for (const name of ['fulfilment', 'support', 'first', 'former'] as const) {
      const refusal = await refusalOf(database.as(person(name), (sql) => uses(sql, id)));
      assert.equal(refusal.reason, 'not_allowed', name);
    }
  });
});
