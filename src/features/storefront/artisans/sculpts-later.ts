import type { ShownProduct } from '#content/page-entries/product-entries.ts';

/** As many come with a first flight of packets, their stories and lists included. */
const editionsAtOnce = 24;

/** Those that a page names at first and fills in once it is seen, however many a shop has. */
export function sculptsLater<Sculpt extends Pick<ShownProduct, 'colorways'>>(
  sculpts: readonly Sculpt[],
): readonly Sculpt[] {
  let editions = 0;
  return sculpts.filter(({ colorways }, place) => {
    editions += colorways.length;
    return place > 0 && editions > editionsAtOnce;
  });
}
