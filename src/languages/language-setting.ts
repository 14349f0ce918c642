/** The setting of the shop that says whether its pages in a language are published: 1 where they are. */
export const languageSetting = (code: string): string => `language_${code}`;
