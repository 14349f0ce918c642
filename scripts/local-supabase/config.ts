import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'smol-toml';

type Table = Readonly<Record<string, unknown>>;

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export interface SupabaseConfig {
  /** The value at `auth.email.max_frequency` and the like; undefined where a table or key is missing. */
  at(dottedKey: string): unknown;
  number(dottedKey: string, fallback: number): number;
  flag(dottedKey: string, fallback: boolean): boolean;
  list(dottedKey: string): readonly string[];
}

export async function readConfig(projectFolder: string): Promise<SupabaseConfig> {
  const text = await readFile(path.join(projectFolder, 'supabase/config.toml'), 'utf8');
  const root: unknown = parse(text);
  const at = (dottedKey: string): unknown =>
    dottedKey
      .split('.')
      .reduce<unknown>((value, key) => (isTable(value) ? value[key] : undefined), root);
  return {
    at,
    number: (key, fallback) => (typeof at(key) === 'number' ? Number(at(key)) : fallback),
    flag: (key, fallback) => (typeof at(key) === 'boolean' ? at(key) === true : fallback),
    list(key) {
      const value = at(key);
      return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
    },
  };
}

/** Seconds of a Go duration such as `60s`, `5m` or `1m30s`, as the CLI writes them. */
export function parseDurationSeconds(text: unknown, fallback: number): number {
  if (typeof text !== 'string') return fallback;
  const unitSeconds: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600 };
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  if (parts.length === 0) return fallback;
  return parts.reduce((sum, part) => sum + Number(part[1]) * (unitSeconds[part[2] ?? ''] ?? 0), 0);
}
