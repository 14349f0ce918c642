/** The setting of the shop that says whether its pages in a language are published: 1 where they are. */
export const languageSetting = (code: string): string => `language_${code}`;

/** @example languageOfSetting('language_de') // 'de' ; null for any other setting */
export const languageOfSetting = (key: string): string | null =>
  /^language_([a-z]{2})$/.exec(key)?.[1] ?? null;
