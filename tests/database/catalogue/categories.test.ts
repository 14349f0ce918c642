import assert from 'node:assert/strict';
import { test } from 'node:test';
import { categories } from '../../../src/features/catalogue/model/categories.ts';
import { openTestDatabase } from '../../support/database.ts';

const database = openTestDatabase();

test('every category that a product may have stands on a page of the shop', async () => {
  const [rule] = await database.sql<{ text: string }[]>`
    select pg_get_constraintdef(oid) as text from pg_constraint
    where conrelid = 'public.products'::regclass and conname = 'products_category_check'`;
  const allowed = [...(rule?.text ?? '').matchAll(/'([a-z_]+)'/g)].map(([, name]) => name);
  assert.ok(allowed.length > 0);
  const shown = [...categories.flatMap(({ of }) => of), 'sculpt'];
  assert.deepEqual(shown.toSorted(), allowed.toSorted());
});
