/** Invariant: a page that belongs to one person carries nothing but what suggests a next step. */
import { readCatalogue, type WholeProduct } from '../catalogue.ts';
import { readDesignKits, readPalettes } from '../design-kits.ts';
import { legalDocuments, type LegalDocument } from '../legal-documents.ts';
import { readDrops } from '../drops.ts';
import { readNews } from '../news.ts';
import { oncePerBuild } from '../rows.ts';
import { readShipping } from '../shipping.ts';
import { readShopDates, readShopWindows } from '../shop-dates.ts';
import { readFaq, readLegalVersions, readPageTexts } from '../texts.ts';
import { chooseForShelves } from '#features/catalogue/model/shelf-choice.ts';
import { shelfState } from '#features/catalogue/model/shelf.ts';
import { routes, shellDesignId } from '#routes.ts';
import { buildTime } from '../build-clock.ts';
import { adminPage, adminScreens, fixedPage, type FixedPageName } from '../fixed-pages.ts';
import type { PageEntry } from '../page-entry.ts';
import { pictureOf, shareImageOf } from '../pictures/picture-of.ts';
import { productCard, shelfFactsOf } from './product-card.ts';
import { shownProduct } from './product-entries.ts';
import { updateSummary } from './update-entries.ts';

const suggestionCount = 4;
const latestUpdateCount = 3;
const latestDropCount = 8;

export const homeEntry = oncePerBuild(async () => {
  const news = await readNews();
  const { products } = await readCatalogue();
  const { shown, more } = chooseForShelves(products, shelfFactsOf, buildTime());
  const entry = fixedPage('home', {
    cards: shown.map(productCard),
    more,
    updates: news.slice(0, latestUpdateCount).map(updateSummary),
  });
  return { ...entry, shareImage: shareImageOf(products[0]?.images[0]) };
});

async function readArtisans(name: 'artisans' | 'allArtisans') {
  const { products } = await readCatalogue();
  const sculpts = products.filter((product) => product.kind === 'artisan');
  const shown = await Promise.all(sculpts.map(shownProduct));
  const texts = await readPageTexts('artisans');
  const entry = fixedPage(name, { sculpts: shown, texts });
  return { ...entry, shareImage: shareImageOf(sculpts[0]?.images[0]) };
}

export const artisansEntry = oncePerBuild(() => readArtisans('artisans'));
export const allArtisansEntry = oncePerBuild(() => readArtisans('allArtisans'));

export const aboutEntry = oncePerBuild(async () => {
  const { products } = await readCatalogue();
  const shipped = products.flatMap(({ path, title, batches }) =>
    batches
      .filter((batch) => batch.shippedOn !== null)
      .map((batch) => ({
        title: batch.title,
        product: { path, title },
        originalEta: batch.originalEta,
        shippedOn: batch.shippedOn,
      })),
  );
  // Each once, with the first of their caps.
  const makers = new Map(
    products
      .toReversed()
      .flatMap(({ maker, images: [first] }) => (maker === null ? [] : [{ ...maker, first }]))
      .map((maker) => [maker.id, maker]),
  );
  return fixedPage('about', {
    sections: await readPageTexts('about'),
    trackRecord: shipped.toSorted((a, b) => (b.shippedOn ?? '').localeCompare(a.shippedOn ?? '')),
    makers: [...makers.values()].toReversed().map(({ code, name, bio, first }) => ({
      code,
      name,
      bio,
      image: first === undefined ? null : pictureOf(first),
    })),
  });
});

export const faqEntry = oncePerBuild(async () =>
  fixedPage('faq', { groups: await readFaq(), texts: await readPageTexts('faq') }),
);

export async function legalEntry(document: LegalDocument) {
  const versions = await readLegalVersions(document);
  // A page that only says that there is nothing yet is not to be found.
  return { ...fixedPage(document, { versions }), isPublic: versions.length > 0 };
}

export const countriesEntry = oncePerBuild(async () =>
  fixedPage('countries', { ...(await readShipping()), texts: await readPageTexts('countries') }),
);

export const calendarEntry = oncePerBuild(async () =>
  fixedPage('calendar', { dates: await readShopDates(), windows: await readShopWindows() }),
);

export const followEntry = oncePerBuild(async () => {
  const isOver = (closesAt: string | null) =>
    closesAt !== null && Date.parse(closesAt) <= buildTime();
  const drops = (await readDrops())
    .filter(({ closesAt }) => !isOver(closesAt))
    .slice(0, latestDropCount);
  return fixedPage('follow', {
    texts: await readPageTexts('follow'),
    latest: drops.map(({ at, label, about, path, image }) => ({
      at,
      label,
      about,
      path,
      picture: image === null ? null : pictureOf(image),
    })),
  });
});

/** The screens of one person: what is in them comes from the island, never from the build. */
const personal = {
  cart: 'cart',
  checkout: 'checkout',
  orders: 'orders',
  account: 'account',
  accountDetails: 'accountDetails',
  wishes: 'wishes',
  ownShelf: 'ownShelf',
  sharedShelf: 'sharedShelf',
} as const satisfies Partial<Record<FixedPageName, FixedPageName>>;

/** Whether something of it is for sale on the day of the build. */
function canBeOrdered(product: WholeProduct): boolean {
  const facts = shelfFactsOf(product);
  const { shelf } = shelfState(facts, buildTime());
  const isSold = facts.availabilities.some((kind) => kind !== 'list' && kind !== 'archived');
  return isSold && (shelf === 'running' || shelf === 'stock');
}

/** Suggests what can be ordered; `screenEntry('cart')` is the cart's. */
export async function screenEntry(name: keyof typeof personal) {
  const { products } = await readCatalogue();
  const isOffered = (product: WholeProduct) => product.kind !== 'artisan' && canBeOrdered(product);
  const offered = name === 'cart' ? products.filter(isOffered).slice(0, suggestionCount) : [];
  return fixedPage(personal[name], { suggestions: offered.map(productCard) });
}

/** Both pages of the picker know what can be had in which colours. */
async function readPickerData() {
  return { palettes: await readPalettes(), kits: await readDesignKits() };
}

export const colorpickerEntry = oncePerBuild(async () =>
  fixedPage('colorpicker', await readPickerData()),
);

export async function designEntry(): Promise<
  PageEntry<Awaited<ReturnType<typeof readPickerData>>>
> {
  return {
    path: routes.design(shellDesignId),
    kind: 'design',
    title: 'A design from the colour picker',
    description: 'A keyboard design from the colour picker, as it was saved.',
    crumbs: [
      { label: 'Home', path: routes.home },
      { label: 'Colour picker', path: routes.colorpicker },
    ],
    shareImage: null,
    isPublic: true,
    data: await readPickerData(),
  };
}

export async function fixedEntries(): Promise<PageEntry[]> {
  const screens = [
    'cart',
    'checkout',
    'orders',
    'account',
    'accountDetails',
    'wishes',
    'ownShelf',
    'sharedShelf',
  ] as const;
  return [
    await homeEntry(),
    await artisansEntry(),
    await allArtisansEntry(),
    await aboutEntry(),
    await faqEntry(),
    ...(await Promise.all(legalDocuments.map(legalEntry))),
    await countriesEntry(),
    await calendarEntry(),
    await followEntry(),
    ...(await Promise.all(screens.map(screenEntry))),
    await colorpickerEntry(),
    await designEntry(),
    ...adminScreens.map(adminPage),
  ];
}
