import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

const project = path.resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFile(path.join(project, file), 'utf8');

/** What every shop has, whatever its own rows say. */
const ofEveryShop = [
  'src/**/*.{ts,tsx,astro,json}',
  'supabase/{functions,schemas,templates}/**/*.{ts,sql,html}',
  'supabase/starter.sql',
];

test('nothing of every shop sends its customers to the demo shop', async () => {
  const seed = await read('supabase/seed.sql');
  const seller = /update public\.sellers set[^;]*/.exec(seed)?.[0] ?? '';
  const factOf = (column: string) => new RegExp(`\\b${column} = '([^']+)'`).exec(seller)?.[1];
  const domain = factOf('email')?.split('@')[1];
  const street = factOf('line1');
  assert.ok(domain && street);
  const files = await Array.fromAsync(glob(ofEveryShop, { cwd: project }));
  assert.ok(files.length > 1000);
  const texts = await Promise.all(files.map(async (file) => [file, await read(file)] as const));
  const faults = texts.filter(([, text]) => text.includes(domain) || text.includes(street));
  assert.deepEqual(
    faults.map(([file]) => file),
    [],
  );
});
