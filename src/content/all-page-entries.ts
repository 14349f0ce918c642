/** Invariant: a page that is not in it has no payload, and the build fails on it. */
import { oncePerBuild } from './rows.ts';
import { categoryEntries } from './page-entries/category-entries.ts';
import { compareEntries } from './page-entries/compare-entries.ts';
import { fixedEntries } from './page-entries/fixed-entries.ts';
import { goodsGuides, keyboardGuides } from './page-entries/guide-entries.ts';
import { goodsEntries, keyboardEntries } from './page-entries/product-entries.ts';
import { updateEntries, updatesEntry } from './page-entries/update-entries.ts';
import type { PageEntry } from './page-entry.ts';

export const allPageEntries = oncePerBuild(async (): Promise<readonly PageEntry[]> => [
  ...(await fixedEntries()),
  ...(await categoryEntries()),
  ...(await compareEntries()),
  ...(await keyboardEntries()),
  ...(await goodsEntries()),
  ...(await keyboardGuides()),
  ...(await goodsGuides()),
  await updatesEntry(),
  ...(await updateEntries()),
]);
