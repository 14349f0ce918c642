/** Builds the archive's shop beside the one that is there, opens it, and only then puts it in its place. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startLocalSupabase } from '../local-supabase/backend.ts';
import { prepareServices } from '../local-supabase/migrate.ts';
import { findFreePort } from '../local-supabase/ports.ts';
import { startCluster, stopOrphan } from '../local-supabase/postgres.ts';
import { embeddedKeys, type Settings } from '../settings.ts';
import { ArchiveRefused } from './archive-key.ts';
import {
  assertSameFiles,
  isEmptyShop,
  loadFiles,
  loadRows,
  reachRelease,
  type SeenArchive,
} from './load-archive.ts';
import { assertOpens } from './opened-shop.ts';
import { connect, localUrl } from './shop-source.ts';
import { filesOnDisk } from './stored-files.ts';
import { restoringFolder, swapShops } from './swap-shops.ts';

type Note = (text: string) => void;

/** Refuses where a shop in use would be replaced. */
export async function assertReplaceable(dataFolder: string): Promise<void> {
  const folder = path.join(dataFolder, 'pg');
  if (!existsSync(folder)) return;
  const cluster = await startCluster({ folder, port: await findFreePort() });
  const { sql, end } = connect(localUrl(cluster.port));
  try {
    if (await isEmptyShop(sql)) return;
  } finally {
    await end();
    await cluster.stop();
  }
  throw new ArchiveRefused(
    `There is a shop in ${dataFolder}. "npm run restore -- <file> --replace" puts the archive’s in its place and keeps this one beside it.`,
  );
}

async function fill(
  folder: string,
  archive: SeenArchive,
  { projectFolder, siteUrl }: Settings,
  note: Note,
): Promise<void> {
  const cluster = await startCluster({
    folder: path.join(folder, 'pg'),
    port: await findFreePort(),
  });
  try {
    const { sql, lost, end } = connect(localUrl(cluster.port));
    const files = filesOnDisk(folder);
    try {
      await prepareServices(sql);
      await reachRelease(sql, archive, projectFolder);
      await loadRows(sql, archive, { lost, note });
      await loadFiles(sql, archive, files, note);
      note('comparing files');
      await assertSameFiles(archive, sql, files);
    } finally {
      await end();
    }
    note('opening it');
    const backend = await startLocalSupabase({
      projectFolder,
      dataFolder: folder,
      databaseUrl: cluster.url('postgres'),
      apiPort: await findFreePort(),
      functionsPort: await findFreePort(),
      siteUrl,
      ...embeddedKeys,
    });
    try {
      await assertOpens(backend.url, embeddedKeys.publishableKey);
    } finally {
      await backend.stop();
    }
  } finally {
    await cluster.stop();
  }
}

/** Gives the folder that the former shop is kept in, if there was one. */
export async function restoreEmbedded(
  archive: SeenArchive,
  settings: Settings,
  note: Note,
): Promise<string | null> {
  const folder = restoringFolder(settings.dataFolder);
  // What a restore left behind that was killed.
  await stopOrphan(path.join(folder, 'pg'), () => {});
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  try {
    await fill(folder, archive, settings, note);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  return swapShops(settings.dataFolder, new Date());
}

/** Restores into a folder that is removed again: whether the archive is good for anything. */
export async function drillArchive(
  archive: SeenArchive,
  settings: Settings,
  note: Note,
): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'keywright-drill-'));
  try {
    await fill(folder, archive, settings, note);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
