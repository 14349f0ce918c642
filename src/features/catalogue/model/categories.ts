/** The kinds of goods that have a page of their own, in the order of the menu. Artisans have theirs elsewhere. */
export interface Category {
  /** Its place in the address, `/shop/…`. */
  readonly slug: string;
  readonly title: string;
  readonly about: string;
  /** What products of it have as their category. */
  readonly of: readonly string[];
  /** Named on the page of every category, not on every page. */
  readonly isMinor?: boolean;
  /** Has a page that puts its goods beside each other, fact by fact. */
  readonly isCompared?: boolean;
}

export const categories: readonly Category[] = [
  {
    slug: 'keyboards',
    title: 'Keyboards',
    about:
      'Every board of the workshop by layout, mount and case, from interest check to in stock.',
    of: ['keyboard'],
    isCompared: true,
  },
  {
    slug: 'keycaps',
    title: 'Keycaps',
    about: 'Keycap sets by profile and material, with the layouts that each of them covers.',
    of: ['keycap_set'],
  },
  {
    slug: 'switches',
    title: 'Switches',
    about: 'Linear, tactile, clicky and silent switches, with what they feel and sound like.',
    of: ['switches'],
    isCompared: true,
  },
  {
    slug: 'desk-mats',
    title: 'Desk mats',
    about: 'Mats that lie flat under a board, in the colours of our sets.',
    of: ['desk_mat'],
    isMinor: true,
  },
  {
    slug: 'cables',
    title: 'Cables',
    about:
      'Coiled and straight USB cables for boards with a USB-C socket, by the plugs at their ends.',
    of: ['cable'],
    isMinor: true,
  },
  {
    slug: 'parts',
    title: 'Parts',
    about: 'PCBs, plates, stabilisers and foams, and the tools that put a board together.',
    of: ['part', 'stabilisers', 'tool'],
  },
];
