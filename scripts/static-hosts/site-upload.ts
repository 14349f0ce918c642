/**
 * The folder that a host of files is given: the site, what tabs of an older build still ask for, and
 * the host's rules. Invariant: it is replaced by a whole new one; the site itself is never written to,
 * for its files share their bytes with the build before.
 */
import {
  copyFile,
  glob,
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { listFormerFiles } from '../former-files.ts';
import { parseHeaders, parseRedirects } from '../site-server/host-rules.ts';
import { mediaTypeOf } from '../site-server/media-types.ts';
import { ruleFiles, type HostRules, type StaticHost } from './hosted-site.ts';
import { netlifyFiles } from './netlify.ts';
import { isPackedForNginx, nginxFiles, nginxView } from './nginx.ts';
import { vercelFiles } from './vercel.ts';

const pack = promisify(gzip);
const smallestPacked = 256;

/** @example uploadFolder('dist', 'netlify') // 'dist.netlify' */
export const uploadFolder = (site: string, host: StaticHost): string => `${site}.${host}`;

/** Where nginx finds the pages: its rules lie beside them, out of everybody's reach. */
const rootOf = (host: StaticHost): string => (host === 'nginx' ? 'site' : '');

export async function readHostRules(site: string): Promise<HostRules> {
  const textOf = (name: string) => readFile(path.join(site, name), 'utf8');
  return {
    headers: parseHeaders(await textOf(ruleFiles.headers)),
    redirects: parseRedirects(await textOf(ruleFiles.redirects)),
    languages: (await Array.fromAsync(glob('*/404.html', { cwd: site })))
      .map((file) => `/${path.dirname(file)}`)
      .toSorted(),
  };
}

/** What the host is told, by file; nothing where the site's own two files are its grammar. */
export function hostFiles(host: StaticHost, rules: HostRules): ReadonlyMap<string, string> {
  if (host === 'netlify') return netlifyFiles(rules);
  if (host === 'vercel') return vercelFiles(rules);
  return host === 'nginx' ? nginxFiles(rules) : new Map();
}

async function siteFiles(site: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(site, { recursive: true, withFileTypes: true });
  const own = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => [path.relative(site, file), file] as const);
  const former = Array.from(
    await listFormerFiles(site),
    ([address, file]) => [address.slice(1), path.resolve(file)] as const,
  );
  return new Map([...former, ...own]);
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true });
  await link(from, to).catch(() => copyFile(from, to));
}

/** What did not change since the last time is not packed again: it is one file under several names. */
async function packBeside(file: string, before: string): Promise<void> {
  const [{ ino, size }, known] = await Promise.all([stat(file), stat(before).catch(() => null)]);
  if (size < smallestPacked) return;
  if (known?.ino === ino) {
    try {
      return await link(`${before}.gz`, `${file}.gz`);
    } catch {
      // It was smaller than what is worth packing, or somebody removed it.
    }
  }
  const bytes = await pack(await readFile(file), { level: constants.Z_BEST_COMPRESSION });
  await writeFile(`${file}.gz`, bytes);
}

/** Gives the folder. */
export async function prepareUpload(site: string, host: StaticHost): Promise<string> {
  const folder = uploadFolder(site, host);
  const [draft, old] = [`${folder}.draft`, `${folder}.old`];
  for (const rest of [draft, old]) await rm(rest, { recursive: true, force: true });
  const rules = await readHostRules(site);
  const written = hostFiles(host, rules);
  const isCloudflare = written.size === 0;
  const unwanted = new Set<string>(isCloudflare ? [] : Object.values(ruleFiles));
  const root = rootOf(host);
  for (const [name, file] of await siteFiles(site)) {
    if (unwanted.has(name)) continue;
    const target = path.join(draft, root, name);
    if (host === 'nginx' && /^(?:404|500)\.html$/.test(name)) {
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, nginxView(name, await readFile(file, 'utf8')));
      continue;
    }
    await linkOrCopy(file, target);
    if (host !== 'nginx' || !isPackedForNginx(name, mediaTypeOf(name))) continue;
    await packBeside(target, path.join(folder, root, name));
  }
  for (const [name, text] of written) await writeFile(path.join(draft, name), text);
  await rename(folder, old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(draft, folder);
  await rm(old, { recursive: true, force: true });
  return folder;
}
