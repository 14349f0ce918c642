import { atom, onMount } from 'nanostores';
import { isRecord } from '#desk-kit/model/desk-row.ts';

/**
 * What shoppers see, small: the first picture of each product by its address, and each picture by its id.
 * Null until it is read. A list without them is still the list.
 */
export const $publishedPictures = atom<ReadonlyMap<string, string> | null>(null);

async function readPictures(): Promise<ReadonlyMap<string, string>> {
  const answer = await fetch('/search/pictures.json');
  const files: unknown = answer.ok ? await answer.json() : {};
  const named = Object.entries(isRecord(files) ? files : {}).flatMap(([key, file]) =>
    typeof file === 'string' && /^\/(?!\/)/.test(file) ? [[key, file] as const] : [],
  );
  return new Map(named);
}

onMount($publishedPictures, () => {
  const none: ReadonlyMap<string, string> = new Map();
  void readPictures()
    .catch(() => none)
    .then((read) => $publishedPictures.set(read));
});
