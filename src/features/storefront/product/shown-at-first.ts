import type { Picture } from '#content/pictures/picture-of.ts';
import { fittingPictures } from '#features/catalogue/model/fitting-pictures.ts';

/** The pictures that fit what a page has chosen before anybody chooses. */
export function shownAtFirst(
  pictures: readonly Picture[],
  chosenIds: readonly string[],
): readonly Picture[] {
  const told = pictures.map((picture) => {
    const { optionValueId: value, variantId: variant } = picture;
    return { picture, value, variant };
  });
  return fittingPictures(told, new Set(chosenIds)).map(({ picture }) => picture);
}
