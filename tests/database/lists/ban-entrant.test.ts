import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import { openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { enter, makeEntrants, makeList } from '../../support/data/lists.ts';

const database = openTestDatabase();
const owner = person('owner');
const ban = (sql: TransactionSql, entry: string, until: Date | null, note: string) =>
  sql`select public.ban_entrant(${entry}, ${until}, ${note})`;

describe('ban_entrant', () => {
  test('keeps a person from lists until it is lifted, and writes over no note that was not seen', async () => {
    const list = await makeList(database.sql);
    const [one] = await makeEntrants(database.sql, 1);
    assert.ok(one);
    const place = await database.keepAs(one.caller, (sql) => enter(sql, list.id));
    await database.keepAs(owner, (sql) => ban(sql, place.entry_id, null, 'Sells places'));
    assert.equal(
      (await refusalOf(database.as(one.caller, (sql) => enter(sql, list.id)))).reason,
      'banned',
    );
    await database.keepAs(owner, (sql) =>
      ban(sql, place.entry_id, new Date(Date.now() - 1000), 'Talked it over'),
    );
    await database.as(one.caller, (sql) => enter(sql, list.id));
    const decide = (seen: string, note: string) =>
      database.keepAs(
        owner,
        (sql) => sql`select public.ban_entrant(${place.entry_id}, null, ${note}, ${seen})`,
      );
    await decide('', 'Two accounts');
    assert.equal((await refusalOf(decide('', 'Sells places'))).reason, 'changed_meanwhile');
    assert.equal((await refusalOf(decide('Other', 'Sells places'))).reason, 'changed_meanwhile');
    const [kept] = await database.sql<{ note: string }[]>`
      select note from private.list_bans where user_id = ${one.id}`;
    assert.equal(kept?.note, 'Two accounts');
    await decide('Two accounts', 'Sells places');
    const refused = async (name: 'owner' | 'support', entry: string, note: string) =>
      (await refusalOf(database.as(person(name), (sql) => ban(sql, entry, null, note)))).reason;
    assert.equal(await refused('owner', place.entry_id, ''), 'reason_missing');
    assert.equal(
      await refused('owner', '00000000-0000-4000-8000-00000000dead', 'Why'),
      'unknown_entry',
    );
    assert.equal(await refused('support', place.entry_id, 'Why'), 'not_allowed');
  });
});
