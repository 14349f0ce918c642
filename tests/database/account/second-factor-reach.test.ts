import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { projectFolder } from '../../support/cluster.ts';
import { openTestDatabase, personId, refusalOf } from '../../support/database.ts';
import { addSampleRows } from '../../support/data/sample-rows.ts';
import {
  callers,
  exposedCalls,
  exposedRelations,
  reach,
  reachFunction,
  verbs,
} from '../../support/pages/access.ts';

const database = openTestDatabase();
const staff = ['support', 'fulfilment', 'editor', 'owner'] as const;
type Name = (typeof staff)[number] | 'former';
type Reached = ReadonlyMap<string, string>;

function atLevel(name: Name, aal: 'aal1' | 'aal2'): Caller {
  const caller = callers[name];
  assert.ok(caller);
  return { ...caller, claims: { ...caller.claims, aal } };
}

/** By every verb on every table and view, and by every function, exports among them. */
async function everything(caller: Caller): Promise<Reached> {
  const cells = new Map<string, string>();
  for (const relation of await exposedRelations(database.sql))
    for (const verb of verbs)
      cells.set(`${verb} ${relation.name}`, await reach(database.sql, caller, relation, verb));
  for (const [name, call] of Object.entries(await exposedCalls(database.sql)))
    cells.set(name, await reachFunction(database.sql, caller, call));
  return cells;
}

type Groups = Readonly<Record<string, string>>;
const cases = async (name: string) =>
  JSON.parse(await readFile(path.join(projectFolder, 'tests/cases', name), 'utf8'));
const reachIn = (groups: Groups, name: Name) =>
  Object.entries(groups).find(([, names]) => names.split(' ').includes(name))?.[0] ?? 'unnamed';

/** What was agreed that each reaches, on an account without a factor. */
async function agreed(name: Name): Promise<Reached> {
  const relations: Readonly<Record<string, Readonly<Record<string, Groups>>>> =
    await cases('access.json');
  const functions: Readonly<Record<string, Groups>> = await cases('function-access.json');
  return new Map([
    ...Object.entries(relations).flatMap(([relation, byVerb]) =>
      Object.entries(byVerb).map(
        ([verb, groups]) => [`${verb} ${relation}`, reachIn(groups, name)] as const,
      ),
    ),
    ...Object.entries(functions).map(([call, groups]) => [call, reachIn(groups, name)] as const),
  ]);
}

const differing = (one: Reached, other: Reached) =>
  [...one].filter(([cell, reached]) => other.get(cell) !== reached).map(([cell]) => cell);

describe('on an account with a second factor', () => {
  let stranger: Reached = new Map();

  before(async () => {
    await addSampleRows(database.sql);
    for (const name of [...staff, 'former'] as const)
      await database.sql`
        insert into auth.mfa_factors (user_id, factor_type, status)
        values (${personId(name)}, 'totp', 'verified')`;
    stranger = await everything(atLevel('former', 'aal1'));
  });

  for (const name of staff) {
    test(`a session of ${name} without it reaches what a stranger reaches`, async () => {
      const reached = await everything(atLevel(name, 'aal1'));
      // It alone says why: that the code is due.
      assert.deepEqual(differing(reached, stranger), ['my_staff_role']);
      assert.ok(differing(await agreed(name), stranger).length > 20, 'there is much to lose');
    });

    test(`a session of ${name} with it reaches what the role reaches`, async () => {
      const reached = await everything(atLevel(name, 'aal2'));
      assert.deepEqual(differing(reached, await agreed(name)), []);
    });

    test(`${name} is asked for the code, not told that the shop is closed to them`, async () => {
      const ask = (caller: Caller) =>
        database.as(caller, (sql) => sql`select public.my_staff_role() as role`);
      assert.equal((await refusalOf(ask(atLevel(name, 'aal1')))).reason, 'second_factor');
      assert.equal((await ask(atLevel(name, 'aal2')))[0]?.['role'], name);
    });
  }

  test('no policy anywhere, and no function that decides, looks past is_staff', async () => {
    const policies = await database.sql`
      select schemaname || '.' || tablename || ': ' || policyname as name from pg_policies
      where concat(qual, with_check) ~ 'private\.(staff\y|has_role)'`;
    assert.deepEqual([...policies], []);
    const readers = await database.sql<{ name: string }[]>`
      select p.proname::text as name from pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and p.prosrc ~ 'private\.has_role' and p.prosrc !~ 'private\.(lacks|require)_second_factor'`;
    assert.deepEqual([...readers], []);
  });
});
