/**
 * What the gallery shows: the only place that knows which designs were asked for. Invariant: the
 * answer to an older question never replaces that to a newer one.
 */
import { atom } from 'nanostores';
import {
  findDesigns,
  type DesignError,
  type GalleryDesign,
  type GalleryQuery,
} from '#features/designs/store/saved-designs.ts';

const pageSize = 12;

export type GalleryState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: DesignError }
  | {
      readonly kind: 'ready';
      readonly designs: readonly GalleryDesign[];
      readonly hasMore: boolean;
    };

export const $gallery = atom<GalleryState>({ kind: 'loading' });
export const $galleryQuery = atom<GalleryQuery>({
  order: 'newest',
  family: null,
  layout: null,
  offset: 0,
});

let asked: AbortController | null = null;

async function ask(before: readonly GalleryDesign[]): Promise<void> {
  asked?.abort();
  const mine = new AbortController();
  asked = mine;
  const answer = await findDesigns($galleryQuery.get(), mine.signal);
  if (asked !== mine) return;
  if (!answer.ok) {
    $gallery.set({ kind: 'failed', error: answer.error });
    return;
  }
  const known = new Set(before.map(({ id }) => id));
  const designs = [...before, ...answer.value.filter(({ id }) => !known.has(id))];
  $gallery.set({ kind: 'ready', designs, hasMore: answer.value.length === pageSize });
}

export async function askGallery(changes: Partial<Omit<GalleryQuery, 'offset'>>): Promise<void> {
  $galleryQuery.set({ ...$galleryQuery.get(), ...changes, offset: 0 });
  $gallery.set({ kind: 'loading' });
  await ask([]);
}

export async function moreDesigns(): Promise<void> {
  const state = $gallery.get();
  if (state.kind !== 'ready') return;
  $galleryQuery.set({ ...$galleryQuery.get(), offset: state.designs.length });
  await ask(state.designs);
}
