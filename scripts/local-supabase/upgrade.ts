/**
 * Brings the database of an older shop up to what is installed. Invariant: it is upgraded whole or as it
 * was, and a copy of how it was is kept either way.
 */
import { constants, existsSync } from 'node:fs';
import { cp, lchown, lstat, readFile, readdir, rename, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import postgres from 'postgres';
import { applyMigrations, migrationNames, prepareServices } from './migrate.ts';
import { DatabaseUnusable, startCluster, type Cluster, type ClusterOptions } from './postgres.ts';

export interface UpgradeOptions extends ClusterOptions {
  readonly projectFolder: string;
}

/** Starts the cluster of a data folder, upgraded. A new one is left to whoever fills it. */
export async function startUpgraded(options: UpgradeOptions): Promise<Cluster> {
  const folder = path.resolve(options.folder);
  const restored = `${folder}.restored`;
  // A restoring that was killed between its two renames.
  if (!existsSync(folder) && existsSync(restored)) await rename(restored, folder);
  const cluster = await startCluster(options);
  const waiting = await findWaiting(cluster, options.projectFolder).catch(
    async (error: unknown) => {
      await cluster.stop();
      throw error;
    },
  );
  if (waiting.length === 0) return cluster;

  await cluster.stop();
  const copy = `${folder}-before-${waiting[0]?.slice(0, 14)}`;
  options.log?.(`Upgrading the shop’s data. A copy of how it was is kept in ${copy}`);
  await copyFolder(folder, copy);
  const upgraded = await startCluster(options);
  try {
    await upgrade(upgraded, options.projectFolder);
    return upgraded;
  } catch (error) {
    await upgraded.stop();
    await copyFolder(copy, restored);
    await rm(`${folder}.failed`, { recursive: true, force: true });
    await rename(folder, `${folder}.failed`);
    await rename(restored, folder);
    await rm(`${folder}.failed`, { recursive: true, force: true });
    const { message } = error as Error;
    throw new DatabaseUnusable(
      `The shop’s data could not be upgraded and is as it was: the version that made it still runs with it. A copy is in ${copy}.\n${message}`,
      { cause: error },
    );
  }
}

async function upgrade(cluster: Cluster, projectFolder: string): Promise<void> {
  const sql = postgres(cluster.url('postgres'), { max: 1, onnotice() {} });
  try {
    await prepareServices(sql);
    await applyMigrations(sql, projectFolder);
  } finally {
    await sql.end();
  }
}

/** Nothing in a new database. What was made by something else than these migrations is refused. */
async function findWaiting(cluster: Cluster, projectFolder: string): Promise<string[]> {
  const sql = postgres(cluster.url('postgres'), { max: 1, onnotice() {} });
  try {
    const [known] = await sql<{ table: string | null }[]>`
      select to_regclass('supabase_migrations.schema_migrations')::text as table`;
    const applied = known?.table
      ? await sql<{ version: string; text: string | null }[]>`
          select version, statements[1] as text from supabase_migrations.schema_migrations order by version`
      : [];
    if (applied.length === 0) return [];
    const names = new Map(
      (await migrationNames(projectFolder)).map((name) => [name.slice(0, 14), name]),
    );
    for (const { version, text } of applied) {
      const name = names.get(version);
      if (name === undefined) {
        throw new DatabaseUnusable(
          'The shop’s data was made by a later version of Keywright. Start that version, or forget the data with "npm run reset".',
        );
      }
      const file = path.join(projectFolder, 'supabase/migrations', name);
      if (text === (await readFile(file, 'utf8'))) continue;
      throw new DatabaseUnusable(
        `The shop’s data was made by an unfinished version of Keywright (${name} has changed since), which can’t be upgraded. "npm run reset" forgets it and starts afresh.`,
      );
    }
    const done = new Set(applied.map(({ version }) => version));
    return [...names].filter(([version]) => !done.has(version)).map(([, name]) => name);
  } finally {
    await sql.end();
  }
}

/** Beside its place first, so that a half-made copy is never taken for one. */
export async function copyFolder(from: string, to: string): Promise<void> {
  const draft = `${to}.part`;
  await rm(draft, { recursive: true, force: true });
  await assertSpace(from);
  await cp(from, draft, {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
  });
  await keepOwners(from, draft);
  await rm(to, { recursive: true, force: true });
  await rename(draft, to);
}

async function assertSpace(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(
    names.map(async (name) => (await lstat(path.join(folder, name))).size),
  );
  const needed = sizes.reduce((sum, size) => sum + size, 0);
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= needed * 1.2) return;
  throw new DatabaseUnusable(
    `The disk is too full to upgrade the shop’s data: a copy of it needs ${Math.ceil((needed * 1.2) / 1_000_000)} MB.`,
  );
}

/** As root, Postgres runs as somebody else, who must own its files. */
async function keepOwners(from: string, to: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  for (const name of ['', ...(await readdir(from, { recursive: true }))]) {
    const { uid, gid } = await lstat(path.join(from, name));
    await lchown(path.join(to, name), uid, gid);
  }
}
