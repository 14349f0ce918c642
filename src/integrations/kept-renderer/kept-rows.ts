/**
 * The only place that keeps the rows of a build for the next one, beside Astro's own store, which no
 * other program can read. Invariant: a file is written whole under its name or not at all.
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Loader } from 'astro/loaders';
import type { RowStore } from '../../content/supabase-loader.ts';

interface KeptEntry {
  readonly id: string;
  readonly data: Record<string, unknown>;
  readonly digest: string | number;
}

const fileOf = (folder: string, table: string) => path.join(folder, 'rows', `${table}.json`);

export async function keepRows(folder: string, table: string, store: RowStore): Promise<void> {
  const file = fileOf(folder, table);
  await mkdir(path.dirname(file), { recursive: true });
  const entries = store.keys().map((id) => ({ id, ...store.get(id) }));
  const part = `${file}.part`;
  await writeFile(part, JSON.stringify(entries));
  await rename(part, file);
}

/** Empty where nothing was kept. */
export async function openKeptRows(folder: string, table: string): Promise<RowStore> {
  const text = await readFile(fileOf(folder, table), 'utf8').catch(() => '[]');
  const kept = JSON.parse(text) as readonly KeptEntry[];
  const rows = new Map(kept.map((entry) => [entry.id, entry]));
  return {
    keys: () => [...rows.keys()],
    get: (id) => rows.get(id),
    set: (entry) => rows.set(entry.id, entry),
    delete: (id) => rows.delete(id),
    clear: () => rows.clear(),
  };
}

/** The same loader, which also leaves what it has loaded to the next build. */
export function keepingRows(loader: Loader, table: string): Loader {
  return {
    ...loader,
    load: async (context) => {
      await loader.load(context);
      await keepRows(fileURLToPath(context.config.cacheDir), table, context.store);
    },
  };
}
