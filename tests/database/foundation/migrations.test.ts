import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { appendFile, cp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  findMigrationFaults,
  migrationFile,
  releaseMigrations,
} from '../../../scripts/migrations.ts';
import {
  findDrift,
  NameRefused,
  withCluster,
  writeChange,
} from '../../../scripts/schema-changes.ts';
import { projectFolder } from '../../support/cluster.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const folders: string[] = [];
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

/** A copy of schemas and migrations, of which all are released. */
async function copyOfProject(): Promise<string> {
  const folder = await makeTemporaryFolder();
  folders.push(folder);
  for (const part of ['schemas', 'migrations', 'released-migrations.json']) {
    await cp(path.join(projectFolder, 'supabase', part), path.join(folder, 'supabase', part), {
      recursive: true,
    });
  }
  await releaseMigrations(folder);
  return folder;
}

const migrationsIn = (folder: string) => readdir(path.join(folder, 'supabase/migrations'));

describe('released migrations', () => {
  test('never change: the first is what it was', async () => {
    const text = await readFile(migrationFile(projectFolder, '20261121000000_initial.sql'));
    assert.equal(
      createHash('sha256').update(text).digest('hex'),
      '6fefc37c51fe1a251cd2e1d48a400395eb6138687765916da169df0291653042',
    );
    assert.deepEqual(await findMigrationFaults(projectFolder), []);
  });

  test('are refused by the check once one has changed, is gone or is not named as one', async () => {
    const folder = await copyOfProject();
    await appendFile(migrationFile(folder, '20261121000000_initial.sql'), ' ');
    await writeFile(migrationFile(folder, 'late.sql'), '');
    assert.deepEqual(await findMigrationFaults(folder), [
      'late.sql is not named <14 digits>_<words>.sql',
      '20261121000000_initial.sql is released: it never changes. Write what changes into the next one',
    ]);
  });
});

describe('npm run db:change', () => {
  let folder = '';
  const schema = (name: string) => path.join(folder, 'supabase/schemas', name);
  const change = (name?: string) =>
    withCluster((cluster) => writeChange(cluster.url('postgres'), folder, name));
  before(async () => {
    folder = await copyOfProject();
  });

  test('writes nothing where the schemas have not changed', async () => {
    const names = await migrationsIn(folder);
    assert.deepEqual(await change('nothing'), { name: null, missing: [] });
    assert.deepEqual(await migrationsIn(folder), names);
  });

  for (const name of ['', 'Gift', 'gift wrap', 'gift-wrap', '../gift', '1st', 'x'.repeat(61)]) {
    test(`refuses the name "${name.slice(0, 12)}"`, async () => {
      await assert.rejects(writeChange('postgres://nowhere', folder, name), NameRefused);
    });
  }

  test('writes what has changed, and again with what was written by hand', async () => {
    await writeFile(
      schema('70-orders/79_gifts.sql'),
      `create table private.gifts (order_id uuid primary key references public.order_records (id) on delete cascade, words text);
       alter table private.gifts enable row level security;
       comment on table private.gifts is 'Words of gifts.';
       create function private.has_gift(p_order uuid) returns boolean language sql stable set search_path = ''
         as $$ select exists (select from private.gifts g where g.order_id = p_order) $$;
       insert into private.order_moves values ('delivered', 'paid', 'shop', false);
       update private.order_stages set name = 'Being made' where status = 'in_production';`,
    );
    const first = await change('gifts');
    const name = first.name ?? '';
    assert.match(name, /^\d{14}_gifts\.sql$/);
    // The new row is written too; how one changes is for people.
    assert.deepEqual(
      first.missing.map((line) => line.replace(/ \{.*\}:/, '')),
      ['row private.order_stages  <> missing', 'row private.order_stages missing <> '],
    );

    const file = migrationFile(folder, name);
    assert.match(await readFile(file, 'utf8'), /insert into private\.order_moves .*\nselect/);
    const byHand = `update private.order_stages set name = 'Being made' where status = 'in_production';`;
    const mark = '-- By hand, after the schema has changed:\n';
    await writeFile(file, (await readFile(file, 'utf8')).replace(mark, `${mark}\n${byHand}\n`));
    await appendFile(
      schema('70-orders/79_gifts.sql'),
      'alter table private.gifts add column colour text;',
    );
    await assert.rejects(change('another'), NameRefused);
    assert.deepEqual(await change(), { name, missing: [] });

    const text = await readFile(file, 'utf8');
    assert.ok(text.includes(byHand) && text.includes('"colour" text'));
    assert.match(text, /^-- Locks .*public\.order_records/);
    const found = await withCluster((cluster) => findDrift(cluster.url('postgres'), folder));
    assert.deepEqual(found.drift, []);
    assert.deepEqual(await findMigrationFaults(folder), []);
  });

  test('adds a value of an enum in a file of its own, so that the same change can use it', async () => {
    const enumFile = schema('70-orders/71_orders.sql');
    const before = await readFile(enumFile, 'utf8');
    const waiting = (await migrationsIn(folder)).at(-1) ?? '';
    await writeFile(enumFile, before.replace("'in_production', ", "'in_production', 'checked', "));
    await appendFile(
      schema('70-orders/79_gifts.sql'),
      "create index gifts_checked_idx on public.order_records (id) where status = 'checked';",
    );
    assert.deepEqual(await change(), { name: waiting, missing: [] });
    const values = (await migrationsIn(folder)).at(-2) ?? '';
    assert.match(values, /_gifts_values\.sql$/);
    assert.match(await readFile(migrationFile(folder, values), 'utf8'), /ADD VALUE 'checked'/);
    assert.doesNotMatch(await readFile(migrationFile(folder, waiting), 'utf8'), /ADD VALUE/);
    const found = await withCluster((cluster) => findDrift(cluster.url('postgres'), folder));
    assert.deepEqual(found.drift, []);
    assert.deepEqual(await findMigrationFaults(folder), []);

    await writeFile(enumFile, before);
    const gifts = await readFile(schema('70-orders/79_gifts.sql'), 'utf8');
    await writeFile(schema('70-orders/79_gifts.sql'), gifts.replace(/create index[^;]*;/, ''));
    await change();
    assert.ok(!(await migrationsIn(folder)).includes(values));
  });
});
