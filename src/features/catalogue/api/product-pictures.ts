/**
 * Invariant: what is uploaded lies among the drafts, which nobody else can read, until its product is
 * published.
 */
import { fail, succeed, type Result } from '#shared/result.ts';
import { backendAddress } from '#shared/backend/address.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { ownRefusal, toBackendError, type BackendError } from '#shared/backend/errors.ts';
import { listFiles, storeFile, type Bucket } from '#shared/backend/files.ts';

const linkSeconds = 3600;

/** Where files wait until their product is published, and where pages show them. */
export interface FilePlaces {
  readonly drafts: Bucket;
  readonly open: Bucket;
}

const pictures: FilePlaces = { drafts: 'drafts', open: 'product-images' };

export async function storePicture(
  path: string,
  file: Blob,
): Promise<Result<string, BackendError>> {
  const stored = await storeFile('drafts', path, file);
  return stored.ok ? succeed(stored.value.path) : stored;
}

export const releasePictures = (
  productId: string,
  used: ReadonlySet<string>,
): Promise<Result<number, BackendError>> => releaseFiles(pictures, productId, used);

/** Moves what waits among the drafts to where the pages show it; what is `used` by none stays private. */
export async function releaseFiles(
  places: FilePlaces,
  productId: string,
  used: ReadonlySet<string>,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<number, BackendError>> {
  const folder = `uploads/${productId}`;
  const waiting = await listFiles(places.drafts, folder);
  if (!waiting.ok) return waiting;
  const drafts = (await backend).storage.from(places.drafts);
  const paths = waiting.value
    .map(({ name }) => `${folder}/${name}`)
    .filter((path) => used.has(path));
  for (const path of paths) {
    const { error } = await drafts.move(path, path, { destinationBucket: places.open });
    if (error) return fail(toBackendError(error));
  }
  return succeed(paths.length);
}

/** Where the browser finds a picture, published or not. */
export const pictureLink = (path: string): Promise<string> => fileLink(pictures, path);

export async function fileLink(
  places: FilePlaces,
  path: string,
  backend: Promise<Backend> = getBackend(),
): Promise<string> {
  const open = `${backendAddress.url}/storage/v1/object/public/${places.open}/${path}`;
  const cut = path.lastIndexOf('/');
  const waiting = await listFiles(places.drafts, path.slice(0, Math.max(cut, 0)));
  const isWaiting = waiting.ok && waiting.value.some(({ name }) => name === path.slice(cut + 1));
  if (!isWaiting) return open;
  const drafts = (await backend).storage.from(places.drafts);
  const { data } = await drafts.createSignedUrl(path, linkSeconds);
  return data?.signedUrl ?? open;
}

/** The file itself; null where it can't be read. */
export async function pictureFile(path: string): Promise<Blob | null> {
  try {
    const answer = await fetch(await pictureLink(path));
    return answer.ok ? await answer.blob() : null;
  } catch {
    return null;
  }
}

/** Lets everybody see a draft; it stays among the drafts as well. Gives its open address. */
export async function showPicture(path: string): Promise<Result<string, BackendError>> {
  const open = `${backendAddress.url}/storage/v1/object/public/product-images/${path}`;
  const shown = await listFiles('product-images', path.slice(0, path.lastIndexOf('/')));
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (shown.ok && shown.value.some((file) => file.name === name)) return succeed(open);
  const file = await pictureFile(path);
  if (file === null)
    return fail(ownRefusal({ message: 'The photo could not be opened.', status: 404 }));
  const stored = await storeFile('product-images', path, file);
  return stored.ok ? succeed(open) : stored;
}
