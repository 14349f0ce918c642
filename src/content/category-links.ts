import { categories, type Category } from '#features/catalogue/model/categories.ts';
import { routes } from '#routes.ts';

export interface CategoryLink {
  readonly label: string;
  readonly path: string;
}

const artisansLink: CategoryLink = { label: 'Artisans', path: routes.artisans };

const linkOf = ({ slug, title }: Category): CategoryLink => ({
  label: title,
  path: routes.category(slug),
});

/** Where goods of this category stand together. */
export function categoryLink(category: string): CategoryLink {
  const found = categories.find(({ of }) => of.includes(category));
  return found ? linkOf(found) : artisansLink;
}

/** Artisans come after switches, as they sell. */
const linksOf = (some: readonly Category[]): readonly CategoryLink[] =>
  some.map(linkOf).toSpliced(3, 0, artisansLink);

export const categoryLinks = linksOf(categories);

/** Those that the first row, the menu and the foot of every page have room for. */
export const mainCategoryLinks = linksOf(categories.filter(({ isMinor = false }) => !isMinor));

/** The page where a product stands beside others of its kind, already chosen; null where there is none. */
export function compareLink(category: string, url: string): CategoryLink | null {
  const found = categories.find(({ of, isCompared }) => isCompared && of.includes(category));
  if (!found) return null;
  const path = `${routes.compare(found.slug)}?a=${encodeURIComponent(url)}`;
  return { label: `Compare with other ${found.title.toLowerCase()}`, path };
}
