/** The photographs of whoever is signed in. Invariant: what is sent again is there once. */
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import type { BackendError } from '#shared/backend/errors.ts';
import { removeFiles } from '#shared/backend/files.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import type { OwnPhoto } from '../model/photo.ts';

export interface NewPhoto {
  /** The browser's, so that it may be sent again. */
  readonly id: string;
  readonly lineId: string;
  readonly type: string;
  readonly width: number;
  readonly height: number;
  readonly colour: string;
  readonly note: string;
  readonly name: string;
  readonly isAgreed: boolean;
}

export interface AddedPhoto {
  /** Where its file belongs. */
  readonly path: string;
  /** By a call whose answer was lost. */
  readonly isSent: boolean;
}

export const addPhoto = (photo: NewPhoto, parts: CallParts = {}): Answer<AddedPhoto> =>
  callFunction(
    'add_photo',
    {
      p_id: photo.id,
      p_line: photo.lineId,
      p_file: {
        type: photo.type,
        width: photo.width,
        height: photo.height,
        colour: photo.colour,
      },
      p_note: photo.note,
      p_name: photo.name,
      p_agreed: photo.isAgreed,
    },
    ({ path, status }) => ({ path, isSent: status !== 'sending' }),
    parts,
  );

export const sendPhoto = (id: string, parts: CallParts = {}): Answer<true> =>
  callFunction('send_photo', { p_id: id }, () => true, parts);

export interface OwnPhotos {
  readonly photos: readonly OwnPhoto[];
  /** Where each can be looked at for an hour, by path. */
  readonly links: ReadonlyMap<string, string>;
}

const linkSeconds = 3600;

/** Where the browser finds what nobody else can look at. */
export async function inboxLinks(
  paths: readonly string[],
  backend: Promise<Backend> = getBackend(),
): Promise<ReadonlyMap<string, string>> {
  if (paths.length === 0) return new Map();
  const inbox = (await backend).storage.from('photo-inbox');
  const { data } = await inbox.createSignedUrls([...paths], linkSeconds);
  return new Map(
    (data ?? []).flatMap(({ path, signedUrl }) =>
      path && signedUrl ? [[path, signedUrl] as const] : [],
    ),
  );
}

export async function myPhotos(
  backend: Promise<Backend> = getBackend(),
): Promise<Result<OwnPhotos, BackendError>> {
  const read = await callFunction('my_photos', {}, { backend });
  if (!read.ok) return read;
  const photos = read.value;
  return succeed({
    photos,
    links: await inboxLinks(
      photos.map(({ path }) => path),
      backend,
    ),
  });
}

const forget = (id: string, parts: CallParts) =>
  callFunction('remove_photo', { p_id: id }, ({ files }) => files, parts);

/** Out of everybody's sight first, then its files, then what is left of its row: each step may come again. */
export async function removePhoto(
  id: string,
  parts: CallParts = {},
): Promise<Result<null, BackendError>> {
  const files = await forget(id, parts);
  if (!files.ok) return files;
  if (files.value.length === 0) return succeed(null);
  for (const { bucket, path } of files.value) {
    const gone = await removeFiles(bucket, [path], parts.backend);
    if (!gone.ok) return fail(gone.error);
  }
  const rest = await forget(id, parts);
  return rest.ok ? succeed(null) : rest;
}
