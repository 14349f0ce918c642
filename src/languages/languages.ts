/** The languages that the shop's own texts are there in. The first is the one that its code is written in. */
export interface Language {
  readonly code: string;
  /** As its readers call it. */
  readonly name: string;
  readonly locale: string;
  /** Where its pages begin: a slash and its code. The first language has the addresses without one. */
  readonly prefix: string;
  /** Nouns keep their capital within a sentence. */
  readonly hasCapitalNouns: boolean;
}

export const english: Language = {
  code: 'en',
  name: 'English',
  locale: 'en-GB',
  prefix: '',
  hasCapitalNouns: false,
};

/** Those that an owner may publish the shop in beside the first. */
export const furtherLanguages: readonly Language[] = [
  { code: 'de', name: 'Deutsch', locale: 'de-DE', prefix: '/de', hasCapitalNouns: true },
];

/** @example languageName('de') // 'German' */
export const languageName = (code: string): string =>
  new Intl.DisplayNames(['en-GB'], { type: 'language' }).of(code) ?? code;

/** @example pathInFirst('/de/faq') // '/faq' ; pathInFirst('/faq') // '/faq' */
export function pathInFirst(pathname: string): string {
  const language = furtherLanguages.find(({ prefix }) => `${pathname}/`.startsWith(`${prefix}/`));
  return pathname.slice(language?.prefix.length ?? 0) || '/';
}
