import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openTestDatabase, service } from '../../support/database.ts';

const database = openTestDatabase();

const begin = async (number: string | null, client = 'one') => {
  const [row] = await database.keepAs(
    service,
    (sql) => sql<{ told: { state: string; requester?: string; name?: string } }[]>`
      select public.begin_vat_check(${number}, ${client}) as told`,
  );
  return row?.told;
};

describe('begin_vat_check', () => {
  test('asks for a number of another EU country, in the shop’s name, and for no other', async () => {
    assert.deepEqual(await begin('DE123456789'), { state: 'ask', requester: 'NL001234567B01' });
    assert.equal((await begin('EL123456789'))?.state, 'ask');
    for (const number of ['NL001234567B01', 'GB123456789', 'GR123456789', 'DE1', '', null])
      assert.deepEqual(await begin(number), { state: 'none' }, String(number));
  });

  test('gives an answer of this hour again, and asks anew after that', async () => {
    await database.sql`insert into private.vat_checks (number, is_valid, name) values ('FR12345678901', true, 'Atelier')`;
    assert.deepEqual(await begin('FR12345678901'), { state: 'valid', name: 'Atelier' });
    await database.sql`update private.vat_checks set checked_at = now() - interval '61 minutes'`;
    assert.equal((await begin('FR12345678901'))?.state, 'ask');
  });

  test('counts what each client asks, and all of them together', async () => {
    await database.sql`delete from private.guesses`;
    for (let asked = 0; asked < 20; asked += 1)
      assert.equal((await begin('DE123456789', 'many'))?.state, 'ask');
    assert.equal((await begin('DE123456789', 'many'))?.state, 'limited');
    assert.equal((await begin('DE123456789', 'other'))?.state, 'ask');
    await database.sql`insert into private.guesses (what, bucket) select 'vat_check', 'everyone' from generate_series(1, 500)`;
    assert.equal((await begin('DE123456789', 'third'))?.state, 'limited');
  });
});
