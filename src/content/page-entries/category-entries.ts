import { categories, type Category } from '#features/catalogue/model/categories.ts';
import { facetsOf, priceFacet, saleFacet, type Facet } from '#features/catalogue/model/facets.ts';
import type { Shelf } from '#features/catalogue/model/shelf.ts';
import { chooseForShelves } from '#features/catalogue/model/shelf-choice.ts';
import { routes } from '#routes.ts';
import { buildTime } from '../build-clock.ts';
import { readCatalogue } from '../catalogue.ts';
import { publishedLegal } from '../legal-links.ts';
import type { KeptEntry } from '../page-entry.ts';
import { shareImageOf } from '../pictures/picture-of.ts';
import { oncePerBuild } from '../rows.ts';
import { productCard, shelfFactsOf, type ProductCard } from './product-card.ts';

export interface CategoryData {
  readonly slug: string;
  readonly cards: readonly ProductCard[];
  readonly more: Readonly<Partial<Record<Shelf, number>>>;
  readonly facets: readonly Facet[];
  /** Whether there is a page that puts them beside each other. */
  readonly isCompared: boolean;
}

async function categoryEntry(category: Category): Promise<KeptEntry<CategoryData>> {
  const { slug, title, about, of, isCompared = false } = category;
  const { products } = await readCatalogue();
  const here = products.filter((product) => of.includes(product.category));
  const { shown, more } = chooseForShelves(here, shelfFactsOf, buildTime());
  const cards = shown.map(productCard);
  const facets = [...saleFacet(cards, buildTime()), ...facetsOf(cards), ...priceFacet(cards)];
  return {
    path: routes.category(slug),
    kind: 'category',
    title,
    description: about,
    crumbs: [{ label: 'Home', path: routes.home }],
    shareImage: shareImageOf(here[0]?.images[0]),
    // A page that only says that there is nothing yet is not to be found.
    isPublic: here.length > 0,
    legal: await publishedLegal(),
    data: { slug, cards, more, facets, isCompared: isCompared && here.length > 1 },
  };
}

export const categoryEntries = oncePerBuild(() => Promise.all(categories.map(categoryEntry)));
