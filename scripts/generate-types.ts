import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { format, type FormatConfig } from 'oxfmt';

const root = path.join(import.meta.dirname, '..');
export const typesFile = path.join(root, 'src/shared/backend/database.types.ts');
const header = '// Generated from the schema by `npm run db:change`: never edited by hand.\n';

/** Without sslmode=disable the tool writes a notice into the file. */
export async function typesText(databaseUrl: string): Promise<string> {
  const url = new URL(databaseUrl);
  url.searchParams.set('sslmode', 'disable');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      path.join(root, 'node_modules/supabase/dist/supabase.js'),
      'gen',
      'types',
      '--lang=typescript',
      '--schema=public',
      '--db-url',
      url.href,
    ],
    { cwd: root, maxBuffer: 64 * 1024 * 1024 },
  );
  const options: FormatConfig = JSON.parse(
    await readFile(path.join(root, '.ci/oxfmt.json'), 'utf8'),
  );
  const { code, errors } = await format(typesFile, header + stdout, options);
  if (errors.length > 0)
    throw new Error(`The generated types do not parse: ${JSON.stringify(errors)}`);
  return code;
}

/** Whether they had changed. */
export async function generateTypes(databaseUrl: string): Promise<boolean> {
  const text = await typesText(databaseUrl);
  const before = await readFile(typesFile, 'utf8').catch(() => '');
  if (before !== text) await writeFile(typesFile, text);
  return before !== text;
}
