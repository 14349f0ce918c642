/** An nginx of its own: its folder, its port, its processes. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeTemporaryFolder } from './temporary-folder.ts';

export interface Nginx {
  readonly url: string;
  /** Of the process that takes signals. */
  readonly pid: number;
  /** Takes what its files say now; resolves when the new rules hold. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

export function findNginx(): string | null {
  return ['/usr/sbin/nginx', '/usr/bin/nginx'].find((file) => existsSync(file)) ?? null;
}

/** `upload` is what the build wrote for nginx. */
function configuration(folder: string, upload: string, port: number): string {
  // Temporary folders are their owner's alone.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const bodies = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off; ${user} worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { }
http {
  access_log off;
  ${bodies.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  include ${upload}/keywright.http.conf;
  server {
    listen 127.0.0.1:${port};
    root ${upload}/site;
    include ${upload}/keywright.server.conf;
  }
}
`;
}

export async function startNginx(upload: string, port: number): Promise<Nginx> {
  const program = findNginx();
  if (program === null) throw new Error('There is no nginx: apt-get install nginx-light');
  const folder = await makeTemporaryFolder();
  const file = path.join(folder, 'nginx.conf');
  await writeFile(file, configuration(folder, upload, port));
  const child = spawn(program, ['-p', folder, '-c', file, '-e', path.join(folder, 'error.log')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const { pid } = child;
  let said = '';
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = `http://localhost:${port}`;
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/`, { method: 'HEAD' }).then(
      () => true,
      () => false,
    );
  for (let tries = 0; !(await answers()); tries += 1) {
    if (tries > 100 || child.exitCode !== null || pid === undefined) {
      throw new Error(`nginx does not answer. ${said}`);
    }
    await sleep(50);
  }
  const workers = async () =>
    (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ');
  return {
    url,
    pid: pid ?? 0,
    async reload() {
      const before = await workers();
      child.kill('SIGHUP');
      for (let tries = 0; tries < 100; tries += 1) {
        if ((await workers()).some((worker) => !before.includes(worker))) return;
        await sleep(20);
      }
      throw new Error(`nginx kept its old rules. ${await readFile(`${folder}/error.log`, 'utf8')}`);
    },
    async close() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
