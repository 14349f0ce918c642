/**
 * Invariant: the caller's right is asked before the body is read and again when the row is written.
 */
import { randomUUID } from 'node:crypto';
import type { Caller } from '../context.ts';
import { jsonResponse } from '../http-answers.ts';
import { assertContent, bareMimeType } from './content-check.ts';
import type { ObjectAddress } from './object-keys.ts';
import { entityTooLarge, invalidMimeType, invalidRequest } from './storage-errors.ts';
import {
  findBucket,
  ownerOf,
  serviceCaller,
  sweepDiscarded,
  type Bucket,
  type ObjectMetadata,
  type StorageService,
} from './storage-service.ts';
import { readUpload, type Upload } from './upload-body.ts';

export interface NewObject {
  readonly address: ObjectAddress;
  readonly version: string;
  readonly metadata: ObjectMetadata;
  readonly userMetadata: Readonly<Record<string, unknown>> | null;
  readonly upsert: boolean;
}

/** `POST` and `PUT /object/{bucket}/{key}`: the second replaces. */
export async function upload(
  service: StorageService,
  request: Request,
  caller: Caller,
  address: ObjectAddress,
): Promise<Response> {
  const upsert = request.method === 'PUT' || request.headers.get('x-upsert') === 'true';
  const bucket = await findBucket(service, address.bucket);
  await assertMayWrite(service, caller, address, upsert);
  const id = await receive(service, request, caller, { address, bucket, upsert });
  return jsonResponse(200, { Id: id, Key: `${address.bucket}/${address.key}` });
}

/** `POST /object/upload/sign/{bucket}/{key}`: whoever holds the token uploads once it is theirs. */
export async function signUpload(
  service: StorageService,
  request: Request,
  caller: Caller,
  address: ObjectAddress,
): Promise<{ readonly token: string }> {
  const upsert = request.headers.get('x-upsert') === 'true';
  await findBucket(service, address.bucket);
  await assertMayWrite(service, caller, address, upsert);
  const url = `${address.bucket}/${address.key}`;
  const owner = caller.claims.sub ?? null;
  const twoHours = 7200;
  return { token: await service.signer.sign({ use: 'upload', url, upsert, owner }, twoHours) };
}

/** `PUT /object/upload/sign/{bucket}/{key}?token=…` */
export async function uploadSigned(
  service: StorageService,
  request: Request,
  token: string | null,
  address: ObjectAddress,
): Promise<Response> {
  const claims = await service.signer.readUpload(token, `${address.bucket}/${address.key}`);
  const bucket = await findBucket(service, address.bucket);
  const { role } = serviceCaller;
  const signedBy = { role, claims: { role, ...(claims.owner ? { sub: claims.owner } : {}) } };
  await assertMayWrite(service, signedBy, address, claims.upsert);
  await receive(service, request, signedBy, { address, bucket, upsert: claims.upsert });
  return jsonResponse(200, { Key: `${address.bucket}/${address.key}` });
}

async function receive(
  service: StorageService,
  request: Request,
  caller: Caller,
  target: { address: ObjectAddress; bucket: Bucket; upsert: boolean },
): Promise<string> {
  const limit = sizeLimitOf(service, target.bucket);
  if (Number(request.headers.get('content-length')) > limit + multipartOverhead(request)) {
    throw entityTooLarge();
  }
  const upload = await readUpload(request, limit, service.files);
  try {
    await assertAllowed(upload.file, upload.mimeType, target.bucket, target.address);
    const version = await service.files.keep(upload.file);
    return await writeObject(service, caller, {
      address: target.address,
      upsert: target.upsert,
      version,
      metadata: metadataOf(upload),
      userMetadata: upload.userMetadata,
    });
  } finally {
    await service.files.drop(upload.file);
  }
}

/** The form around a file: boundaries, names, and metadata of at most a megabyte. */
function multipartOverhead(request: Request): number {
  const isForm = request.headers.get('content-type')?.startsWith('multipart/form-data') === true;
  return isForm ? 1024 * 1024 + 4096 : 0;
}

function sizeLimitOf(service: StorageService, bucket: Bucket): number {
  return Math.min(service.sizeLimit, bucket.file_size_limit ?? Infinity);
}

function metadataOf({ file, mimeType, cacheControl, contentEncoding }: Upload): ObjectMetadata {
  return {
    eTag: `"${file.md5}"`,
    size: file.size,
    mimetype: mimeType,
    cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: file.size,
    httpStatusCode: 200,
    ...(contentEncoding === null ? {} : { contentEncoding }),
  };
}

/** The bucket's own rules, which hold for the service too. */
export async function assertAllowed(
  file: { readonly path: string; readonly size: number },
  mimeType: string,
  bucket: Bucket,
  { key }: ObjectAddress,
): Promise<void> {
  if (key.endsWith('.emptyFolderPlaceholder')) {
    if (file.size > 0) throw entityTooLarge();
    return;
  }
  if (file.size > (bucket.file_size_limit ?? Infinity)) throw entityTooLarge();
  if (!isAllowedType(mimeType, bucket.allowed_mime_types)) throw invalidMimeType(mimeType);
  await assertContent(file.path, file.size, mimeType);
}

function isAllowedType(mimeType: string, allowed: readonly string[] | null): boolean {
  if (allowed === null || allowed.length === 0) return true;
  const bare = bareMimeType(mimeType);
  return allowed.some((one) => {
    const pattern = one.trim().toLowerCase();
    if (pattern === '*/*' || pattern === bare) return true;
    return pattern.endsWith('/*') && bare.startsWith(pattern.slice(0, -1));
  });
}

const changedMind = Symbol('only asking');

/** Writes the row as the caller and takes it back: what policies say, they say here. */
export async function assertMayWrite(
  service: StorageService,
  caller: Caller,
  address: ObjectAddress,
  upsert: boolean,
): Promise<void> {
  try {
    await service.context.asCaller(caller, async (transaction) => {
      const { owner, ownerId } = ownerOf(caller);
      const onConflict = upsert
        ? transaction`on conflict (bucket_id, name) do update set owner = excluded.owner`
        : transaction``;
      await transaction`
        insert into storage.objects (bucket_id, name, owner, owner_id)
        values (${address.bucket}, ${address.key}, ${owner}, ${ownerId}) ${onConflict}`;
      throw changedMind;
    });
  } catch (error) {
    if (error !== changedMind) throw error;
  }
}

/** The file is on disk already; when the row is refused the file goes again. */
export async function writeObject(
  service: StorageService,
  caller: Caller,
  { address, version, metadata, userMetadata, upsert }: NewObject,
): Promise<string> {
  const { owner, ownerId } = ownerOf(caller);
  try {
    await service.context.asCaller(caller, async (transaction) => {
      const onConflict = upsert
        ? transaction`on conflict (bucket_id, name) do update set version = excluded.version,
            metadata = excluded.metadata, user_metadata = excluded.user_metadata,
            owner = excluded.owner, owner_id = excluded.owner_id`
        : transaction``;
      await transaction`
        insert into storage.objects
          (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
        values (${randomUUID()}, ${address.bucket}, ${address.key}, ${owner}, ${ownerId},
          ${version}, ${JSON.stringify(metadata)}::text::jsonb,
          ${userMetadata && JSON.stringify(userMetadata)}::text::jsonb) ${onConflict}`;
    });
  } catch (error) {
    await service.files.remove([version]);
    throw error;
  }
  await sweepDiscarded(service);
  const [row] = await service.context.sql<{ id: string }[]>`
    select id from storage.objects where bucket_id = ${address.bucket} and name = ${address.key}`;
  if (!row) throw invalidRequest('The object was removed while it was being uploaded');
  return row.id;
}
