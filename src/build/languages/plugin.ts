/** Invariant: a build in the first language is not touched. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import type { DatabaseWords } from '../../languages/database-words.ts';
import { english, type Language } from '../../languages/languages.ts';
import { createTranslation, isTranslated } from './catalogue.ts';
import { isOfDesk } from './desk-files.ts';

/** What `built-language.ts` and `page-path.ts` are told. */
export function languageConstants(
  { code, prefix }: Language,
  published: readonly string[],
): Readonly<Record<string, string>> {
  return {
    KEYWRIGHT_LANGUAGE: JSON.stringify(code),
    KEYWRIGHT_LANGUAGES: JSON.stringify(published),
    KEYWRIGHT_PREFIX: JSON.stringify(prefix),
  };
}

/** What the database says, in the language; it speaks the first by itself. */
export function readDatabaseWords(root: string, { code }: Language): DatabaseWords {
  if (code === english.code) return {};
  const file = path.join(root, 'src/languages/database', `${code}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as DatabaseWords;
}

/** `root` is the folder that holds `src`. */
export function languagePlugin(language: Language, root: string): Plugin {
  const translated = createTranslation(root, language);
  return {
    name: 'keywright:language',
    enforce: 'pre',
    config: () => ({
      define: { KEYWRIGHT_DATABASE_WORDS: JSON.stringify(readDatabaseWords(root, language)) },
    }),
    load(id) {
      const file = path.relative(root, id).split(path.sep).join('/');
      if (language === english || isOfDesk(file) || !isTranslated(file)) return null;
      return translated(file, readFileSync(id, 'utf8'));
    },
  };
}
