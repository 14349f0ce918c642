/** Invariant: they are the rows that Astro's content layer would have read. */
import { createHash } from 'node:crypto';
import { contentDigests } from '#features/publishing/api/content-digests.ts';
import type { ReadTarget } from '#content/rest-reader.ts';
import { loadTable, type ContentTable } from '#content/supabase-loader.ts';
import { tablesFor } from '#content/tables/all-tables.ts';
import { english } from '#languages/languages.ts';
import { giveRows, type NamedRow } from './given-rows.ts';
import { keepRows, openKeptRows } from './kept-rows.ts';

type Digests = ReturnType<typeof contentDigests>;

const digestOf = (row: Record<string, unknown>) =>
  createHash('sha1').update(JSON.stringify(row)).digest('base64');

async function readTable(
  cacheFolder: string,
  definition: ContentTable,
  target: ReadTarget,
  digests: Digests,
): Promise<readonly NamedRow[]> {
  const { table } = definition;
  const { digest: known, store } = await openKeptRows(cacheFolder, table);
  const digest = (await digests).get(table) ?? '';
  if (digest === '' || digest !== known) {
    await loadTable(definition, target, {
      store,
      // The cache is of this backend, or it would not be used.
      meta: new Map([['backend', target.url]]),
      generateDigest: digestOf,
      logger: { info: () => undefined },
    });
    keepRows(cacheFolder, table, { digest, store });
  }
  return store.keys().map((id) => ({ id, data: store.get(id)?.data ?? {} }));
}

export async function handOverRows(
  cacheFolder: string,
  target: ReadTarget,
  language: string = english.code,
): Promise<void> {
  const tables: readonly (readonly [string, ContentTable])[] = tablesFor(language);
  const digests = contentDigests(target);
  const rows = new Map<string, readonly NamedRow[]>();
  await Promise.all(
    tables.map(async ([name, definition]) =>
      rows.set(name, await readTable(cacheFolder, definition, target, digests)),
    ),
  );
  giveRows(rows);
}
