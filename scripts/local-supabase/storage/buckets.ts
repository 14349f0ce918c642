/**
 * Invariant: each runs as the caller, so without a policy on storage.buckets only the service may.
 */
import type { Caller } from '../context.ts';
import { jsonResponse } from '../http-answers.ts';
import { parseBucketName } from './object-keys.ts';
import {
  optionalFlag,
  optionalText,
  readFields,
  textField,
  type Fields,
} from './request-fields.ts';
import { parseSizeLimit } from './size-limit.ts';
import {
  alreadyExists,
  bucketNotEmpty,
  invalidRequest,
  noSuchBucket,
  toRefusal,
} from './storage-errors.ts';
import { ownerOf, sweepDiscarded, type StorageService } from './storage-service.ts';

const columns = [
  'id',
  'name',
  'owner',
  'public',
  'type',
  'file_size_limit',
  'allowed_mime_types',
  'created_at',
  'updated_at',
] as const;

export async function handleBucket(
  service: StorageService,
  request: Request,
  caller: Caller,
  rest: readonly string[],
): Promise<Response | null> {
  const [id, action] = rest;
  if (id === undefined) {
    if (request.method === 'GET') return listBuckets(service, caller, new URL(request.url));
    return request.method === 'POST' ? createBucket(service, caller, request) : null;
  }
  if (action === 'empty' && request.method === 'POST') return emptyBucket(service, caller, id);
  if (action !== undefined) return null;
  switch (request.method) {
    case 'GET':
      return jsonResponse(200, await readBucket(service, caller, id));
    case 'PUT':
      return updateBucket(service, caller, id, await readFields(request));
    case 'DELETE':
      return deleteBucket(service, caller, id);
    default:
      return null;
  }
}

async function listBuckets(service: StorageService, caller: Caller, url: URL): Promise<Response> {
  const query = url.searchParams;
  const column = query.get('sortColumn') ?? 'name';
  const order = query.get('sortOrder') ?? 'asc';
  if (!['id', 'name', 'created_at', 'updated_at'].includes(column)) {
    throw invalidRequest('querystring/sortColumn must be equal to one of the allowed values');
  }
  if (order !== 'asc' && order !== 'desc') {
    throw invalidRequest('querystring/sortOrder must be equal to one of the allowed values');
  }
  const number = (name: string, fallback: number): number => {
    const value = Number(query.get(name) ?? fallback);
    if (!Number.isInteger(value) || value < 0) {
      throw invalidRequest(`querystring/${name} must be integer`);
    }
    return value;
  };
  const limit = Math.min(number('limit', 1000), 1000);
  const offset = number('offset', 0);
  const search = query.get('search') ?? '';
  const rows = await service.context.asCaller(
    caller,
    (sql) => sql`
      select ${sql(columns)} from storage.buckets
      where ${search} = '' or strpos(lower(name), lower(${search})) > 0
      order by ${sql(column)} ${order === 'asc' ? sql`asc` : sql`desc`}
      limit ${limit} offset ${offset}`,
  );
  return jsonResponse(200, rows);
}

async function readBucket(service: StorageService, caller: Caller, id: string): Promise<unknown> {
  const [row] = await service.context.asCaller(
    caller,
    (sql) => sql`select ${sql(columns)} from storage.buckets where id = ${id}`,
  );
  if (!row) throw noSuchBucket();
  return row;
}

async function createBucket(
  service: StorageService,
  caller: Caller,
  request: Request,
): Promise<Response> {
  const fields = await readFields(request);
  const name = parseBucketName(textField(fields, 'name'));
  const id = parseBucketName(optionalText(fields, 'id') ?? name);
  const { owner, ownerId } = ownerOf(caller);
  try {
    await service.context.asCaller(
      caller,
      (sql) => sql`
        insert into storage.buckets ${sql({
          id,
          name,
          owner,
          owner_id: ownerId,
          public: optionalFlag(fields, 'public') ?? false,
          ...limitsIn(fields),
        })}`,
    );
  } catch (error) {
    const refused = toRefusal(error);
    throw refused?.refused.statusCode === 409 ? alreadyExists('BucketAlreadyExists') : error;
  }
  return jsonResponse(200, { name: id });
}

async function updateBucket(
  service: StorageService,
  caller: Caller,
  id: string,
  fields: Fields,
): Promise<Response> {
  const isPublic = optionalFlag(fields, 'public');
  const changes = {
    ...(isPublic === undefined ? {} : { public: isPublic }),
    ...limitsIn(fields),
  };
  if (Object.keys(changes).length > 0) {
    const { count } = await service.context.asCaller(
      caller,
      (sql) => sql`update storage.buckets set ${sql(changes)} where id = ${id}`,
    );
    if (count === 0) throw noSuchBucket();
  } else await readBucket(service, caller, id);
  return jsonResponse(200, { message: 'Successfully updated' });
}

/** What the body names is set, null included; what it leaves out stays. */
function limitsIn(fields: Fields) {
  const size = fields['file_size_limit'];
  const types = fields['allowed_mime_types'];
  return {
    ...(size === undefined ? {} : { file_size_limit: size === null ? null : parseSizeLimit(size) }),
    ...(types === undefined ? {} : { allowed_mime_types: parseMimeTypes(types) }),
  };
}

function parseMimeTypes(types: unknown): string[] | null {
  if (types === null) return null;
  if (!Array.isArray(types) || types.length > 100) {
    throw invalidRequest('body/allowed_mime_types must be array');
  }
  return types.map((type: unknown) => {
    if (typeof type === 'string' && /^(?:[\w.+-]+|\*)\/(?:[\w.+-]+|\*)$/.test(type)) return type;
    throw invalidRequest(`mime type ${String(type)} is not supported`);
  });
}

async function emptyBucket(service: StorageService, caller: Caller, id: string): Promise<Response> {
  await readBucket(service, caller, id);
  await service.context.asCaller(
    caller,
    (sql) => sql`delete from storage.objects where bucket_id = ${id}`,
  );
  await sweepDiscarded(service);
  return jsonResponse(200, { message: 'Successfully emptied' });
}

async function deleteBucket(
  service: StorageService,
  caller: Caller,
  id: string,
): Promise<Response> {
  await readBucket(service, caller, id);
  const [objects] = await service.context.sql<{ any: boolean }[]>`
    select exists (select from storage.objects where bucket_id = ${id}) as any`;
  if (objects?.any) throw bucketNotEmpty();
  try {
    const { count } = await service.context.asCaller(
      caller,
      (sql) => sql`delete from storage.buckets where id = ${id}`,
    );
    if (count === 0) throw noSuchBucket();
  } catch (error) {
    // Somebody uploaded between the question and the removal.
    const hasObjects = error instanceof Error && 'code' in error && error.code === '23503';
    throw hasObjects ? bucketNotEmpty() : error;
  }
  return jsonResponse(200, { message: 'Successfully deleted' });
}
