import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  anonymous,
  openTestDatabase,
  person,
  personId,
  refusalOf,
} from '../../support/database.ts';

const database = openTestDatabase();

const ask = async (name: 'first' | 'second') => {
  const [row] = await database.as(person(name), (sql) => sql`select public.my_cart() as cart`);
  return row?.['cart'] as unknown;
};

const kept = {
  variant_id: '11111111-1111-4111-8111-111111111111',
  quantity: 2,
  options: {},
  design_id: null,
  offer_id: null,
};

describe('my_cart', () => {
  test('is one’s own, and an empty one where nothing was ever saved', async () => {
    await database.sql`
      insert into private.saved_carts (user_id, lines, saved_at)
      values (${personId('first')}, ${JSON.stringify([kept])}::text::jsonb, '2026-11-01T10:00:00Z')`;
    assert.deepEqual(await ask('first'), {
      lines: [kept],
      version: 1,
      saved_at: '2026-11-01T10:00:00+00:00',
      together: null,
    });
    assert.deepEqual(await ask('second'), {
      lines: [],
      version: 0,
      saved_at: null,
      together: null,
    });
  });

  test('anonymous visitors may not ask', async () => {
    const refusal = await refusalOf(database.as(anonymous, (sql) => sql`select public.my_cart()`));
    assert.equal(refusal.code, '42501');
  });
});
