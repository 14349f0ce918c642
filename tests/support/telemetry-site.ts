import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { build } from 'astro';
import { startHttpServer } from '../../scripts/local-supabase/http-server.ts';

const root = path.join(import.meta.dirname, 'telemetry-site');
export const testedBuildId = 'build-under-test';

export interface TelemetrySite {
  readonly url: string;
  readonly folder: string;
  close(): Promise<void>;
}

export async function startTelemetrySite(
  settings: Readonly<Record<string, string>>,
  port = 0,
): Promise<TelemetrySite> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'keywright-telemetry-'));
  await buildPages(folder, settings);
  await mkdir(path.join(folder, 'builds'));
  await writeFile(path.join(folder, 'builds/latest.json'), JSON.stringify({ id: testedBuildId }));
  const server = await startHttpServer({ port, handle: (request) => serve(folder, request) });
  return {
    url: `http://localhost:${server.port}`,
    folder,
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function buildPages(
  outDir: string,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  Object.assign(process.env, settings, { ASTRO_TELEMETRY_DISABLED: '1' });
  const cacheDir = `${outDir}-cache`;
  await build({
    root,
    srcDir: '.',
    outDir,
    cacheDir,
    configFile: false,
    logLevel: 'error',
    build: { format: 'file' },
    devToolbar: { enabled: false },
    vite: { cacheDir },
  });
  await rm(cacheDir, { recursive: true, force: true });
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

async function serve(folder: string, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const name = pathname === '/' ? '/index.html' : pathname;
  const file = path.extname(name) === '' ? `${name}.html` : name;
  try {
    const body = await readFile(path.join(folder, path.normalize(file)));
    const type = mediaTypes[path.extname(file)] ?? 'application/octet-stream';
    return new Response(body, { headers: { 'content-type': type } });
  } catch {
    return new Response('Not found', { status: 404 });
  }
}
