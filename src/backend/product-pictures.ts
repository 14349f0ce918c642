/**
 * The only way an editor stores pictures of a product. Invariant: what is uploaded lies among the
 * drafts, which nobody else can read, until its product is published.
 */
import { fail, succeed, type Result } from '#domain/result.ts';
import { backendAddress } from './address.ts';
import { getBackend, type Backend } from './client.ts';
import { toBackendError, type BackendError } from './errors.ts';
import { listFiles, storeFile } from './files.ts';

const linkSeconds = 3600;

export async function storePicture(
  path: string,
  file: Blob,
): Promise<Result<string, BackendError>> {
  const stored = await storeFile('drafts', path, file);
  return stored.ok ? succeed(stored.value.path) : stored;
}

/** Moves what waits among the drafts to where the pages show it. */
export async function releasePictures(
  productId: string,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<number, BackendError>> {
  const folder = `uploads/${productId}`;
  const waiting = await listFiles('drafts', folder);
  if (!waiting.ok) return waiting;
  const drafts = (await backend).storage.from('drafts');
  for (const { name } of waiting.value) {
    const path = `${folder}/${name}`;
    const { error } = await drafts.move(path, path, { destinationBucket: 'product-images' });
    if (error) return fail(toBackendError(error));
  }
  return succeed(waiting.value.length);
}

/** Where the browser finds a picture, published or not. */
export async function pictureLink(
  path: string,
  backend: Promise<Backend> = getBackend(),
): Promise<string> {
  const open = `${backendAddress.url}/storage/v1/object/public/product-images/${path}`;
  const cut = path.lastIndexOf('/');
  const waiting = await listFiles('drafts', path.slice(0, Math.max(cut, 0)));
  const isWaiting = waiting.ok && waiting.value.some(({ name }) => name === path.slice(cut + 1));
  if (!isWaiting) return open;
  const drafts = (await backend).storage.from('drafts');
  const { data } = await drafts.createSignedUrl(path, linkSeconds);
  return data?.signedUrl ?? open;
}
