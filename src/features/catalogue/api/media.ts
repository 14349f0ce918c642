import { updateDeskRow } from '#desk-kit/api/desk-rows.ts';
import { backendAddress } from '#shared/backend/address.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { ownRefusal, type BackendError } from '#shared/backend/errors.ts';
import { removeFiles, storeFile } from '#shared/backend/files.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import type { ShrunkImage } from '#shared/shrink-image.ts';
import { middle } from '../model/focus.ts';
import type { MediaFilter, MediaPicture } from '../model/media.ts';

export interface MediaAsked {
  readonly filter: MediaFilter;
  readonly search: string;
  readonly after: MediaPicture | null;
  readonly most: number;
}

export const listMedia = (
  { filter, search, after, most }: MediaAsked,
  parts: CallParts = {},
): Answer<readonly MediaPicture[]> =>
  callFunction(
    'list_media',
    {
      p_filter: filter,
      p_search: search,
      p_most: most,
      ...(after === null ? {} : { p_after_at: after.at, p_after_id: after.id }),
    },
    parts,
  );

const linkSeconds = 3600;

/** Where the browser finds them, by path: what is not published has a link for an hour. */
export async function mediaLinks(
  pictures: readonly MediaPicture[],
  backend: Promise<Backend> = getBackend(),
): Promise<ReadonlyMap<string, string>> {
  const waiting = pictures.flatMap(({ bucket, path }) => (bucket === 'drafts' ? [path] : []));
  const open = pictures.flatMap(({ bucket, path }) =>
    bucket === 'product-images'
      ? [[path, `${backendAddress.url}/storage/v1/object/public/product-images/${path}`] as const]
      : [],
  );
  if (waiting.length === 0) return new Map(open);
  const drafts = (await backend).storage.from('drafts');
  const { data } = await drafts.createSignedUrls(waiting, linkSeconds);
  const signed = (data ?? []).flatMap(({ path, signedUrl }) =>
    path === null || signedUrl === null ? [] : [[path, signedUrl] as const],
  );
  return new Map([...open, ...signed]);
}

const images = { table: 'product_images', columns: '*' } as const;

/** Refused where a colleague was faster. */
async function changeImage(
  { image_id: imageId, version }: MediaPicture,
  patch: Readonly<Record<string, unknown>>,
): Promise<Result<true, BackendError>> {
  const saved = await updateDeskRow(images, { id: imageId ?? '', version }, patch);
  if (!saved.ok) return saved;
  if (saved.value.changed !== null) return succeed(true);
  const message = 'Someone else changed this picture. It was loaded again; try once more.';
  return fail(ownRefusal({ message, status: 409 }));
}

export const describeMedia = (picture: MediaPicture, alt: string) => changeImage(picture, { alt });

/**
 * The new file stands wherever the old one did: a place names the picture, and in the texts of updates,
 * which name the file, the database puts it.
 */
export async function replaceMedia(
  picture: MediaPicture,
  { blob, width, height, colour }: ShrunkImage,
): Promise<Result<true, BackendError>> {
  const { product_id: productId, product_status: status, uses } = picture;
  if (productId === null) return fail(ownRefusal({ message: 'No product shows it.', status: 400 }));
  const path = `uploads/${productId}/${crypto.randomUUID()}.webp`;
  // What an update shows is public, whatever its product is.
  const isOpen = status !== 'draft' || uses.some(({ kind }) => kind === 'update');
  const stored = await storeFile(isOpen ? 'product-images' : 'drafts', path, blob);
  if (!stored.ok) return stored;
  return changeImage(picture, {
    storage_path: path,
    width,
    height,
    placeholder_colour: colour,
    focus_x: middle.x,
    focus_y: middle.y,
    render: null,
    is_render: false,
  });
}

/** The database keeps what is used. */
export async function removeMedia({
  bucket,
  path,
}: MediaPicture): Promise<Result<true, BackendError>> {
  const gone = await removeFiles(bucket === 'drafts' ? 'drafts' : 'product-images', [path]);
  if (!gone.ok) return gone;
  if (gone.value.removed > 0) return succeed(true);
  const message = 'It was not deleted: by now something shows it, or it is gone already.';
  return fail(ownRefusal({ message, status: 409 }));
}
