/** Customers' photographs at the desk, a page after the other. Invariant: an answer to an older question is thrown away. */
import { map } from 'nanostores';
import { notify } from '#desk-kit/store/desk-notices.ts';
import { askedAgain, staysShown } from '#desk-kit/store/desk-refusal.ts';
import { unanswered } from '#shared/backend/errors.ts';
import { inboxLinks } from '../api/own-photos.ts';
import { closeFile, decidePhoto, listPhotos, openFile } from '../api/photo-desk.ts';
import type { Decision, DeskPhoto } from '../model/photo.ts';

export interface PhotosShown {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly message: string;
  readonly of: Decision;
  readonly photos: readonly DeskPhoto[];
  readonly links: ReadonlyMap<string, string>;
  readonly hasMore: boolean;
  /** Which one is looked at. */
  readonly chosen: string | null;
}

export const $photos = map<PhotosShown>({
  status: 'loading',
  message: '',
  of: 'waiting',
  photos: [],
  links: new Map(),
  hasMore: false,
  chosen: null,
});

const pageSize = 30;
let turn = 0;

async function read(after: DeskPhoto | null): Promise<void> {
  const own = (turn += 1);
  const { of } = $photos.get();
  const page = await listPhotos(of, after, pageSize + 1).catch(unanswered);
  if (own !== turn) return;
  if (!page.ok) {
    const message = askedAgain(page.error);
    const words = after === null ? undefined : message;
    const stays = $photos.get().photos.length > 0 && staysShown(page.error, words);
    $photos.set({ ...$photos.get(), status: stays ? 'ready' : 'failed', message });
    return;
  }
  const found = page.value.slice(0, pageSize);
  const links = await inboxLinks(found.map(({ path }) => path)).catch(() => new Map());
  if (own !== turn) return;
  const before = $photos.get();
  const photos = after === null ? found : [...before.photos, ...found];
  const isThere = photos.some(({ id }) => id === before.chosen);
  $photos.set({
    ...before,
    status: 'ready',
    photos,
    links: new Map([...(after === null ? [] : before.links), ...links]),
    hasMore: page.value.length > pageSize,
    chosen: isThere ? before.chosen : (photos[0]?.id ?? null),
  });
}

export async function showPhotos(of: Decision): Promise<void> {
  const before = $photos.get();
  const isOther = before.of !== of;
  $photos.set({
    ...before,
    of,
    status: 'loading',
    ...(isOther ? { photos: [], chosen: null } : {}),
  });
  await read(null);
}

export const morePhotos = (): Promise<void> => read($photos.get().photos.at(-1) ?? null);

export const choosePhoto = (id: string): void => $photos.setKey('chosen', id);

/** To the next or the one before; at either end it stays. */
export function stepPhoto(step: number): void {
  const { photos, chosen } = $photos.get();
  const at = photos.findIndex(({ id }) => id === chosen);
  const next = photos[Math.min(photos.length - 1, Math.max(0, at + step))];
  if (next) choosePhoto(next.id);
}

const said: Readonly<Record<Decision, string>> = {
  shown: 'Photo shown. It is on the page after the next publishing.',
  declined: 'Photo declined.',
  waiting: 'Photo is waiting again.',
};

async function decide(photo: DeskPhoto, to: Decision, words: string): Promise<string | null> {
  if (to === 'shown') {
    const opened = await openFile(photo).catch(unanswered);
    if (!opened.ok) return askedAgain(opened.error);
  }
  const done = await decidePhoto(photo, to, words).catch(unanswered);
  if (!done.ok) return askedAgain(done.error);
  if (photo.status === 'shown' && to !== 'shown') await closeFile(photo).catch(unanswered);
  return null;
}

/** Gives what went wrong, or null. The one after it is looked at next. */
export async function decideAbout(
  photo: DeskPhoto,
  to: Decision,
  words: string,
): Promise<string | null> {
  const { photos } = $photos.get();
  const at = photos.findIndex(({ id }) => id === photo.id);
  const problem = await decide(photo, to, words);
  if (problem === null) {
    const next = photos[at + 1] ?? photos[at - 1];
    $photos.setKey('chosen', next?.id ?? null);
    const text = photo.status === 'shown' ? 'Photo taken down.' : said[to];
    notify(to === 'shown' && photo.status === 'shown' ? 'Alt text saved.' : text, () =>
      undo(photo, to),
    );
  }
  await read(null);
  return problem;
}

/** Back to how it stood, with the words that it had. */
async function undo(photo: DeskPhoto, from: Decision): Promise<string | null> {
  const now = await listPhotos(from, null, 200).catch(unanswered);
  const found = now.ok ? now.value.find(({ id }) => id === photo.id) : undefined;
  if (!found) return 'This photo has changed since, so it stays as it is.';
  const words = photo.status === 'shown' ? photo.alt : photo.reason;
  const problem = await decide(found, photo.status, words);
  $photos.setKey('chosen', photo.id);
  await read(null);
  return problem;
}
