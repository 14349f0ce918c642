import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { projectFolder } from '../../support/cluster.ts';
import { openTestDatabase, personId, refusalOf, withCode } from '../../support/database.ts';
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

function callerOf(name: Name): Caller {
  const caller = callers[name];
  assert.ok(caller);
  return caller;
}

function withoutCode(name: Name): Caller {
  const caller = callerOf(name);
  return { ...caller, claims: { ...caller.claims, aal: 'aal1' } };
}

/** Longer ago than the shop allows for changes. */
const staleHours = 13;

/** By every verb on every table and view, and by every function, exports among them. */
async function everything(caller: Caller): Promise<Reached> {
  const cells = new Map<string, string>();
  const relations = await exposedRelations(database.sql);
  // Reading waits for no lock; whatever writes is tried one after the other.
  await Promise.all(
    relations.map(async (relation) =>
      cells.set(`select ${relation.name}`, await reach(database.sql, caller, relation, 'select')),
    ),
  );
  for (const relation of relations)
    for (const verb of verbs)
      if (verb !== 'select')
        cells.set(`${verb} ${relation.name}`, await reach(database.sql, caller, relation, verb));
  for (const [name, call] of Object.entries(await exposedCalls(database.sql)))
    cells.set(name, await reachFunction(database.sql, caller, call));
  return cells;
}

/** Functions that change something, by what the catalogue says of them. */
async function changingFunctions(): Promise<ReadonlySet<string>> {
  const rows = await database.sql<{ name: string }[]>`
    select p.proname::text as name from pg_proc p
    where p.provolatile = 'v' and (
      p.pronamespace = 'private'::regnamespace
      -- Has its body in the open: policies decide what it does.
      or p.pronamespace = 'public'::regnamespace and p.prolang = (select oid from pg_language where lanname = 'plpgsql'))`;
  return new Set(rows.map(({ name }) => name));
}

async function tablesOfStaff(): Promise<ReadonlySet<string>> {
  const rows = await database.sql<{ name: string }[]>`
    select distinct tablename::text as name from pg_policies
    where schemaname = 'public' and cmd <> 'SELECT' and concat(qual, with_check) ~ 'is_staff'`;
  return new Set(rows.map(({ name }) => name));
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

/** They note that somebody looked, or count what is new, and change nothing of the shop. */
const readersThatWrite: ReadonlySet<string> = new Set([
  'check_shop',
  'close_batch',
  'find_customer',
  'list_customers',
  'open_customer',
]);

/** Is not open to staff at all. */
const deletion = 'request_account_deletion';

describe('on an account with a second factor', () => {
  let stranger: Reached = new Map();

  before(async () => {
    await addSampleRows(database.sql);
    for (const name of [...staff, 'former'] as const)
      await database.sql`
        insert into auth.mfa_factors (user_id, factor_type, status)
        values (${personId(name)}, 'totp', 'verified')`;
    stranger = await everything(withoutCode('former'));
  });

  for (const name of staff) {
    test(`a session of ${name} without it reaches what a stranger reaches`, async () => {
      const reached = await everything(withoutCode(name));
      // It alone says why: that the code is due.
      assert.deepEqual(differing(reached, stranger), ['my_staff_role']);
      assert.ok(differing(await agreed(name), stranger).length > 20, 'there is much to lose');
    });

    test(`a session of ${name} with it reaches what the role reaches`, async () => {
      const reached = await everything(withCode(callerOf(name)));
      assert.deepEqual(differing(reached, await agreed(name)), []);
    });

    test(`with a code of yesterday ${name} reads as before and changes nothing`, async () => {
      const [stale, roleReach] = [
        await everything(withCode(callerOf(name), staleHours)),
        await agreed(name),
      ];
      const [changing, tables] = [await changingFunctions(), await tablesOfStaff()];
      const expected = new Map(
        [...roleReach].map(([cell, reached]) => {
          const [verb, relation = ''] = cell.split(' ');
          if (tables.has(relation) && verb !== 'select' && reached !== 'denied')
            return [cell, 'refused'];
          const isOfRole = relation === '' && reached !== stranger.get(cell);
          const isChange = changing.has(cell) && !readersThatWrite.has(cell) && cell !== deletion;
          return [cell, isOfRole && isChange ? 'refused' : reached];
        }),
      );
      assert.deepEqual(
        differing(stale, expected).map((cell) => [cell, stale.get(cell), expected.get(cell)]),
        [],
      );
      const changed = differing(roleReach, expected);
      assert.ok(changed.length > 10, `${name} may change ${changed.join(', ')}`);
    });

    test(`${name} is asked for the code, not told that the shop is closed to them`, async () => {
      const ask = (caller: Caller) =>
        database.as(caller, (sql) => sql`select public.my_staff_role() as role`);
      assert.equal((await refusalOf(ask(withoutCode(name)))).reason, 'second_factor');
      assert.equal((await ask(withCode(callerOf(name))))[0]?.['role'], name);
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
    const changing = await database.sql<{ name: string }[]>`
      select p.proname::text as name from pg_proc p
      where p.pronamespace = 'private'::regnamespace and p.provolatile = 'v'
        and p.prosrc ~ 'private\.require_reader' order by 1`;
    assert.deepEqual(
      changing.map(({ name }) => name),
      [...readersThatWrite],
    );
  });
});
