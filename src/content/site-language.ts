import { english } from '#languages/languages.ts';

/** In which language the pages are that are being built; its code. */
export const siteLanguage: string = import.meta.env.KEYWRIGHT_LANGUAGE || english.code;
