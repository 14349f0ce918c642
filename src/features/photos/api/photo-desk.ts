/** Customers' photographs as staff decide about them. Invariant: what is shown lies where everyone may fetch it. */
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { ownRefusal, toBackendError, type BackendError } from '#shared/backend/errors.ts';
import { removeFiles, storeFile } from '#shared/backend/files.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import type { Decision, DeskPhoto } from '../model/photo.ts';
import { plainFile } from '../model/plain-file.ts';

export const listPhotos = (
  status: Decision,
  after: DeskPhoto | null,
  most: number,
  parts: CallParts = {},
): Answer<readonly DeskPhoto[]> =>
  callFunction(
    'list_photos',
    {
      p_status: status,
      p_most: most,
      ...(after === null ? {} : { p_after_at: after.sent_at, p_after_id: after.id }),
    },
    parts,
  );

/** `words` is the alt text of what is shown, or why it is declined. */
export const decidePhoto = (
  { id, version }: Pick<DeskPhoto, 'id' | 'version'>,
  to: Decision,
  words: string,
  parts: CallParts = {},
): Answer<true> =>
  callFunction(
    'decide_photo',
    { p_id: id, p_to: to, p_words: words, p_version: version },
    () => true,
    parts,
  );

/**
 * Puts its file where pages find it, without what a camera wrote beside the picture. A file that is there is
 * the same: it keeps its name for ever.
 */
export async function openFile(
  { path }: Pick<DeskPhoto, 'path'>,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<null, BackendError>> {
  const inbox = (await backend).storage.from('photo-inbox');
  const { data, error } = await inbox.download(path);
  if (error) return fail(toBackendError(error));
  const plain = plainFile(new Uint8Array(await data.arrayBuffer()));
  if (plain === null) return fail(ownRefusal({ message: 'This file is damaged.', status: 422 }));
  const file = new Blob([plain], { type: data.type });
  const stored = await storeFile('customer-photos', path, file, backend);
  if (stored.ok) return succeed(null);
  const { status, code } = stored.error;
  return status === 409 || code === '409' ? succeed(null) : fail(stored.error);
}

/** What can't be removed now, the jobs remove. */
export const closeFile = ({ path }: Pick<DeskPhoto, 'path'>, backend?: Promise<Backend>) =>
  removeFiles('customer-photos', [path], backend);
