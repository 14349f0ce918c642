/** The language of this build of the site; what runs outside of one speaks the first. */
import { english, furtherLanguages, type Language } from './languages.ts';

declare const KEYWRIGHT_LANGUAGE: string | undefined;
declare const KEYWRIGHT_LANGUAGES: readonly string[] | undefined;

const code = typeof KEYWRIGHT_LANGUAGE === 'undefined' ? 'en' : KEYWRIGHT_LANGUAGE;
/** The codes of those beside the first that the shop is published in. */
export const publishedCodes: readonly string[] =
  typeof KEYWRIGHT_LANGUAGES === 'undefined' ? [] : KEYWRIGHT_LANGUAGES;

/** All that the shop is published in, the first one first; it alone where there are no others. */
export const publishedLanguages: readonly Language[] = [
  english,
  ...furtherLanguages.filter((language) => publishedCodes.includes(language.code)),
];

export const builtLanguage: Language =
  furtherLanguages.find((language) => language.code === code) ?? english;
