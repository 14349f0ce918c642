import { categories, type Category } from '#features/catalogue/model/categories.ts';
import { routes } from '#routes.ts';

export interface CategoryLink {
  readonly label: string;
  readonly path: string;
  readonly isMinor: boolean;
}

export const artisansLink: CategoryLink = {
  label: 'Artisans',
  path: routes.artisans,
  isMinor: false,
};

const linkOf = ({ slug, title, isMinor = false }: Category): CategoryLink => ({
  label: title,
  path: routes.category(slug),
  isMinor,
});

/** Where goods of this category stand together. */
export function categoryLink(category: string): CategoryLink {
  const found = categories.find(({ of }) => of.includes(category));
  return found ? linkOf(found) : artisansLink;
}

/** All of them: artisans after switches, as they sell. */
export const categoryLinks: readonly CategoryLink[] = categories
  .map(linkOf)
  .toSpliced(3, 0, artisansLink);
