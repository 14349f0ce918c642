/**
 * Puts a restored shop in the place of the one that was there. Invariant: once `ready.json` is written,
 * every start finishes what is left of it; before, nothing of the old shop has been touched.
 */
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const parts = ['pg', 'storage'];

export const restoringFolder = (dataFolder: string): string => path.join(dataFolder, 'restoring');
const readyFile = (dataFolder: string) => path.join(restoringFolder(dataFolder), 'ready.json');

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** From here on the restored shop is the one that starts. */
export async function swapShops(dataFolder: string, now: Date): Promise<string | null> {
  const former = `before-restore-${now.toISOString().slice(0, 19).replaceAll(':', '-')}`;
  await writeFile(readyFile(dataFolder), JSON.stringify({ former }), { flush: true });
  await syncFolder(restoringFolder(dataFolder));
  return finishRestore(dataFolder);
}

/** Where the former shop is now; null where there was none, or nothing was left to do. */
export async function finishRestore(dataFolder: string): Promise<string | null> {
  const ready = await readFile(readyFile(dataFolder), 'utf8').catch(() => null);
  if (ready === null) return null;
  const { former } = JSON.parse(ready) as { readonly former: string };
  const kept = path.join(dataFolder, former);
  for (const part of parts) {
    const restored = path.join(restoringFolder(dataFolder), part);
    const place = path.join(dataFolder, part);
    if (!existsSync(restored)) continue;
    if (existsSync(place)) {
      await mkdir(kept, { recursive: true });
      await rename(place, path.join(kept, part));
    }
    await rename(restored, place);
  }
  await syncFolder(dataFolder);
  await rm(restoringFolder(dataFolder), { recursive: true, force: true });
  return existsSync(kept) ? kept : null;
}
