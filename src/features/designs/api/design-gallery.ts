/** Invariant: a design that can't be drawn is left out. */
import { parseDesign } from '../model/design-json.ts';
import type { Design } from '../model/design.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { backendAddress, type BackendAddress } from '#shared/backend/address.ts';
import type { Database } from '#shared/backend/database.types.ts';
import { toBackendError, type BackendError } from '#shared/backend/errors.ts';
import { request } from '#shared/backend/request.ts';

export interface GalleryQuery {
  readonly order: 'newest' | 'liked';
  readonly family: string | null;
  readonly layout: string | null;
  readonly offset: number;
}

export interface GalleryDesign {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly likeCount: number;
  readonly design: Design;
}

export const galleryPage = 12;

function addressOf(query: GalleryQuery): string {
  const order =
    query.order === 'liked' ? 'like_count.desc,created_at.desc,id' : 'created_at.desc,id';
  const search = new URLSearchParams({
    select: 'id,code,name,like_count,design',
    visibility: 'eq.public',
    hidden_at: 'is.null',
    order,
    limit: String(galleryPage),
    offset: String(query.offset),
  });
  if (query.family !== null) search.set('colour_families', `cs.{${query.family}}`);
  if (query.layout !== null) search.set('layout', `eq.${query.layout}`);
  return String(search);
}

type Row = Pick<
  Database['public']['Tables']['designs']['Row'],
  'id' | 'code' | 'name' | 'like_count' | 'design'
>;

function drawn({ like_count: likeCount, ...row }: Row): readonly GalleryDesign[] {
  const design = parseDesign(row.design);
  return design.ok ? [{ ...row, likeCount, design: design.value }] : [];
}

export async function readGallery(
  query: GalleryQuery,
  signal?: AbortSignal,
  { url, publishableKey }: BackendAddress = backendAddress,
): Promise<Result<readonly GalleryDesign[], BackendError>> {
  try {
    const answer = await request(`${url}/rest/v1/designs?${addressOf(query)}`, {
      headers: { apikey: publishableKey, accept: 'application/json' },
      ...(signal ? { signal } : {}),
    });
    if (!answer.ok) {
      const told: unknown = await answer.json().catch(() => null);
      return fail(toBackendError(told, answer.status));
    }
    const rows: readonly Row[] | null = await answer.json().catch(() => null);
    return rows ? succeed(rows.flatMap(drawn)) : fail(toBackendError(null, 500));
  } catch (error) {
    return fail(toBackendError(error));
  }
}
