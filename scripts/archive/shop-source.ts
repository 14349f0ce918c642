/** The shop that is backed up: an embedded one, running or not, or a hosted project. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import postgres, { type Sql } from 'postgres';
import { findFreePort } from '../local-supabase/ports.ts';
import { startCluster, superuser, type Cluster } from '../local-supabase/postgres.ts';
import { findRun, takeLock } from '../run-lock.ts';
import { SettingWrong, type HostedProject, type Settings } from '../settings.ts';
import { ArchiveRefused } from './archive-key.ts';
import { filesBehindApi, filesOnDisk, type StoredFiles } from './stored-files.ts';

export interface ShopSource {
  readonly place: 'embedded' | 'hosted';
  readonly sql: Sql;
  /** Aborted when the connection ends before `close` was called. */
  readonly lost: AbortSignal;
  readonly files: StoredFiles;
  close(): Promise<void>;
}

/** One connection, which says when it is gone. */
export function connect(url: string): Pick<ShopSource, 'sql' | 'lost'> & { end(): Promise<void> } {
  const gone = new AbortController();
  let isEnding = false;
  const { hostname, searchParams } = new URL(url);
  const isNear = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const sql = postgres(url, {
    max: 1,
    onnotice() {},
    ...(isNear || searchParams.has('sslmode') ? {} : { ssl: 'require' as const }),
    onclose() {
      if (!isEnding) gone.abort();
    },
  });
  return {
    sql,
    lost: gone.signal,
    async end() {
      isEnding = true;
      await sql.end({ timeout: 5 });
    },
  };
}

export interface HostedAccess extends HostedProject {
  readonly databaseUrl: string;
  readonly secretKey: string;
}

/** What a command needs that looks behind the API of a hosted project. */
export function hostedAccess(project: HostedProject): HostedAccess {
  const databaseUrl = process.env['SUPABASE_DB_URL'] ?? '';
  const secretKey = process.env['SUPABASE_SECRET_KEY'] ?? '';
  const missing = [
    ...(databaseUrl === '' ? ['SUPABASE_DB_URL'] : []),
    ...(secretKey === '' ? ['SUPABASE_SECRET_KEY'] : []),
  ];
  if (missing.length === 0) return { ...project, databaseUrl, secretKey };
  throw new SettingWrong(`Set ${missing.join(' and ')} of the hosted project first.`);
}

export const localUrl = (port: number): string =>
  `postgres://${superuser}:postgres@127.0.0.1:${port}/postgres`;

/** Postgres writes its port into the fourth line of this file. */
async function portOf(folder: string): Promise<number> {
  const text = await readFile(path.join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const port = Number(text.split('\n')[3]);
  if (Number.isInteger(port) && port > 0) return port;
  throw new ArchiveRefused(`The shop in ${folder} is starting or stopping. Try again.`);
}

export async function openShop(settings: Settings, command: string): Promise<ShopSource> {
  if (settings.hosted) {
    const { url, databaseUrl, secretKey } = hostedAccess(settings.hosted);
    const { sql, lost, end } = connect(databaseUrl);
    return { place: 'hosted', sql, lost, files: filesBehindApi(url, secretKey), close: end };
  }
  const { dataFolder } = settings;
  const folder = path.join(dataFolder, 'pg');
  if (!existsSync(folder)) throw new ArchiveRefused(`There is no shop in ${dataFolder}.`);
  const run = await findRun(dataFolder);
  const release = run ? null : await takeLock(dataFolder, command, settings.apiUrl);
  let cluster: Cluster | null = null;
  try {
    if (!run) cluster = await startCluster({ folder, port: await findFreePort() });
    const { sql, lost, end } = connect(localUrl(cluster?.port ?? (await portOf(folder))));
    return {
      place: 'embedded',
      sql,
      lost,
      files: filesOnDisk(dataFolder),
      async close() {
        await end();
        await cluster?.stop();
        await release?.();
      },
    };
  } catch (error) {
    await cluster?.stop();
    await release?.();
    throw error;
  }
}
