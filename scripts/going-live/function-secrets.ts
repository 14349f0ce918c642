/** The secrets of the edge functions: every name that one of them reads, as far as it is set here. */
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isSameSecret } from './auth-config.ts';

/** The platform gives these itself, and takes no other value for them. */
const isOfPlatform = (name: string) => name.startsWith('SUPABASE_') || name.startsWith('SB_');

export async function namesOfSecrets(projectFolder: string): Promise<readonly string[]> {
  const names = new Set<string>();
  const pattern = path.join(projectFolder, 'supabase/functions/**/*.ts');
  for (const file of await Array.fromAsync(glob(pattern))) {
    const text = await readFile(file, 'utf8');
    for (const [, name = ''] of text.matchAll(/environment\[\s*'([A-Z][A-Z0-9_]*)'\s*\]/g))
      if (!isOfPlatform(name)) names.add(name);
  }
  return [...names].toSorted();
}

export type Secrets = Readonly<Record<string, string>>;

export async function wantedSecrets(projectFolder: string): Promise<Secrets> {
  const names = await namesOfSecrets(projectFolder);
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = (process.env[name] ?? '').trim();
      return value === '' ? [] : [[name, value]];
    }),
  );
}

/** @param known as the platform lists them, with digests for values */
export function changedSecrets(
  known: readonly Readonly<Record<string, unknown>>[],
  wanted: Secrets,
  ref: string,
): readonly { readonly name: string; readonly value: string }[] {
  const digests = new Map(known.map(({ name, value }) => [name, value]));
  return Object.entries(wanted)
    .filter(([name, value]) => !isSameSecret(digests.get(name), value, ref))
    .map(([name, value]) => ({ name, value }));
}
