import { spawn, type ChildProcess } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { findFreePort } from '../../scripts/local-supabase/ports.ts';
import { startCluster } from '../../scripts/local-supabase/postgres.ts';
import { embeddedKeys } from '../../scripts/settings.ts';
import { projectFolder } from './cluster.ts';
import { makeDatabaseFolder } from './temporary-folder.ts';

export interface ApiProcess {
  readonly url: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  /** As superuser. */
  readonly databaseUrl: string;
  /** Whether the API lives on. */
  isAlive(): boolean;
  postmaster(): Promise<number>;
  /** Ends the API at once, as a power cut would, and starts it again on the same address. */
  killAndStart(): Promise<void>;
  stop(): Promise<void>;
}

function start(options: object): Promise<ChildProcess> {
  const module = path.join(projectFolder, 'scripts/local-supabase/backend.ts');
  const code = `const { startLocalSupabase } = await import(${JSON.stringify(module)});
    await startLocalSupabase(${JSON.stringify(options)});
    console.log('ready');`;
  const driver = path.join(projectFolder, 'scripts/local-supabase/sound-driver.ts');
  const flags = ['--no-warnings', '--import', driver, '--input-type=module', '-e', code];
  const child = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'ignore'] });
  return new Promise((resolve, reject) => {
    child.stdout.once('data', () => resolve(child));
    child.once('exit', (code) => reject(new Error(`the API ended with ${code}`)));
  });
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

export async function startApiProcess(): Promise<ApiProcess> {
  const folder = await makeDatabaseFolder();
  const cluster = await startCluster({
    folder: path.join(folder, 'pg'),
    port: await findFreePort(),
  });
  const apiPort = await findFreePort();
  const url = `http://127.0.0.1:${apiPort}`;
  const options = {
    projectFolder,
    dataFolder: folder,
    databaseUrl: cluster.url('postgres'),
    apiPort,
    apiUrl: url,
    functionsPort: await findFreePort(),
    siteUrl: 'http://localhost:4321',
    ...embeddedKeys,
  };
  let child = await start(options);
  return {
    url,
    ...embeddedKeys,
    databaseUrl: options.databaseUrl,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    async postmaster() {
      const file = await readFile(path.join(folder, 'pg/postmaster.pid'), 'utf8');
      return Number(file.split('\n')[0]);
    },
    async killAndStart() {
      await kill(child);
      child = await start(options);
    },
    async stop() {
      await kill(child);
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
