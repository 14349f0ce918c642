/**
 * Invariant: a key that passes has no empty, `.` or `..` segment and only characters S3 calls safe.
 */
import { invalidBucketName, invalidKey } from './storage-errors.ts';

const longestKeyBytes = 1024;
const safeKey = /^[\w/!\-.*'() &$@=;:+,?]+$/;
const safeBucketName = /^[\w!\-.*'() &$@=;:+,?]{1,63}$/;

export interface ObjectAddress {
  readonly bucket: string;
  readonly key: string;
}

export function parseKey(key: string): string {
  const segments = key.split('/');
  const isSafe = safeKey.test(key) && Buffer.byteLength(key) <= longestKeyBytes;
  if (!isSafe || segments.some((segment) => ['', '.', '..'].includes(segment))) {
    throw invalidKey(key);
  }
  return key;
}

export function parseBucketName(name: string): string {
  if (!safeBucketName.test(name) || name === '.' || name === '..') throw invalidBucketName();
  return name;
}

/** `bucket/folder/file.png` as it stands in a URL, percent-encoded once. */
export function parseAddress(encodedPath: string): ObjectAddress {
  const path = decodePath(encodedPath);
  const slash = path.indexOf('/');
  if (slash <= 0) throw invalidKey(path);
  return { bucket: path.slice(0, slash), key: parseKey(path.slice(slash + 1)) };
}

export function decodePath(encodedPath: string): string {
  try {
    return decodeURIComponent(encodedPath);
  } catch {
    throw invalidKey(encodedPath);
  }
}

/** As it stands in a URL: each segment encoded, slashes kept. */
export function encodeAddress({ bucket, key }: ObjectAddress): string {
  return `${bucket}/${key}`.split('/').map(encodeURIComponent).join('/');
}
