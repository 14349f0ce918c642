import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import { openTestDatabase, person, personId, refusalOf } from '../../support/database.ts';

const database = openTestDatabase();
const editor = person('editor');

const retire = (sql: TransactionSql, id: string, version = 1) =>
  sql<{ outcome: string }[]>`
    select public.retire_colorway(${id}, ${version}) ->> 'outcome' as outcome`;

async function makeColour() {
  const [colour] = await database.sql<{ id: string; code: string }[]>`
    insert into public.colorways (code, name, palette_id, physical_code, colour, colour_family)
    select ${`retired-${randomUUID()}`}, 'Retired', id, ${randomUUID()}, '#123456', 'blue'
    from public.palettes limit 1 returning id, code`;
  assert.ok(colour);
  return colour;
}

describe('retire_colorway', () => {
  test('removes what nothing uses, with its samples', async () => {
    const { id } = await makeColour();
    await database.sql`insert into public.colour_samples (colorway_id) values (${id})`;
    await database.as(editor, async (sql) => {
      assert.equal((await retire(sql, id))[0]?.outcome, 'removed');
      assert.equal((await sql`select from public.colorways where id = ${id}`).length, 0);
    });
  });

  test('archives what a design uses, so that it keeps its colour and nobody chooses it anew', async () => {
    const { id, code } = await makeColour();
    const design = { keys: { 3: { cap: { hex: '#123456', code } } } };
    await database.sql`
      insert into public.designs (owner_id, name, layout, design)
      values (${personId('second')}, 'Theirs', '65', ${JSON.stringify(design)}::text::jsonb)`;
    await database.as(editor, async (sql) => {
      assert.equal((await retire(sql, id))[0]?.outcome, 'archived');
      const [row] = await sql`
        select status, can_be_ordered from public.colorways where id = ${id}`;
      assert.deepEqual({ ...row }, { status: 'archived', can_be_ordered: false });
    });
  });

  test('is the only way, for those who keep the colorways, and while it is what they read', async () => {
    const { id } = await makeColour();
    const reason = async (name: 'editor' | 'fulfilment' | 'first', of = id, version = 1) =>
      (await refusalOf(database.as(person(name), (sql) => retire(sql, of, version)))).reason;
    assert.equal(await reason('fulfilment'), 'not_allowed');
    assert.equal(await reason('first'), 'not_allowed');
    assert.equal(await reason('editor', id, 2), 'version_conflict');
    assert.equal(await reason('editor', randomUUID()), 'unknown_colorway');
    const byHand = database.as(editor, (sql) => sql`delete from public.colorways where id = ${id}`);
    assert.equal((await refusalOf(byHand)).code, '42501');
  });
});
