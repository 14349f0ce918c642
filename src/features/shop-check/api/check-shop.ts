import { isRecord } from '#desk-kit/model/desk-row.ts';
import type { DriftPage, Finding } from '../model/finding.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import { request } from '#shared/backend/request.ts';

export interface CheckedGroup {
  /** To be named by the next group, so that they count as one run. */
  readonly run: number;
  readonly findings: readonly Finding[];
}

/** Without a group: all that the caller's role is told of. */
export const checkShop = (
  { group, run }: { readonly group?: string; readonly run?: number | null } = {},
  parts: CallParts = {},
): Answer<CheckedGroup> =>
  callFunction(
    'check_shop',
    { ...(group ? { p_group: group } : {}), ...(run ? { p_run: run } : {}) },
    parts,
  );

export interface LastBuild {
  readonly id: string;
  readonly builtAt: string;
  readonly pages: readonly DriftPage[];
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
    const { path, title, prices } = route;
    if (typeof path !== 'string' || typeof title !== 'string') return [];
    const known = Object.entries(isRecord(prices) ? prices : {}).flatMap(([sku, price]) =>
      typeof price === 'number' ? [[sku, price] as const] : [],
    );
    return [{ path, title, prices: new Map(known) }];
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
