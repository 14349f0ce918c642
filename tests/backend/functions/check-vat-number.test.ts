/* The edge function as browsers call it, against a stand-in of the EU's register. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openDatabaseOf, service, type TestSql } from '../../support/database.ts';
import { startTestBackend, type TestBackend } from '../../support/local-backend.ts';
import { registerNumbers, startVatRegister } from '../../support/vat-register.ts';

const skip = { skip: process.env['SUPABASE_TEST_URL'] ? 'asks a register of its own' : false };
let register: Awaited<ReturnType<typeof startVatRegister>>;
let backend: TestBackend;
let database: TestSql;

async function check(body: unknown) {
  const response = await fetch(`${backend.url}/functions/v1/check-vat-number`, {
    method: 'POST',
    headers: {
      apikey: backend.publishableKey,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  const told: Record<string, unknown> = await response.json();
  return { status: response.status, state: told['state'], name: told['name'], hint: told['hint'] };
}

const keptOf = async (number: string) => [
  ...(await database.sql<{ is_valid: boolean; consultation: string }[]>`
    select is_valid, consultation from private.vat_checks where number = ${number}`),
];

describe('check-vat-number', skip, () => {
  before(async () => {
    register = await startVatRegister();
    Object.assign(process.env, register.environment);
    backend = await startTestBackend();
    database = await openDatabaseOf(backend);
  });
  after(async () => {
    delete process.env['VIES_API_URL'];
    await database.sql.end();
    await backend.stop();
    await register.close();
  });

  test('asks the register as the shop, and keeps its answer with the proof of asking', async () => {
    const told = await check({ number: 'de 123.456.789' });
    assert.deepEqual([told.status, told.state, told.name], [200, 'valid', 'SAMPLE GMBH']);
    assert.deepEqual(register.questions, [
      {
        countryCode: 'DE',
        vatNumber: '123456789',
        requesterMemberStateCode: 'NL',
        requesterNumber: '001234567B01',
      },
    ]);
    assert.deepEqual(await keptOf(registerNumbers.known), [
      { is_valid: true, consultation: 'WAPIAAAAX1234567' },
    ]);
  });

  test('gives an answer of this hour again without asking', async () => {
    const before = register.questions.length;
    assert.equal((await check({ number: registerNumbers.known })).state, 'valid');
    assert.equal(register.questions.length, before);
  });

  test('says what the register does not know, and when it can’t be asked, which is no answer', async () => {
    assert.equal((await check({ number: registerNumbers.unknown })).state, 'invalid');
    assert.deepEqual((await check({ number: registerNumbers.nameless })).name, '');
    for (const name of ['countryAway', 'broken', 'odd'] as const) {
      const number = registerNumbers[name];
      assert.equal((await check({ number })).state, 'unreachable', name);
      assert.deepEqual(await keptOf(number), [], name);
    }
  });

  test('asks nobody about a number that can’t take VAT off', async () => {
    const before = register.questions.length;
    for (const number of ['NL001234567B01', 'GB123456789', 'CHE123456789MWST'])
      assert.equal((await check({ number })).state, 'none', number);
    for (const wrong of [{ number: 'DE1' }, { number: 5 }, { number: 'x'.repeat(9000) }, null, []])
      assert.equal((await check(wrong)).hint, 'wrong_number');
    assert.equal(register.questions.length, before);
  });

  test('asks twenty times in a while for one client, and still for another', async () => {
    const tries = Array.from({ length: 25 }, (_, place) => `DE9${String(place).padStart(8, '0')}`);
    const hints: unknown[] = [];
    for (const number of tries) hints.push((await check({ number })).hint);
    assert.equal(hints.at(-1), 'too_many_checks');
    assert.equal(register.questions.length, 20);
    const [other] = await database.as(
      service,
      (sql) => sql`select public.begin_vat_check('DE800000000', 'another') ->> 'state' as state`,
    );
    assert.equal(other?.['state'], 'ask');
  });

  test('neither visitors nor customers write an answer of their own', async () => {
    const write = await fetch(`${backend.url}/rest/v1/rpc/record_vat_check`, {
      method: 'POST',
      headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        p_number: 'DE999999999',
        p_is_valid: true,
        p_name: '',
        p_address: '',
        p_consultation: '',
      }),
    });
    assert.equal(write.ok, false);
    assert.deepEqual(await keptOf('DE999999999'), []);
  });

  test('a shop without a VAT number asks nobody', async () => {
    const [row] = await database.as(service, async (sql) => {
      await sql`reset role`;
      await sql`update public.sellers set vat_number = ''`;
      return sql`select public.begin_vat_check('DE123456789', 'x') ->> 'state' as state`;
    });
    assert.equal(row?.['state'], 'none');
  });
});
