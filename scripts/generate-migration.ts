/**
 * The only place that turns supabase/schemas/ into the migration that databases apply.
 * It prevents the two from telling different stories; after the first release, migrations are
 * written by hand and the drift test takes over.
 */
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

const supabase = path.join(import.meta.dirname, '../supabase');
const target = path.join(supabase, 'migrations/20261121000000_initial.sql');
const closingFile = /^9\d_/;

/** Tables first, then the functions on them, then what looks at everything (9x). */
export async function schemaFiles(): Promise<string[]> {
  const folder = path.join(supabase, 'schemas');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  const rpcs = (await readdir(path.join(folder, 'rpc'))).filter((name) => name.endsWith('.sql'));
  return [
    ...names.filter((name) => !closingFile.test(name)),
    ...rpcs.toSorted().map((name) => `rpc/${name}`),
    ...names.filter((name) => closingFile.test(name)),
  ].map((name) => path.join(folder, name));
}

export async function migrationText(): Promise<string> {
  const parts = await Promise.all(
    (await schemaFiles()).map(async (file) => {
      const name = path.relative(supabase, file);
      return `-- ${name}\n${(await readFile(file, 'utf8')).trim()}\n`;
    }),
  );
  return `-- Generated from supabase/schemas by scripts/generate-migration.ts.\n\n${parts.join('\n')}`;
}

if (import.meta.main) {
  await writeFile(target, await migrationText());
  console.log(`Wrote ${path.relative(process.cwd(), target)}`);
}
