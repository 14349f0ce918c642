import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditedTables } from '../../../src/features/shop-check/desk/audited-tables.ts';
import { openTestDatabase } from '../../support/database.ts';

const database = openTestDatabase();

test('the audit log can be narrowed to every table that it tells of', async () => {
  const rows = await database.sql<{ name: string }[]>`
    select distinct c.relname as name from pg_trigger t
    join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where p.pronamespace = 'private'::regnamespace and p.proname like 'audit%' order by c.relname`;
  assert.ok(rows.length > 40);
  assert.deepEqual(
    rows.map(({ name }) => name).filter((name) => !auditedTables.includes(name)),
    [],
  );
});
