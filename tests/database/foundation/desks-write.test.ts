import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { projectFolder } from '../../support/cluster.ts';
import { openTestDatabase } from '../../support/database.ts';

const database = openTestDatabase();

async function sourceOfDesks(): Promise<string> {
  const texts: string[] = [];
  for await (const file of glob('src/{features,desk-kit}/**/*.{ts,tsx}', { cwd: projectFolder }))
    texts.push(await readFile(path.join(projectFolder, file), 'utf8'));
  return texts.join('\n');
}

const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

/** What forms and actions over many rows write, which the source names by the table they belong to. */
function formTables(source: string): string[] {
  const written = found(source, /(?:createDeskForm|changeRows)\((\w+)/g);
  return written.flatMap((name) => {
    const parts = new RegExp(`\\b${name} = createDeskTable\\(\\{[^;]*?(?:table: '|source: )(\\w+)`);
    const [table = ''] = found(source, new RegExp(parts, 'g'));
    const own = found(source, new RegExp(`\\b${table} = \\{\\s*table: '(\\w+)'`, 'g'));
    return own.length > 0 ? own : [table];
  });
}

describe('what staff may write', () => {
  let source = '';
  let writable: string[] = [];
  const bodies = new Map<string, string>();

  before(async () => {
    source = await sourceOfDesks();
    const tables = await database.sql<{ name: string }[]>`
      select distinct tablename as name from pg_policies
      where schemaname = 'public' and cmd in ('INSERT', 'UPDATE', 'DELETE')
        and coalesce(qual, '') || coalesce(with_check, '') like '%is_staff%'`;
    writable = tables.map(({ name }) => name);
    const functions = await database.sql<{ name: string; body: string }[]>`
      select p.proname as name, p.prosrc as body from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'private')`;
    for (const { name, body } of functions) bodies.set(name, (bodies.get(name) ?? '') + body);
  });

  /** What a function writes, and what those write that it calls. */
  function writtenBy(name: string, seen: Set<string>): string[] {
    const body = bodies.get(name);
    if (body === undefined || seen.has(name)) return [];
    seen.add(name);
    const called = found(body, /(?:private|public)\.(\w+)\(/g);
    return [
      ...found(body, /(?:insert into|update|delete from) public\.(\w+)/g),
      ...called.flatMap((each) => writtenBy(each, seen)),
    ];
  }

  test('has a screen that writes it', () => {
    const seen = new Set<string>();
    const written = new Set([
      ...formTables(source),
      ...found(source, /createDeskForm\(\{\s*source: \{\s*table: '(\w+)'/g),
      ...found(source, /const source = \{\s*table: '(\w+)'/g),
      ...found(source, /insertDeskRow\(\s*'(\w+)'/g),
      ...found(source, /updateDeskRow\(\s*\{ table: '(\w+)'/g),
      ...found(source, /from\('(\w+)'\)\s*\.(?:insert|update|upsert)\(/g),
      ...found(source, /'(\w+)'/g).flatMap((name) => writtenBy(name, seen)),
    ]);
    assert.ok(writable.length > 40);
    assert.deepEqual(
      writable.filter((name) => !written.has(name)),
      [],
    );
  });

  test('keeps a version of what a form changes, so that a second writer is told', async () => {
    const kept = await database.sql<{ name: string }[]>`
      select c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where t.tgname = 'keep_version'`;
    const names = new Set(kept.map(({ name }) => name));
    assert.ok(formTables(source).length > 20);
    assert.deepEqual(
      formTables(source).filter((name) => !names.has(name)),
      [],
    );
  });
});
