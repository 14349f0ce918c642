/** Invariant: both see exactly the rows that the caller's select policies show. */
import type { Caller } from '../context.ts';
import { jsonResponse } from '../http-answers.ts';
import {
  integerField,
  optionalFields,
  optionalFlag,
  optionalText,
  readFields,
  type Fields,
} from './request-fields.ts';
import { invalidRequest } from './storage-errors.ts';
import type { ObjectMetadata, StorageService } from './storage-service.ts';

interface Order {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
}

interface Entry {
  /** Below the prefix, up to the next slash when entries are grouped. */
  readonly name: string;
  readonly is_folder: boolean;
  readonly id: string | null;
  readonly created_at: string | null;
  readonly updated_at: string | null;
  readonly last_accessed_at: string | null;
  readonly metadata: ObjectMetadata | null;
}

interface Listing {
  readonly bucket: string;
  /** Objects whose name begins with this are meant; the part up to `cut` characters is left out. */
  readonly prefix: string;
  readonly cut: number;
  readonly ignoresCase: boolean;
  readonly groups: boolean;
  readonly order: Order;
  readonly limit: number;
  readonly offset: number;
}

function readOrder(fields: Fields, columns: readonly string[]): Order {
  const sortBy = optionalFields(fields, 'sortBy') ?? {};
  const column = optionalText(sortBy, 'column') ?? 'name';
  const direction = optionalText(sortBy, 'order') ?? 'asc';
  if (!columns.includes(column)) {
    throw invalidRequest('body/sortBy/column must be equal to one of the allowed values');
  }
  if (direction !== 'asc' && direction !== 'desc') {
    throw invalidRequest('body/sortBy/order must be equal to one of the allowed values');
  }
  return { column, direction };
}

/** `POST /object/list/{bucket}` */
export async function listObjects(
  service: StorageService,
  request: Request,
  caller: Caller,
  bucket: string,
): Promise<Response> {
  const fields = await readFields(request);
  const folder = optionalText(fields, 'prefix') ?? '';
  const prefix = folder === '' || folder.endsWith('/') ? folder : `${folder}/`;
  const entries = await readEntries(service, caller, {
    bucket,
    prefix: prefix + (optionalText(fields, 'search') ?? ''),
    cut: prefix.length,
    ignoresCase: true,
    groups: true,
    order: readOrder(fields, ['name', 'updated_at', 'created_at', 'last_accessed_at']),
    limit: integerField(fields, 'limit', { least: 1, most: 1500, fallback: 100 }),
    offset: integerField(fields, 'offset', { least: 0, most: 1e9, fallback: 0 }),
  });
  return jsonResponse(
    200,
    entries.map((entry) =>
      entry.is_folder ? { ...folderOnly, name: entry.name } : describe(entry),
    ),
  );
}

function describe(entry: Entry) {
  return {
    name: entry.name,
    id: entry.id,
    updated_at: entry.updated_at,
    created_at: entry.created_at,
    last_accessed_at: entry.last_accessed_at,
    metadata: entry.metadata,
  };
}

const folderOnly = {
  id: null,
  updated_at: null,
  created_at: null,
  last_accessed_at: null,
  metadata: null,
};

/** `POST /object/list-v2/{bucket}`: names are whole, folders end with a slash. */
export async function listObjectsByPage(
  service: StorageService,
  request: Request,
  caller: Caller,
  bucket: string,
): Promise<Response> {
  const fields = await readFields(request);
  const prefix = optionalText(fields, 'prefix') ?? '';
  const limit = integerField(fields, 'limit', { least: 1, most: 1000, fallback: 1000 });
  const offset = readCursor(optionalText(fields, 'cursor'));
  const groups = optionalFlag(fields, 'with_delimiter') ?? false;
  const found = await readEntries(service, caller, {
    bucket,
    prefix,
    cut: prefix.lastIndexOf('/') + 1,
    ignoresCase: false,
    groups,
    order: readOrder(fields, ['name', 'updated_at', 'created_at']),
    limit: limit + 1,
    offset,
  });
  const page = found.slice(0, limit);
  const hasNext = found.length > limit;
  const base = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  return jsonResponse(200, {
    hasNext,
    ...(hasNext ? { nextCursor: writeCursor(offset + limit) } : {}),
    folders: page
      .filter((entry) => entry.is_folder)
      .map((entry) => ({ name: `${base}${entry.name}/`, key: `${base}${entry.name}/` })),
    objects: page
      .filter((entry) => !entry.is_folder)
      .map((entry) => ({ ...describe(entry), name: base + entry.name, key: base + entry.name })),
  });
}

const writeCursor = (offset: number): string => Buffer.from(`o:${offset}`).toString('base64url');

function readCursor(cursor: string | undefined): number {
  if (cursor === undefined || cursor === '') return 0;
  const [, offset] = /^o:(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (offset === undefined) throw invalidRequest('Invalid cursor');
  return Number(offset);
}

async function readEntries(
  { context }: StorageService,
  caller: Caller,
  listing: Listing,
): Promise<readonly Entry[]> {
  const { bucket, prefix, cut, order } = listing;
  return context.asCaller(caller, (sql) => {
    const direction = order.direction === 'asc' ? sql`asc` : sql`desc`;
    const rest = sql`substr(name, ${cut + 1}::int)`;
    const named = listing.groups ? sql`split_part(${rest}, '/', 1)` : rest;
    const isFolder = listing.groups ? sql`strpos(${rest}, '/') > 0` : sql`false`;
    const begins = listing.ignoresCase
      ? sql`starts_with(lower(name), lower(${prefix}))`
      : sql`starts_with(name, ${prefix})`;
    const byColumn =
      order.column === 'name' ? sql`` : sql`is_folder desc, ${sql(order.column)} ${direction},`;
    return sql<Entry[]>`
      with entries as (
        select ${named} as name, ${isFolder} as is_folder, id, created_at, updated_at,
          last_accessed_at, metadata
        from storage.objects
        where bucket_id = ${bucket} and version is not null and ${begins}
      ), folders as (
        select name, true as is_folder, null::uuid as id, min(created_at) as created_at,
          min(created_at) as updated_at, min(created_at) as last_accessed_at,
          null::jsonb as metadata
        from entries where is_folder group by name
      )
      select * from (
        select * from folders union all select * from entries where not is_folder
      ) level
      order by ${byColumn} name collate "C" ${direction}, is_folder
      limit ${listing.limit} offset ${listing.offset}`;
  });
}
