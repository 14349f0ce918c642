/**
 * Invariant: the entry that a page is rendered from is, byte for byte, the payload that is published
 * beside it.
 */

export type PageKind =
  | 'home'
  | 'about'
  | 'faq'
  | 'terms'
  | 'legal'
  | 'countries'
  | 'calendar'
  | 'follow'
  | 'cart'
  | 'checkout'
  | 'orders'
  | 'account'
  | 'account-details'
  | 'colorpicker'
  | 'design'
  | 'keyboard'
  | 'product'
  | 'guide'
  | 'artisans'
  | 'category'
  | 'compare'
  | 'updates'
  | 'update'
  | 'admin'
  | 'failure';

export interface Crumb {
  readonly label: string;
  readonly path: string;
}

export interface ShareImage {
  readonly src: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
}

export interface PageEntry<Data = unknown> {
  readonly path: string;
  readonly kind: PageKind;
  readonly title: string;
  /** What result lists and link previews call it, where that is not the title. */
  readonly headTitle?: string;
  readonly description: string;
  /** From the home page down to the parent; the page itself is not in it. */
  readonly crumbs: readonly Crumb[];
  readonly shareImage: ShareImage | null;
  /** False keeps a page that belongs to one person out of search engines. */
  readonly isPublic: boolean;
  readonly data: Data;
}

/** Of a page that is kept for as long as its entry is the same: what its foot names is part of it. */
export interface KeptEntry<Data = unknown> extends PageEntry<Data> {
  readonly legal: readonly string[];
}
