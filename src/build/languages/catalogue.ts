/**
 * The messages of a language: a file for each room, in which the text of the code stands before its
 * translation, and `null` before nothing at all: that text is not words, or the same in both. A text
 * that needs another translation in one file is named with it, as `ListPlace: Open` with its ending.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { furtherLanguages, type Language } from '../../languages/languages.ts';
import { translatedSource } from './translated-source.ts';

export type Messages = ReadonlyMap<string, string | null>;

/** Where mails are written; they are in one room. */
const mails = 'supabase/functions/_shared/mail/';

export const isTranslated = (file: string): boolean =>
  /^src\/.+\.(?:ts|tsx|astro)$/.test(file) || (file.startsWith(mails) && file.endsWith('.ts'));

/** @example roomOf('src/routes.ts') // 'routes'; of a feature its name */
export function roomOf(file: string): string {
  if (file.startsWith(mails)) return 'mail';
  const [, first = '', second = ''] = file.split('/');
  const name = first === 'features' ? second : first;
  return name.replace(/\.\w+$/, '');
}

export function languageOf(code: string): Language | null {
  return furtherLanguages.find((language) => language.code === code) ?? null;
}

export function readMessages(root: string, code: string): ReadonlyMap<string, Messages> {
  const folder = path.join(root, 'src/languages', code);
  const files = globSync('*.json', { cwd: folder });
  return new Map(
    files.map((file) => {
      const messages = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Record<
        string,
        string | null
      >;
      return [path.basename(file, '.json'), new Map(Object.entries(messages))];
    }),
  );
}

/** Gives a file in a language; `root` is the folder that holds `src`. */
export function createTranslation(root: string, language: Language) {
  const rooms = readMessages(root, language.code);
  return (file: string, source: string): string => {
    const messages = rooms.get(roomOf(file));
    if (messages === undefined) return source;
    const name = path.posix.basename(file);
    return translatedSource(file, source, {
      ...language,
      wordsFor: (text, readsLikeWords) =>
        messages.get(`${name}: ${text}`) ??
        (readsLikeWords ? messages.get(text) : undefined) ??
        undefined,
    });
  };
}
