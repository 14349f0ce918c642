/** Invariant: source and target are asked as the caller, and a target bucket's own rules hold. */
import type { Caller } from '../context.ts';
import { jsonResponse } from '../http-answers.ts';
import { parseBucketName, parseKey, type ObjectAddress } from './object-keys.ts';
import {
  optionalFields,
  optionalFlag,
  optionalText,
  readFields,
  textField,
  textList,
  type Fields,
} from './request-fields.ts';
import { noSuchKey } from './storage-errors.ts';
import {
  findBucket,
  findObject,
  sweepDiscarded,
  type ObjectMetadata,
  type StorageService,
  type StoredObject,
} from './storage-service.ts';
import { assertAllowed, assertMayWrite, writeObject } from './uploads.ts';

interface Journey {
  readonly from: ObjectAddress;
  readonly to: ObjectAddress;
  readonly fields: Fields;
}

async function readJourney(request: Request): Promise<Journey> {
  const fields = await readFields(request);
  const bucket = textField(fields, 'bucketId');
  return {
    from: { bucket, key: textField(fields, 'sourceKey') },
    to: {
      bucket: parseBucketName(optionalText(fields, 'destinationBucket') ?? bucket),
      key: parseKey(textField(fields, 'destinationKey')),
    },
    fields,
  };
}

/** `POST /object/move`. The bytes stay where they are: only the row names a place. */
export async function moveObject(
  service: StorageService,
  request: Request,
  caller: Caller,
): Promise<Response> {
  const { from, to } = await readJourney(request);
  const source = await findObject(service, caller, from);
  if (to.bucket !== from.bucket) await assertTargetAllows(service, source, source.metadata, to);
  const { count } = await service.context.asCaller(
    caller,
    (sql) => sql`
      update storage.objects set bucket_id = ${to.bucket}, name = ${to.key}
      where bucket_id = ${from.bucket} and name = ${from.key}`,
  );
  if (count === 0) throw noSuchKey();
  const Key = `${to.bucket}/${to.key}`;
  return jsonResponse(200, { message: 'Successfully moved', Id: source.id, Key });
}

/** `POST /object/copy` */
export async function copyObject(
  service: StorageService,
  request: Request,
  caller: Caller,
): Promise<Response> {
  const { from, to, fields } = await readJourney(request);
  const upsert = request.headers.get('x-upsert') === 'true';
  const source = await findObject(service, caller, from);
  const keepsMetadata = optionalFlag(fields, 'copyMetadata') ?? true;
  const metadata: ObjectMetadata = {
    ...source.metadata,
    ...(keepsMetadata ? {} : changedMetadata(optionalFields(fields, 'metadata') ?? {})),
    lastModified: new Date().toISOString(),
  };
  await assertTargetAllows(service, source, metadata, to);
  await assertMayWrite(service, caller, to, upsert);
  const version = await service.files.copy(source.version);
  const userMetadata = keepsMetadata ? source.user_metadata : null;
  const written = { address: to, version, metadata, userMetadata, upsert };
  const id = await writeObject(service, caller, written);
  const Key = `${to.bucket}/${to.key}`;
  return jsonResponse(200, { Id: id, Key, id, name: to.key, bucket_id: to.bucket, metadata });
}

function changedMetadata(fields: Fields): Partial<ObjectMetadata> {
  const cacheControl = optionalText(fields, 'cacheControl');
  const mimetype = optionalText(fields, 'mimetype');
  return {
    ...(cacheControl && /^[\x20-\x7e]{1,200}$/.test(cacheControl) ? { cacheControl } : {}),
    ...(mimetype && /^[\w.+-]+\/[\w.+-]+$/.test(mimetype) ? { mimetype } : {}),
  };
}

async function assertTargetAllows(
  service: StorageService,
  source: StoredObject,
  { mimetype, size }: ObjectMetadata,
  to: ObjectAddress,
): Promise<void> {
  const bucket = await findBucket(service, to.bucket);
  const file = { path: service.files.path(source.version), size };
  await assertAllowed(file, mimetype, bucket, to);
}

/** `DELETE /object/{bucket}` with `{prefixes}`: gives what was removed, silent about the rest. */
export async function removeObjects(
  service: StorageService,
  request: Request,
  caller: Caller,
  bucket: string,
): Promise<Response> {
  const keys = textList(await readFields(request), 'prefixes', 1000);
  const rows = await service.context.asCaller(
    caller,
    (sql) => sql`
      delete from storage.objects where bucket_id = ${bucket} and name = any(${[...keys]}::text[])
      returning id, bucket_id, name, owner, owner_id, version, metadata, user_metadata,
        created_at, updated_at, last_accessed_at`,
  );
  await sweepDiscarded(service);
  return jsonResponse(200, rows);
}

/** `DELETE /object/{bucket}/{key}` */
export async function removeObject(
  service: StorageService,
  caller: Caller,
  { bucket, key }: ObjectAddress,
): Promise<Response> {
  const { count } = await service.context.asCaller(
    caller,
    (sql) => sql`delete from storage.objects where bucket_id = ${bucket} and name = ${key}`,
  );
  if (count === 0) throw noSuchKey();
  await sweepDiscarded(service);
  return jsonResponse(200, { message: 'Successfully deleted' });
}

/** `GET /object/info/{bucket}/{key}` */
export function describeObject(found: StoredObject): Response {
  return jsonResponse(200, {
    id: found.id,
    name: found.name,
    version: found.version,
    bucket_id: found.bucket_id,
    size: found.metadata.size,
    content_type: found.metadata.mimetype,
    content_encoding: found.metadata.contentEncoding ?? null,
    cache_control: found.metadata.cacheControl,
    etag: found.metadata.eTag,
    metadata: found.user_metadata ?? {},
    last_modified: found.updated_at,
    created_at: found.created_at,
  });
}
