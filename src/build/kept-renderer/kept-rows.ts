import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Loader } from 'astro/loaders';
import { contentDigests } from '#features/publishing/api/content-digests.ts';
import { buildTarget } from '#content/rest-reader.ts';
import type { RowStore } from '#content/supabase-loader.ts';
import { writeWholeFile } from '#content/whole-file.ts';

interface KeptEntry {
  readonly id: string;
  readonly data: Record<string, unknown>;
  readonly digest: string | number;
}

export interface KeptRows {
  /** What `content_digests` said of the table before it was read; empty where it said nothing. */
  readonly digest: string;
  readonly store: RowStore;
}

interface KeptFile {
  readonly digest: string;
  readonly entries: readonly KeptEntry[];
}

const fileOf = (folder: string, table: string) => path.join(folder, 'rows', `${table}.json`);

export function keepRows(folder: string, table: string, { digest, store }: KeptRows): void {
  const entries = store.keys().map((id) => ({ id, ...store.get(id) }));
  writeWholeFile(fileOf(folder, table), JSON.stringify({ digest, entries }));
}

async function readKept(folder: string, table: string): Promise<KeptFile> {
  try {
    return JSON.parse(await readFile(fileOf(folder, table), 'utf8')) as KeptFile;
  } catch {
    return { digest: '', entries: [] };
  }
}

/** Empty where nothing was kept. */
export async function openKeptRows(folder: string, table: string): Promise<KeptRows> {
  const { digest, entries } = await readKept(folder, table);
  const rows = new Map(entries.map((entry) => [entry.id, entry]));
  return {
    digest,
    store: {
      keys: () => [...rows.keys()],
      get: (id) => rows.get(id),
      set: (entry) => rows.set(entry.id, entry),
      delete: (id) => rows.delete(id),
      clear: () => rows.clear(),
    },
  };
}

let digests: ReturnType<typeof contentDigests> | null = null;

/** The same loader, which also leaves what it has loaded to the next build. */
export function keepingRows(loader: Loader, table: string): Loader {
  return {
    ...loader,
    load: async (context) => {
      // Asked for before the first row is read: what changes later is read again.
      digests ??= contentDigests(buildTarget());
      const digest = (await digests).get(table) ?? '';
      await loader.load(context);
      keepRows(fileURLToPath(context.config.cacheDir), table, {
        digest,
        store: context.store,
      });
    },
  };
}
