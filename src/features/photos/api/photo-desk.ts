/** Customers' photographs as staff decide about them. Invariant: what is shown lies where everyone may fetch it. */
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { toBackendError, type BackendError } from '#shared/backend/errors.ts';
import { removeFiles } from '#shared/backend/files.ts';
import { listOf } from '#shared/parsed-fields.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { parseDeskPhoto, type Decision, type DeskPhoto } from '../model/photo.ts';

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
      ...(after === null ? {} : { p_after_at: after.sentAt, p_after_id: after.id }),
    },
    (data) => listOf(data, parseDeskPhoto),
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

/** Copies its file to where pages find it. A copy that is there is the same: a file keeps its name for ever. */
export async function openFile(
  { path }: Pick<DeskPhoto, 'path'>,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<null, BackendError>> {
  const inbox = (await backend).storage.from('photo-inbox');
  const { error } = await inbox.copy(path, path, { destinationBucket: 'customer-photos' });
  if (!error) return succeed(null);
  const failure = toBackendError(error);
  return failure.status === 409 || failure.code === '409' ? succeed(null) : fail(failure);
}

/** What can't be removed now, the jobs remove. */
export const closeFile = ({ path }: Pick<DeskPhoto, 'path'>, backend?: Promise<Backend>) =>
  removeFiles('customer-photos', [path], backend);
