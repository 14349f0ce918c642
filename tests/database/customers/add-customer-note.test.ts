import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { openTestDatabase, person, refusalOf, type PersonName } from '../../support/database.ts';
import { assertForStaffAlone, cardOf, newGuest } from '../../support/data/customers.ts';

const database = openTestDatabase();

const note = (id: string, text: string, name: PersonName, key: string | null = null) =>
  database.keepAs(person(name), async (sql) => {
    const rows = await sql<{ id: string }[]>`
      select public.add_customer_note(${id}, ${text}, ${key}) as id`;
    return rows[0]?.id;
  });

describe('add_customer_note', () => {
  test('a note has its author, once for each key, and colleagues’ mailboxes are for the owner', async () => {
    const { id } = await newGuest(database);
    const key = randomUUID();
    const both = await Promise.all([
      note(id, 'Wants blue', 'support', key),
      note(id, 'Wants blue', 'support', key),
    ]);
    assert.equal(both[0], both[1]);
    assert.equal((await refusalOf(note(id, 'Wants red', 'support', key))).reason, 'key_reused');
    const [told] = (await cardOf(database, id)).notes;
    assert.deepEqual(
      [told?.['text'], told?.['role'], told?.['email'], told?.['is_own']],
      ['Wants blue', 'support', 'support@people.test', false],
    );
    const [own] = (await cardOf(database, id, 'support')).notes;
    assert.deepEqual([own?.['email'], own?.['is_own']], [null, true]);
  });

  test('an empty one and one about nobody are refused', async () => {
    const { id } = await newGuest(database);
    assert.equal((await refusalOf(note(id, ' ', 'owner'))).reason, 'wrong_note');
    assert.equal((await refusalOf(note(randomUUID(), 'Hm', 'owner'))).reason, 'unknown_customer');
  });

  test('nobody else reads or writes one, and staff write none by hand', async () => {
    const { id } = await newGuest(database);
    await note(id, 'For colleagues', 'owner');
    await assertForStaffAlone(database, `select public.add_customer_note('${id}', 'Me too')`);
    for (const name of ['first', 'editor', 'former'] as const) {
      const seen = await database.as(person(name), (sql) => sql`select from public.customer_notes`);
      assert.equal(seen.length, 0, name);
    }
    const byHand = database.as(
      person('owner'),
      (sql) => sql`insert into public.customer_notes (customer_id, text) values (${id}, 'By hand')`,
    );
    assert.equal((await refusalOf(byHand)).code, '42501');
  });
});
