/**
 * Invariant: a row is written only after its file is on disk, and a file goes only after its row.
 */
import type { Caller, LocalContext } from '../context.ts';
import type { FileStore } from './file-store.ts';
import type { ObjectAddress } from './object-keys.ts';
import { noKey, noSuchBucket, noSuchKey, accessDenied } from './storage-errors.ts';
import type { UrlSigner } from './url-signer.ts';

export interface StorageService {
  readonly context: LocalContext;
  readonly files: FileStore;
  readonly signer: UrlSigner;
  /** The most bytes that any file may have. */
  readonly sizeLimit: number;
}

export interface Bucket {
  readonly id: string;
  readonly public: boolean | null;
  readonly file_size_limit: number | null;
  readonly allowed_mime_types: readonly string[] | null;
}

export interface ObjectMetadata {
  readonly eTag: string;
  readonly size: number;
  readonly mimetype: string;
  readonly cacheControl: string;
  readonly lastModified: string;
  readonly contentLength: number;
  readonly httpStatusCode: number;
  readonly contentEncoding?: string;
}

export interface StoredObject {
  readonly id: string;
  readonly bucket_id: string;
  readonly name: string;
  readonly owner: string | null;
  readonly owner_id: string | null;
  readonly version: string;
  readonly metadata: ObjectMetadata;
  readonly user_metadata: Readonly<Record<string, unknown>> | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly last_accessed_at: string;
}

/** The service itself: for signed links and public buckets, where the link or bucket is the right. */
export const serviceCaller: Caller = { role: 'service_role', claims: { role: 'service_role' } };

const refusals = {
  no_key: 'No API key found in request',
  bad_key: 'Invalid API key',
} as const;

export async function requireCaller(service: StorageService, request: Request): Promise<Caller> {
  const caller = await service.context.identify(request);
  if (!('refused' in caller)) return caller;
  if (caller.refused === 'expired_token') throw accessDenied('"exp" claim timestamp check failed');
  if (caller.refused === 'bad_token') throw accessDenied('signature verification failed');
  throw noKey(refusals[caller.refused]);
}

/** Whatever the caller may see: limits and publicity of a bucket hold for everyone. */
export async function findBucket(service: StorageService, id: string): Promise<Bucket> {
  const [bucket] = await service.context.sql<Bucket[]>`
    select id, public, file_size_limit, allowed_mime_types from storage.buckets where id = ${id}`;
  if (!bucket) throw noSuchBucket();
  return bucket;
}

export async function findObject(
  service: StorageService,
  caller: Caller,
  { bucket, key }: ObjectAddress,
): Promise<StoredObject> {
  const [found] = await service.context.asCaller(
    caller,
    (transaction) => transaction<StoredObject[]>`
      select id, bucket_id, name, owner, owner_id, version, metadata, user_metadata,
        created_at, updated_at, last_accessed_at
      from storage.objects where bucket_id = ${bucket} and name = ${key}`,
  );
  if (!found?.version) throw noSuchKey();
  return found;
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

export function ownerOf(caller: Caller): { owner: string | null; ownerId: string | null } {
  const ownerId = caller.claims.sub ?? null;
  return { ownerId, owner: ownerId !== null && uuid.test(ownerId) ? ownerId : null };
}

/** Removes the files that no row needs any more. */
export async function sweepDiscarded({ context, files }: StorageService): Promise<void> {
  const gone = await context.sql<{ version: string }[]>`
    delete from storage.discarded_versions returning version`;
  await files.remove(gone.map((row) => row.version));
}

/** After a crash a file may lie there that no row names. */
export async function sweepOrphans(service: StorageService): Promise<void> {
  await sweepDiscarded(service);
  const versions = await service.files.versions();
  if (versions.length === 0) return;
  const orphans = await service.context.sql<{ version: string }[]>`
    select version from unnest(${[...versions]}::text[]) as file(version)
    where not exists (select from storage.objects o where o.version = file.version)`;
  await service.files.remove(orphans.map((row) => row.version));
}
