/** The pictures of the shop, a page after the other. Invariant: an answer to an older question is thrown away. */
import { map, type MapStore } from 'nanostores';
import { askedAgain, staysShown } from '#desk-kit/store/desk-refusal.ts';
import type { BackendError } from '#shared/backend/errors.ts';
import { storeFile } from '#shared/backend/files.ts';
import type { Result } from '#shared/result.ts';
import { shrinkImage } from '#shared/shrink-image.ts';
import { describeMedia, listMedia, mediaLinks, removeMedia, replaceMedia } from '../api/media.ts';
import { mediaPath, type MediaFilter, type MediaPicture } from '../model/media.ts';

export interface MediaShown {
  readonly filter: MediaFilter;
  readonly search: string;
  readonly status: 'loading' | 'ready' | 'failed';
  readonly message: string;
  readonly pictures: readonly MediaPicture[];
  readonly links: ReadonlyMap<string, string>;
  readonly hasMore: boolean;
}

export interface MediaList {
  readonly $shown: MapStore<MediaShown>;
  ask(query: Partial<Pick<MediaShown, 'filter' | 'search'>>): Promise<void>;
  more(): Promise<void>;
}

const pageSize = 60;

export function createMediaList(filter: MediaFilter): MediaList {
  const $shown = map<MediaShown>({
    filter,
    search: '',
    status: 'loading',
    message: '',
    pictures: [],
    links: new Map(),
    hasMore: false,
  });
  let asking: AbortController | null = null;
  /** What the pictures on show are the answer to. */
  let answered: string | null = null;

  async function read(after: MediaPicture | null, most = pageSize): Promise<void> {
    asking?.abort();
    const controller = new AbortController();
    asking = controller;
    const { filter, search } = $shown.get();
    const { signal } = controller;
    const page = await listMedia({ filter, search, after, most: most + 1 }, { signal });
    if (asking !== controller) return;
    const question = JSON.stringify([filter, search]);
    if (!page.ok) {
      const message = askedAgain(page.error);
      const words = after === null ? undefined : message;
      const stays = answered === question && staysShown(page.error, words);
      $shown.set({ ...$shown.get(), status: stays ? 'ready' : 'failed', message });
      return;
    }
    const pictures = page.value.slice(0, most);
    const links = await mediaLinks(pictures);
    if (asking !== controller) return;
    const before = $shown.get();
    answered = question;
    $shown.set({
      ...before,
      status: 'ready',
      pictures: after === null ? pictures : [...before.pictures, ...pictures],
      links: new Map([...(after === null ? [] : before.links), ...links]),
      hasMore: page.value.length > most,
    });
  }

  return {
    $shown,
    ask(query) {
      $shown.set({ ...$shown.get(), ...query, status: 'loading' });
      return read(null, Math.max(pageSize, Math.min($shown.get().pictures.length, 480)));
    },
    more: () => read($shown.get().pictures.at(-1) ?? null),
  };
}

export const media = createMediaList('all');
/** What a product may take over: files, not what the shop draws. */
export const mediaToChoose = createMediaList('files');

/** Gives what went wrong, or null. What is shown is read again either way. */
async function changed(done: Promise<Result<true, BackendError>>): Promise<string | null> {
  const answer = await done;
  await media.ask({});
  return answer.ok ? null : askedAgain(answer.error);
}

export const describePicture = (picture: MediaPicture, alt: string) =>
  changed(describeMedia(picture, alt));

export const deletePicture = (picture: MediaPicture) => changed(removeMedia(picture));

export async function replacePicture(picture: MediaPicture, file: File): Promise<string | null> {
  const shrunk = await shrinkImage(file);
  return typeof shrunk === 'string' ? shrunk : changed(replaceMedia(picture, shrunk));
}

/** A file that nothing shows yet. Gives what went wrong, or null. */
export async function uploadPicture(file: File): Promise<string | null> {
  const shrunk = await shrinkImage(file);
  if (typeof shrunk === 'string') return shrunk;
  const path = mediaPath(file.name, crypto.randomUUID().slice(0, 8));
  const stored = await storeFile('drafts', path, shrunk.blob);
  return stored.ok ? null : `${file.name}: ${askedAgain(stored.error)}`;
}
