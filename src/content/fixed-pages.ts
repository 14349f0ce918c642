/** Invariant: no two pages share a title or a description. */
import { routes } from '#routes.ts';
import type { Crumb, PageEntry, PageKind } from './page-entry.ts';

const home: Crumb = { label: 'Home', path: routes.home };
const admin: Crumb = { label: 'Workshop desk', path: routes.admin.home };
const account: Crumb = { label: 'Account', path: routes.account };

interface FixedPage {
  readonly path: string;
  readonly kind: PageKind;
  readonly title: string;
  readonly description: string;
  readonly crumbs?: readonly Crumb[];
  readonly isPublic?: boolean;
}

const pages = {
  home: {
    path: routes.home,
    kind: 'home',
    title: 'Keyboards, keycap kits and artisan caps',
    description:
      'Keyboards, keycap kits and sculpted caps from a small workshop: what is open for orders now, what is being made, and what comes next.',
    crumbs: [],
  },
  about: {
    path: routes.about,
    kind: 'about',
    title: 'About the workshop',
    description:
      'Who runs Keywright, where we keep your money until a batch is certain, and how well past batches kept their dates.',
  },
  faq: {
    path: routes.faq,
    kind: 'faq',
    title: 'Questions and answers',
    description:
      'How group buys, raffles, waiting lists, shipping and refunds work at Keywright, and what the terms mean.',
  },
  terms: {
    path: routes.terms,
    kind: 'terms',
    title: 'Terms',
    description:
      'The terms for in-stock goods, group buys, raffles and lists, with a plain summary of each part.',
  },
  privacy: {
    path: routes.privacy,
    kind: 'legal',
    title: 'Privacy',
    description:
      'What personal data the shop stores, why and for how long, who receives it, and how to export or delete it.',
  },
  withdrawal: {
    path: routes.withdrawal,
    kind: 'legal',
    title: 'Withdraw from a contract',
    description:
      'How to withdraw from an order within the withdrawal period, what we refund, and the model form.',
  },
  imprint: {
    path: routes.imprint,
    kind: 'legal',
    title: 'Imprint',
    description: 'Who runs this shop, the address of the business, and how to reach it.',
  },
  accessibility: {
    path: routes.accessibility,
    kind: 'legal',
    title: 'Accessibility',
    description:
      'How accessible these pages are, how we test that, what does not work yet, and whom to tell.',
  },
  countries: {
    path: routes.countries,
    kind: 'countries',
    title: 'Shipping by country',
    description:
      'Where Keywright ships, what it costs, how long it takes, and who pays taxes and duties, country by country.',
  },
  calendar: {
    path: routes.calendar,
    kind: 'calendar',
    title: 'Calendar',
    description:
      'When group buys, raffles and lists open and close at Keywright: to look at, or to have in your own calendar.',
  },
  follow: {
    path: routes.follow,
    kind: 'follow',
    title: 'Hear of everything new',
    description:
      'How to hear of new products, group buys, raffles and lists at Keywright: by e-mail, in a feed reader or in your calendar.',
  },
  cart: {
    path: routes.cart,
    kind: 'cart',
    title: 'Cart',
    description: 'What you are about to order from Keywright, grouped by ship date.',
    isPublic: false,
  },
  checkout: {
    path: routes.checkout,
    kind: 'checkout',
    title: 'Checkout',
    description: 'Address, shipping, summary and payment of your order on one page.',
    crumbs: [home, { label: 'Cart', path: routes.cart }],
    isPublic: false,
  },
  orders: {
    path: routes.orders,
    kind: 'orders',
    title: 'Orders',
    description: 'Your orders with their stage, their dates and any balance due.',
    isPublic: false,
  },
  account: {
    path: routes.account,
    kind: 'account',
    title: 'Account',
    description: 'Sign in to see your orders, lists, raffle results and saved designs.',
    isPublic: false,
  },
  accountDetails: {
    path: routes.accountDetails,
    kind: 'account-details',
    title: 'Your details',
    description: 'Your name, addresses, sign-in methods and preferences at Keywright.',
    crumbs: [home, account],
    isPublic: false,
  },
  wishes: {
    path: routes.wishes,
    kind: 'account',
    title: 'Kept for later',
    description:
      'What you keep for later at Keywright, with its price, its stock and the days left to buy it.',
    crumbs: [home, account],
    isPublic: false,
  },
  ownShelf: {
    path: routes.ownShelf,
    kind: 'account',
    title: 'Your shelf',
    description:
      'The boards, caps and sets that you own, from your orders at Keywright and from elsewhere.',
    crumbs: [home, account],
    isPublic: false,
  },
  sharedShelf: {
    path: routes.sharedShelf,
    kind: 'account',
    title: 'A shelf',
    description: 'The boards, caps and sets on the shelf of somebody who shares it with you.',
    isPublic: false,
  },
  colorpicker: {
    path: routes.colorpicker,
    kind: 'colorpicker',
    title: 'Colour picker',
    description: 'Colour a keyboard, key by key or zone by zone, in colours we can actually order.',
  },
  artisans: {
    path: routes.artisans,
    kind: 'artisans',
    title: 'Artisan keycaps',
    description:
      'Sculpted keycaps by small makers: every sculpt with its colorways, edition sizes and how each is sold.',
  },
  allArtisans: {
    path: routes.allArtisans,
    kind: 'artisans',
    title: 'All artisan keycaps',
    description:
      'Every sculpt with every edition on one page: pictures, makers, edition sizes and how each is sold.',
    crumbs: [home, { label: 'Artisan keycaps', path: routes.artisans }],
    // A search engine has the page itself.
    isPublic: false,
  },
  updates: {
    path: routes.updates,
    kind: 'updates',
    title: 'Production updates',
    description:
      'What happened in each batch, newest first: stages reached, dates changed, and why.',
  },
} as const satisfies Record<string, FixedPage>;

const adminPages = {
  home: [
    'Today',
    'What needs you: orders to pack, balances due, windows that end soon, and today’s orders.',
  ],
  batches: [
    'Group buys',
    'Every batch with its stage, window, paid and waiting units, and what buyers were promised.',
  ],
  check: ['Shop check', 'What needs attention: orders, stock, mails, builds and pictures.'],
  health: ['Health', 'Whether everything runs: alerts, scheduled jobs, backups and who is told.'],
  colorways: ['Colorways', 'Colours and editions, their materials and where they are used.'],
  content: [
    'Content',
    'Updates, questions, texts of pages, makers and partners, in words to publish.',
  ],
  customers: [
    'Customers',
    'Who buys here: orders, sums, lists, designs, notes and e-mails of each person.',
  ],
  designs: [
    'Designs',
    'Public designs that visitors reported, what staff hid, and the whole gallery.',
  ],
  lists: ['Lists', 'Raffles, waiting lists and interest checks, from opening to the last offer.'],
  media: [
    'Media',
    'Every picture of the shop with its alt text, where it is used, and files that nothing shows.',
  ],
  money: ['Money', 'Who sells, where transfers go, and every invoice and credit note.'],
  orders: ['Orders', 'Every order with its stage, payments, shipments and history.'],
  photos: [
    'Customers’ photos',
    'What customers photographed of what they bought: waiting, shown and declined.',
  ],
  products: ['Products', 'Texts, pictures, variants and batches of everything in the shop.'],
  shipping: ['Shipping', 'Zones, methods and rates, and a test of what a parcel would cost.'],
  staff: ['Staff', 'Who works here and as what, who is invited, and when each was last seen.'],
  translations: ['Translations', 'What the shop says in other languages, beside the English.'],
} as const satisfies Record<keyof typeof routes.admin, readonly [string, string]>;

export type FixedPageName = keyof typeof pages;
export type AdminScreen = keyof typeof adminPages;

/** The entry of a page that is always there, around the data of this build. */
export function fixedPage<Data>(name: FixedPageName, data: Data): PageEntry<Data> {
  const page: FixedPage = pages[name];
  return {
    path: page.path,
    kind: page.kind,
    title: page.title,
    description: page.description,
    crumbs: page.crumbs ?? [home],
    shareImage: null,
    isPublic: page.isPublic ?? true,
    data,
  };
}

export function adminPage(screen: AdminScreen): PageEntry<{ readonly screen: AdminScreen }> {
  const [title, description] = adminPages[screen];
  return {
    path: routes.admin[screen],
    kind: 'admin',
    title: `${title} · Workshop desk`,
    description,
    crumbs: screen === 'home' ? [home] : [home, admin],
    shareImage: null,
    isPublic: false,
    data: { screen },
  };
}

export const adminScreens = Object.keys(adminPages) as readonly AdminScreen[];

/** The not-found and the error view are files that the server answers with, not routes. */
export function failurePage(path: string, title: string, description: string): PageEntry<null> {
  return {
    path,
    kind: 'failure',
    title,
    description,
    crumbs: [],
    shareImage: null,
    isPublic: false,
    data: null,
  };
}
