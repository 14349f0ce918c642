import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import {
  anonymous,
  openTestDatabase,
  person,
  personId,
  refusalOf,
} from '../../support/database.ts';

const database = openTestDatabase();

interface Saved {
  readonly is_saved: boolean;
  readonly lines: readonly { readonly variant_id: string; readonly quantity: number }[];
  readonly version: number;
  readonly together: string | null;
}

const thing = (quantity = 1, extra: object = {}) => ({
  variant_id: randomUUID(),
  quantity,
  options: {},
  design_id: null,
  offer_id: null,
  ...extra,
});

const save = (
  caller: Caller,
  lines: unknown,
  version: number | null,
  together: string | null = null,
) =>
  database.keepAs(caller, async (sql) => {
    const [row] = await sql<{ saved: Saved }[]>`
      select public.save_cart(${JSON.stringify(lines)}::text::jsonb, ${version}, ${together}) as saved`;
    assert.ok(row);
    return row.saved;
  });

const read = (caller: Caller) =>
  database.as(caller, async (sql) => {
    const [row] = await sql<{ cart: Saved }[]>`select public.my_cart() as cart`;
    assert.ok(row);
    return row.cart;
  });

describe('save_cart', () => {
  test('keeps lines and nothing that is not part of one', async () => {
    const options = { [randomUUID()]: randomUUID() };
    const kept = thing(2, { options, design_id: randomUUID() });
    const sent = { ...kept, price_minor: 1, path: '//evil.test', options: { ...options, a: 'b' } };
    const saved = await save(person('first'), [sent], 0);
    assert.deepEqual([saved.is_saved, saved.version, saved.lines], [true, 1, [kept]]);
    assert.deepEqual((await read(person('first'))).lines, [kept]);
  });

  test('a browser that knows an older version saves nothing and learns what is there', async () => {
    const [one, other] = [thing(), thing()];
    const { version } = await read(person('first'));
    const first = await save(person('first'), [one], version);
    assert.equal(first.version, version + 1);
    for (const stale of [version, 0, 999, null, -1]) {
      const late = await save(person('first'), [other], stale);
      assert.deepEqual([late.is_saved, late.lines], [false, [one]], String(stale));
    }
    assert.deepEqual((await read(person('first'))).lines, [one]);
  });

  test('a browser whose answer was lost finds that its own cart is saved', async () => {
    const { version } = await read(person('first'));
    const lines = [thing(3)];
    await save(person('first'), lines, version);
    const again = await save(person('first'), lines, version);
    assert.deepEqual([again.is_saved, again.version], [true, version + 1]);
  });

  test('keeps whether all of it waits to be sent together, until a browser says otherwise', async () => {
    const lines = [thing()];
    const { version } = await read(person('first'));
    await save(person('first'), lines, version, 'Ships in Q3 2027');
    assert.equal((await read(person('first'))).together, 'Ships in Q3 2027');
    const lost = await save(person('first'), lines, version, 'Ships in Q3 2027');
    assert.equal(lost.is_saved, true);
    // The same lines with the other wish are another cart.
    assert.equal((await save(person('first'), lines, version, null)).is_saved, false);
    await save(person('first'), lines, version + 1);
    assert.equal((await read(person('first'))).together, null);
  });

  test('of twenty browsers that save at once over one version, one does', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => save(person('second'), [thing()], 0)),
    );
    assert.equal(answers.filter(({ is_saved: isSaved }) => isSaved).length, 1);
    const { version } = await read(person('second'));
    const later = await Promise.all(
      Array.from({ length: 20 }, () => save(person('second'), [thing()], version)),
    );
    assert.equal(later.filter(({ is_saved: isSaved }) => isSaved).length, 1);
    assert.equal((await read(person('second'))).version, version + 1);
  });

  test('nobody reaches the cart of another, staff and strangers neither', async () => {
    const own = [thing(7)];
    const { version } = await read(person('first'));
    await save(person('first'), own, version);
    for (const name of ['owner', 'support', 'fulfilment', 'editor', 'former'] as const) {
      assert.deepEqual((await read(person(name))).lines, [], name);
      await save(person(name), [thing()], 0);
      const direct = await refusalOf(
        database.as(person(name), (sql) => sql`select * from private.saved_carts`),
      );
      assert.equal(direct.code, '42501', name);
    }
    const stranger = await refusalOf(save(anonymous, [thing()], 0));
    assert.equal(stranger.code, '42501');
    const nameless = { role: 'authenticated', claims: { role: 'authenticated' } } as const;
    assert.equal((await refusalOf(save(nameless, [thing()], 0))).reason, 'signed_out');
    assert.deepEqual((await read(person('first'))).lines, own);
  });

  test('what is no cart is refused and nothing is written', async () => {
    const before = await read(person('first'));
    const reason = async (lines: unknown) =>
      (await refusalOf(save(person('first'), lines, before.version))).reason;
    assert.equal(await reason('nonsense'), 'wrong_json');
    assert.equal(await reason({}), 'wrong_lines');
    assert.equal(await reason([7]), 'wrong_lines');
    assert.equal(await reason(Array.from({ length: 51 }, () => thing())), 'too_many_lines');
    assert.equal(await reason([{ ...thing(), variant_id: 'x' }]), 'unknown_variant');
    for (const quantity of [0, -1, 1.5, 1000, '1', null]) {
      assert.equal(await reason([{ ...thing(), quantity }]), 'wrong_quantity', String(quantity));
    }
    assert.equal(await reason([{ ...thing(), options: [] }]), 'wrong_options');
    assert.equal(await reason([{ ...thing(), design_id: 'x' }]), 'wrong_lines');
    const long = Object.fromEntries(Array.from({ length: 30 }, () => [randomUUID(), randomUUID()]));
    const wide = { ...thing(), note: randomUUID().repeat(4000), options: long };
    assert.equal(await reason([wide]), 'wrong_lines');
    assert.deepEqual(await read(person('first')), before);
  });

  test('goes with its account', async () => {
    await save(person('former'), [thing()], 1);
    await database.sql`delete from auth.users where id = ${personId('former')}`;
    const left = await database.sql`
      select from private.saved_carts where user_id = ${personId('former')}`;
    assert.equal(left.length, 0);
  });
});
