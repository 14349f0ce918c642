/** Which pictures of a product fit what is chosen. Invariant: where there are pictures, one is shown. */
export type ChosenPicture = {
  /** Shown with this variant alone; null with all. */
  readonly variant: string | null;
  /** Shown with this answer alone; null with all. */
  readonly value: string | null;
};

/** @example fittingPictures(pictures, new Set(['cream'])) // the pictures of all, and those in cream */
export function fittingPictures<Each extends ChosenPicture>(
  pictures: readonly Each[],
  chosen: ReadonlySet<string>,
): readonly Each[] {
  const fits = (id: string | null) => id === null || chosen.has(id);
  const ofVariant = pictures.filter(({ variant }) => fits(variant));
  // Of a variant that has none of its own, at least the answers are right.
  const nearest = ofVariant.length > 0 ? ofVariant : pictures;
  const ofBoth = nearest.filter(({ value }) => fits(value));
  return ofBoth.length > 0 ? ofBoth : nearest;
}
