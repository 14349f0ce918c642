/** Every action gives null when it is done, and otherwise what to say; nothing that was typed is touched. */
import { settle } from '#features/account/store/account.ts';
import type { AuthFailure } from '#features/account/store/auth-failure.ts';
import { createResource } from '#features/account/store/resource.ts';
import { unanswered, type BackendError } from '#shared/backend/errors.ts';
import { sendFile } from '#shared/backend/send-file.ts';
import type { Result } from '#shared/result.ts';
import { shrinkImage, type ShrunkImage } from '#shared/shrink-image.ts';
import { addPhoto, myPhotos, removePhoto, sendPhoto, type NewPhoto } from '../api/own-photos.ts';
import { mostBytes } from '../model/photo.ts';

export const ownPhotos = createResource(() => myPhotos(), { rereadsOnReturn: true });

const jpeg = { longestSide: 2400, type: 'image/jpeg', quality: 0.86 } as const;

/**
 * Drawn anew, upright and smaller: what a camera wrote into it stays on the device. Gives a sentence where it
 * is no picture. Some browsers code no WebP and give PNG in its place.
 */
export async function preparePhoto(file: File): Promise<ShrunkImage | string> {
  const shrunk = await shrinkImage(file);
  if (typeof shrunk === 'string') return shrunk;
  const kept = shrunk.blob.type === 'image/webp' ? shrunk : await shrinkImage(file, jpeg);
  if (typeof kept === 'string') return kept;
  return kept.blob.size > mostBytes ? `${file.name} is too big. Choose a smaller one.` : kept;
}

export interface Draft extends Omit<NewPhoto, 'type' | 'width' | 'height' | 'colour'> {
  readonly picture: ShrunkImage;
}

interface Sending {
  readonly signal: AbortSignal;
  readonly onProgress: (share: number) => void;
}

async function send(
  { picture, ...words }: Draft,
  { signal, onProgress }: Sending,
): Promise<Result<unknown, BackendError>> {
  const { blob, width, height, colour } = picture;
  const photo = { ...words, type: blob.type, width, height, colour };
  // Never cut off: the shop could announce it after it was taken back.
  const added = await addPhoto(photo);
  if (!added.ok || added.value.isSent) return added;
  const sent = await sendFile('photo-inbox', added.value.path, blob, { signal, onProgress });
  return sent.ok ? sendPhoto(words.id) : sent;
}

/** Who cancels is told nothing: they know. */
export async function sendOwnPhoto(
  draft: Draft,
  sending: Sending,
): Promise<AuthFailure | 'cancelled' | null> {
  const done = await send(draft, sending).catch(unanswered);
  if (sending.signal.aborted && !done.ok) {
    // What was announced by then takes none of the three places.
    await removePhoto(draft.id).catch(unanswered);
    await ownPhotos.reload();
    return 'cancelled';
  }
  await ownPhotos.reload();
  return settle(done);
}

export async function dropPhoto(id: string): Promise<AuthFailure | null> {
  const done = await removePhoto(id).catch(unanswered);
  await ownPhotos.reload();
  return settle(done);
}
