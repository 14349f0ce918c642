import { addressIn } from '#languages/addresses.ts';
import { builtLanguage } from '#languages/built-language.ts';

/** Of a page, for who reads outside of it, in the language of this build. */
export const pageAddress = (path: string, site: URL): string =>
  new URL(addressIn(builtLanguage.prefix, path), site).href;
