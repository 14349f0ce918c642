import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { openTestDatabase, person, personId, refusalOf } from '../../support/database.ts';
import {
  assertForStaffAlone,
  cardOf,
  customerOf,
  newGuest,
  placeAs,
} from '../../support/data/customers.ts';

const database = openTestDatabase();

interface Ban {
  readonly until?: string | null;
  readonly note?: string;
  readonly seen?: string | null;
}

const ban = (id: string, { until = null, note = 'Sells wins', seen = null }: Ban = {}) =>
  database.keepAs(person('owner'), async (sql) => {
    const rows = await sql<{ answer: { is_banned: boolean } }[]>`
      select public.ban_customer(${id}, ${until}, ${note}, ${seen}) as answer`;
    return rows[0]?.answer.is_banned;
  });

async function account() {
  const order = await placeAs(database, 'first@people.test', 'first');
  return (await customerOf(database, order.id)) ?? '';
}

describe('ban_customer', () => {
  test('a ban has its reason on the card and in the log, and a time that has passed lifts it', async () => {
    const id = await account();
    assert.equal(await ban(id), true);
    assert.equal((await cardOf(database, id)).ban?.note, 'Sells wins');
    assert.equal(await ban(id, { until: '2020-01-01', note: 'Sorted out' }), false);
    assert.equal((await cardOf(database, id)).ban, null);
    const logged = await database.sql`
      select actor_id from public.audit_log where table_name = 'list_bans' and actor_id = ${personId('owner')}`;
    assert.equal(logged.length, 2);
  });

  test('of two who decide at once, the later one is told', async () => {
    const id = await account();
    await ban(id, { until: '2020-01-01', note: 'Lifted' });
    const both = await Promise.allSettled([
      ban(id, { note: 'One', seen: '' }),
      ban(id, { note: 'Two', seen: '' }),
    ]);
    assert.equal(both.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.equal(
      (await refusalOf(ban(id, { note: 'Three', seen: '' }))).reason,
      'changed_meanwhile',
    );
  });

  test('guests, nobody and a missing reason are refused, and all but the owner', async () => {
    const { id } = await newGuest(database);
    assert.equal((await refusalOf(ban(id))).reason, 'no_account');
    assert.equal((await refusalOf(ban(randomUUID()))).reason, 'unknown_customer');
    assert.equal((await refusalOf(ban(await account(), { note: ' ' }))).reason, 'reason_missing');
    await assertForStaffAlone(database, `select public.ban_customer('${id}', null, 'I say so')`, [
      'first',
      'editor',
      'support',
      'fulfilment',
      'former',
    ]);
  });
});
