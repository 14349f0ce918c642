import { categories, type Category } from '#features/catalogue/model/categories.ts';
import { shelfState } from '#features/catalogue/model/shelf.ts';
import { routes } from '#routes.ts';
import { buildTime } from '../build-clock.ts';
import { readCatalogue, type WholeProduct } from '../catalogue.ts';
import { publishedLegal } from '../legal-links.ts';
import type { KeptEntry } from '../page-entry.ts';
import { shareImageOf } from '../pictures/picture-of.ts';
import { oncePerBuild } from '../rows.ts';
import { soundOf, type Sound } from '../sound-of.ts';
import { productCard, shelfFactsOf, type ProductCard } from './product-card.ts';

export interface ComparedGoods {
  /** As the address names it. */
  readonly url: string;
  readonly card: ProductCard;
  /** By the code of the fact; several of one code in one line. */
  readonly values: Readonly<Record<string, string>>;
  /** The first, where it has any. */
  readonly sound?: Sound;
}

export interface CompareData {
  readonly slug: string;
  /** Of its kind. */
  readonly name: string;
  readonly rows: readonly { readonly code: string; readonly label: string }[];
  readonly goods: readonly ComparedGoods[];
}

/** More columns than this are looked through by nobody. */
const mostCompared = 60;

function comparedGoods(product: WholeProduct): ComparedGoods {
  const byCode = Object.groupBy(product.facts, ({ code }) => code);
  const values = Object.entries(byCode).map(([code, facts = []]) => [
    code,
    facts.map(({ value }) => value).join(', '),
  ]);
  const [sound] = product.sounds;
  return {
    url: product.url,
    card: productCard(product),
    values: Object.fromEntries(values),
    ...(sound && { sound: soundOf(sound) }),
  };
}

async function compareEntry({ slug, title, of }: Category): Promise<KeptEntry<CompareData>> {
  const { products } = await readCatalogue();
  const here = products
    .filter(({ category }) => of.includes(category))
    .filter((product) => shelfState(shelfFactsOf(product), buildTime()).shelf !== 'archive')
    .slice(0, mostCompared);
  const rows = new Map(
    here.flatMap(({ facts }) => facts).map(({ code, label }) => [code, { code, label }]),
  );
  return {
    path: routes.compare(slug),
    kind: 'compare',
    title: `Compare ${title.toLowerCase()}`,
    description: `${title} beside each other: what they cost, how they can be had, and every fact of them, line by line.`,
    crumbs: [
      { label: 'Home', path: routes.home },
      { label: title, path: routes.category(slug) },
    ],
    shareImage: shareImageOf(here[0]?.images[0]),
    isPublic: here.length > 1,
    legal: await publishedLegal(),
    data: { slug, name: title, rows: [...rows.values()], goods: here.map(comparedGoods) },
  };
}

export const compareEntries = oncePerBuild(() =>
  Promise.all(categories.filter(({ isCompared }) => isCompared).map(compareEntry)),
);
