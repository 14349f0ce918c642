/** Which settings an archive keeps: all that `.env.example` names and this machine has set. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseEnv } from 'node:util';

export interface KeptSettings {
  /** What a visitor of the site can see anyway. */
  readonly open: Readonly<Record<string, string>>;
  /** Names alone where the archive is not encrypted. */
  readonly secret: Readonly<Record<string, string | null>>;
}

/** The archive's own key opens nothing but itself, and would lie beside its lock. */
const leftOut = 'KEYWRIGHT_BACKUP_KEY';
const isOpen = (name: string): boolean => name.startsWith('PUBLIC_') || name === 'SITE_URL';

export async function keepSettings(
  projectFolder: string,
  isEncrypted: boolean,
): Promise<KeptSettings> {
  const example = await readFile(path.join(projectFolder, '.env.example'), 'utf8');
  const ofFunctions = await readFile(
    path.join(projectFolder, 'supabase/functions/.env'),
    'utf8',
  ).catch(() => '');
  const set = { ...parseEnv(ofFunctions), ...process.env };
  const known = [...example.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].flatMap(([, name = '']) => {
    const value = set[name] ?? '';
    return value === '' || name === leftOut ? [] : [[name, value] as const];
  });
  return {
    open: Object.fromEntries(known.filter(([name]) => isOpen(name))),
    secret: Object.fromEntries(
      known
        .filter(([name]) => !isOpen(name))
        .map(([name, value]) => [name, isEncrypted ? value : null]),
    ),
  };
}

/** As lines of an `.env` file. */
export function settingLines({ open, secret }: KeptSettings): string {
  const lines = Object.entries({ ...open, ...secret }).map(([name, value]) =>
    value === null
      ? `# ${name} was set; the archive is not encrypted`
      : `${name}=${JSON.stringify(value)}`,
  );
  return `${lines.join('\n')}\n`;
}
