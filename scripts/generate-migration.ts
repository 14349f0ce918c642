import { glob, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const supabase = path.join(import.meta.dirname, '../supabase');
const target = path.join(supabase, 'migrations/20261121000000_initial.sql');
const closingFile = /^9\d_/;

/** Tables first, then the functions on them, then what looks at everything (9x). */
export async function schemaFiles(): Promise<string[]> {
  const files = await Array.fromAsync(glob(path.join(supabase, 'schemas/*/**/*.sql')));
  const inOrder = files.toSorted((a, b) => (path.basename(a) < path.basename(b) ? -1 : 1));
  const isRpc = (file: string) => path.basename(path.dirname(file)) === 'rpc';
  const isClosing = (file: string) => closingFile.test(path.basename(file));
  return [
    ...inOrder.filter((file) => !isRpc(file) && !isClosing(file)),
    ...inOrder.filter(isRpc),
    ...inOrder.filter((file) => !isRpc(file) && isClosing(file)),
  ];
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
