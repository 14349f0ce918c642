import { execFile } from 'node:child_process';
import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectFolder } from '../cluster.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';

/** `supabase db push` to a database, as the role that a hosted project gives, which is no superuser. */
export async function pushMigrations(url: string): Promise<string> {
  const folder = await makeTemporaryFolder();
  for (const part of ['config.toml', 'templates', 'migrations']) {
    await cp(path.join(projectFolder, 'supabase', part), path.join(folder, 'supabase', part), {
      recursive: true,
    });
  }
  const remote = new URL(url);
  remote.username = 'postgres';
  remote.search = '?sslmode=disable';
  const program = path.join(projectFolder, 'node_modules/supabase/dist/supabase.js');
  const args = ['db', 'push', '--yes', '--workdir', folder, `--remote=${remote.href}`];
  try {
    return (await promisify(execFile)(process.execPath, [program, ...args])).stdout;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
