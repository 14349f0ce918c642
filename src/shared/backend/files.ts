/**
 * Invariant: a list is at most 100 files in the order of their names, and what is stored may be kept
 * by browsers for an hour.
 */
import { fail, succeed, type Result } from '../result.ts';
import { getBackend, type Backend } from './client.ts';
import { toBackendError, type BackendError } from './errors.ts';

export type Bucket =
  | 'product-images'
  | 'drafts'
  | 'product-sounds'
  | 'sound-drafts'
  | 'photo-inbox'
  | 'customer-photos';

export interface StoredFile {
  readonly name: string;
  readonly sizeBytes: number | null;
  readonly changedAt: string | null;
}

const listOptions = {
  limit: 100,
  offset: 0,
  sortBy: { column: 'name', order: 'asc' },
} as const;
const storeOptions = { cacheControl: '3600' } as const;

async function bucketOf(bucket: Bucket, backend: Promise<Backend>) {
  return (await backend).storage.from(bucket);
}

export async function listFiles(
  bucket: Bucket,
  folder: string,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<readonly StoredFile[], BackendError>> {
  const files = await bucketOf(bucket, backend);
  const { data, error } = await files.list(folder, listOptions, signal ? { signal } : undefined);
  if (error) return fail(toBackendError(error));
  return succeed(
    data.map(({ name, metadata, updated_at }) => ({
      name,
      sizeBytes: typeof metadata?.['size'] === 'number' ? metadata['size'] : null,
      changedAt: updated_at,
    })),
  );
}

/** Refuses to replace a file of the same name. */
export async function storeFile(
  bucket: Bucket,
  path: string,
  file: Blob,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<{ readonly path: string }, BackendError>> {
  const files = await bucketOf(bucket, backend);
  const contentType = file.type === '' ? {} : { contentType: file.type };
  const { data, error } = await files.upload(path, file, { ...storeOptions, ...contentType });
  return error ? fail(toBackendError(error)) : succeed({ path: data.path });
}

export async function removeFiles(
  bucket: Bucket,
  paths: readonly string[],
  backend: Promise<Backend> = getBackend(),
): Promise<Result<{ readonly removed: number }, BackendError>> {
  const files = await bucketOf(bucket, backend);
  const { data, error } = await files.remove([...paths]);
  return error ? fail(toBackendError(error)) : succeed({ removed: data.length });
}
