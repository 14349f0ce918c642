import { atom, onMount } from 'nanostores';
import { isRecord } from '#desk-kit/model/desk-row.ts';

/** The published picture of each product, by its address. A list without them is still the list. */
export const $productPictures = atom<ReadonlyMap<string, string>>(new Map());

async function readPictures(): Promise<void> {
  const answer = await fetch('/search/pictures.json');
  const files: unknown = answer.ok ? await answer.json() : {};
  if (!isRecord(files)) return;
  const named = Object.entries(files).flatMap(([url, file]) =>
    typeof file === 'string' && /^\/(?!\/)/.test(file) ? [[url, file] as const] : [],
  );
  $productPictures.set(new Map(named));
}

onMount($productPictures, () => void readPictures().catch(() => {}));
