import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import { doubledChoice } from '#features/catalogue/model/form/doubled-choices.ts';
import { projectFolder } from '../../support/cluster.ts';
import { openTestDatabase, person, refusalOf } from '../../support/database.ts';

const database = openTestDatabase();

interface Case {
  readonly variants: readonly {
    readonly title: string;
    readonly isRequired?: boolean;
    readonly isArchived?: boolean;
  }[];
  readonly values: readonly { readonly title: string; readonly isOffered?: boolean }[];
  readonly doubled: readonly [value: string, variant: string] | null;
}

const cases: readonly Case[] = JSON.parse(
  await readFile(path.join(projectFolder, 'tests/cases/doubled-choices.json'), 'utf8'),
);

/** As an editor writes them, one row at a time, the variants first. */
async function write(sql: TransactionSql, { variants, values }: Case): Promise<void> {
  const [product] = await sql<{ id: string }[]>`
    insert into public.products (kind, category, url, title, summary, status)
    values ('product', 'part', ${`p-${randomUUID()}`}, 'Planted', '', 'draft') returning id`;
  assert.ok(product);
  for (const { title, isRequired = false, isArchived = false } of variants)
    await sql`
      insert into public.variants (product_id, sku, title, is_required, availability, price_minor, weight_grams)
      values (${product.id}, ${`S-${randomUUID().toUpperCase().slice(0, 30)}`}, ${title}, ${isRequired},
        ${isArchived ? 'archived' : 'group_buy'}, 100, 1)`;
  const [option] = await sql<{ id: string }[]>`
    insert into public.product_options (product_id, code, title) values (${product.id}, 'case', 'Case colour') returning id`;
  assert.ok(option);
  for (const [place, { title, isOffered = true }] of values.entries())
    await sql`
      insert into public.option_values (option_id, code, title, is_offered, position)
      values (${option.id}, ${`v${place}`}, ${title}, ${isOffered}, ${place})`;
}

describe('a choice of a product is a variant or an option', () => {
  for (const each of cases)
    test(`${each.variants.map(({ title }) => title).join(' / ')} with ${each.values.map(({ title }) => title).join(' / ')}`, async () => {
      const found = doubledChoice(
        each.variants.map((one) => ({ isRequired: false, isArchived: false, ...one })),
        each.values.map((one) => ({ isOffered: true, ...one })),
      );
      const named = found === null ? null : [found.value.title, found.variant.title];
      assert.deepEqual(named, each.doubled);
      const writing = database.as(person('editor'), (sql) => write(sql, each));
      if (each.doubled === null) return writing;
      const refusal = await refusalOf(writing);
      assert.equal(refusal.reason, 'doubled_choice');
      assert.ok(refusal.message.includes(`“${each.doubled[0]}” is a value of “Case colour”`));
    });

  test('a variant can not take the name of a value afterwards', async () => {
    const renaming = database.as(
      person('editor'),
      (sql) => sql`update public.variants set title = 'Board, ISO' where sku = 'CINDERWICK-KIT'`,
    );
    assert.equal((await refusalOf(renaming)).reason, 'doubled_choice');
  });

  test('nothing of the demo shop is both', async () => {
    const found = await database.sql`
      select p.url, d.* from public.products p cross join lateral private.doubled_choices(p.id) d`;
    assert.deepEqual([...found], []);
  });
});
