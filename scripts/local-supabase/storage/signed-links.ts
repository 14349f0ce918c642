/** Invariant: a link is made only for an object that the caller may read at that moment. */
import type { Caller } from '../context.ts';
import { jsonResponse } from '../http-answers.ts';
import { parseTransform } from './images.ts';
import { encodeAddress, parseKey, type ObjectAddress } from './object-keys.ts';
import { integerField, optionalFields, readFields, textList } from './request-fields.ts';
import { findBucket, findObject, type StorageService } from './storage-service.ts';

const longestSeconds = 10 * 365 * 24 * 3600;

/** `POST /object/sign/{bucket}/{key}` */
export async function signOne(
  service: StorageService,
  request: Request,
  caller: Caller,
  address: ObjectAddress,
): Promise<Response> {
  const fields = await readFields(request);
  const seconds = integerField(fields, 'expiresIn', { least: 1, most: longestSeconds });
  const wanted = optionalFields(fields, 'transform');
  const transform = wanted && { ...parseTransform((name) => wanted[name]) };
  await findObject(service, caller, address);
  const url = `${address.bucket}/${address.key}`;
  const claims = { use: 'download', url, ...(transform ? { transform } : {}) } as const;
  const token = await service.signer.sign(claims, seconds);
  const route = transform ? 'render/image' : 'object';
  // The client encodes the link once more, so the path goes out as it is.
  return jsonResponse(200, { signedURL: `/${route}/sign/${url}?token=${token}` });
}

/** `POST /object/sign/{bucket}`: one answer a path, in the order asked. */
export async function signMany(
  service: StorageService,
  request: Request,
  caller: Caller,
  bucket: string,
): Promise<Response> {
  const fields = await readFields(request);
  const seconds = integerField(fields, 'expiresIn', { least: 1, most: longestSeconds });
  const paths = textList(fields, 'paths', 500);
  await findBucket(service, bucket);
  const rows = await service.context.asCaller(
    caller,
    (sql) => sql<{ name: string }[]>`
      select name from storage.objects
      where bucket_id = ${bucket} and name = any(${[...paths]}::text[]) and version is not null`,
  );
  const readable = new Set(rows.map((row) => row.name));
  const sign = async (path: string) => {
    if (!readable.has(path)) {
      const error = 'Either the object does not exist or you do not have access to it';
      return { error, path, signedURL: null };
    }
    const url = `${bucket}/${parseKey(path)}`;
    const token = await service.signer.sign({ use: 'download', url }, seconds);
    return { error: null, path, signedURL: `/object/sign/${url}?token=${token}` };
  };
  return jsonResponse(200, await Promise.all(paths.map(sign)));
}

export function uploadLink(address: ObjectAddress, token: string): Response {
  const url = `/object/upload/sign/${encodeAddress(address)}?token=${token}`;
  return jsonResponse(200, { url, token });
}
