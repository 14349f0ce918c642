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

const namesOf = async (name: 'first' | 'second') => {
  const [row] = await database.as(
    person(name),
    (sql) => sql`select public.my_designs() as designs`,
  );
  return ((row?.['designs'] ?? []) as readonly { name: string }[]).map((design) => design.name);
};

describe('my_designs', () => {
  test('everyone sees their own, private ones too, and nobody else’s', async () => {
    const copied = await database.sql`
      insert into public.designs (owner_id, name, visibility, layout, design)
      select ${personId('first')}, 'Mine alone', 'private', layout, design from public.designs limit 1
      returning id`;
    assert.equal(copied.length, 1);
    assert.deepEqual(await namesOf('first'), ['Mine alone']);
    assert.deepEqual(await namesOf('second'), []);
  });

  test('anonymous visitors may not ask', async () => {
    const refusal = await refusalOf(
      database.as(anonymous, (sql) => sql`select public.my_designs()`),
    );
    assert.equal(refusal.code, '42501');
  });
});
