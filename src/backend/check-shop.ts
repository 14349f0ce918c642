/** The only way staff ask what is wrong with the shop, and what its last build shows. */
import { isRecord } from '#domain/desk-row.ts';
import { parseFindings, type Finding } from '#domain/finding.ts';
import { fail, succeed, type Result } from '#domain/result.ts';
import { getBackend, type Backend } from './client.ts';
import { toBackendError, type BackendError } from './errors.ts';
import { request } from './request.ts';

export async function checkShop(
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<readonly Finding[], BackendError>> {
  const call = (await backend).rpc('check_shop');
  const { data, error, status } = await (signal ? call.abortSignal(signal) : call);
  if (error) return fail(toBackendError(error, status));
  const findings = parseFindings(data);
  return findings === null ? fail(toBackendError(null, 500)) : succeed(findings);
}

export interface BuiltPage {
  readonly path: string;
  readonly title: string;
}

export interface LastBuild {
  readonly id: string;
  readonly builtAt: string;
  readonly pages: readonly BuiltPage[];
}

/** From the site's own files; null where they can't be read. */
export async function readLastBuild(): Promise<LastBuild | null> {
  const latest = await readJson('/builds/latest.json');
  if (!isRecord(latest) || typeof latest['id'] !== 'string') return null;
  const { id } = latest;
  const meta = await readJson(`/builds/meta/${encodeURIComponent(id)}.json`);
  const routes = isRecord(meta) ? meta['routes'] : null;
  if (!Array.isArray(routes)) return null;
  const pages = routes.flatMap((route: unknown) => {
    if (!isRecord(route)) return [];
    const { path, title } = route;
    return typeof path === 'string' && typeof title === 'string' ? [{ path, title }] : [];
  });
  const timestamp = latest['timestamp'];
  return { id, builtAt: typeof timestamp === 'string' ? timestamp : '', pages };
}

async function readJson(path: string): Promise<unknown> {
  try {
    const response = await request(new URL(path, location.origin), { cache: 'no-store' });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}
