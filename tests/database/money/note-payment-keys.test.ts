import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf, service } from '../../support/database.ts';

const database = openTestDatabase();

const note = (keys: Readonly<Record<string, string>>) =>
  database.keepAs(
    service,
    (sql) => sql`select public.note_payment_keys(${sql.json({ ...keys })}) as changed`,
  );
const offered = async () =>
  (
    await database.as(
      anonymous,
      (sql) => sql<{ code: string }[]>`select code from public.payment_methods order by code`,
    )
  ).map(({ code }) => code);
const switchOn = (code: string, by: Parameters<typeof person>[0] = 'owner') =>
  database.keepAs(
    person(by),
    (sql) =>
      sql`update public.payment_methods set is_offered = true where code = ${code} returning code`,
  );

describe('note_payment_keys', () => {
  test('keeps what the functions say, once, and never for bank transfer', async () => {
    const changed = async (keys: Readonly<Record<string, string>>) =>
      (await note(keys))[0]?.['changed'];
    assert.equal(await changed({ paypal: 'test', stripe: 'live', other: 'live' }), 2);
    assert.equal(await changed({ paypal: 'test', stripe: 'live', invoice: 'missing' }), 0);
    const kept = await database.sql<{ keys: string }[]>`
      select keys from public.payment_methods where code in ('invoice', 'paypal', 'stripe') order by code`;
    assert.deepEqual(
      kept.map(({ keys }) => keys),
      ['not_needed', 'test', 'live'],
    );
    assert.equal((await refusalOf(note({ paypal: 'sk_live_123' }))).reason, 'wrong_keys');
  });

  test('is the service’s alone, and nobody else writes the keys', async () => {
    for (const caller of [anonymous, person('first'), person('owner')]) {
      await assert.rejects(
        database.as(caller, (sql) => sql`select public.note_payment_keys('{"paypal": "live"}')`),
        /permission denied/,
      );
      await assert.rejects(
        database.as(caller, (sql) => sql`update public.payment_methods set keys = 'live'`),
        /permission denied/,
      );
    }
  });

  test('lets no owner switch on what has no keys, and hides what has lost them', async () => {
    await note({ paypal: 'missing' });
    assert.equal((await refusalOf(switchOn('paypal'))).reason, 'keys_missing');
    await database.sql`update public.payment_methods set keys = null where code = 'paypal'`;
    assert.equal((await refusalOf(switchOn('paypal'))).reason, 'keys_missing');
    await note({ paypal: 'test' });
    assert.equal((await switchOn('paypal', 'fulfilment')).length, 0);
    assert.equal((await switchOn('paypal')).length, 1);
    assert.ok((await offered()).includes('paypal'));
    await note({ paypal: 'missing' });
    assert.ok(!(await offered()).includes('paypal'));
    await note({ paypal: 'live' });
    assert.ok((await offered()).includes('paypal'));
  });
});
