/**
 * Writes what functions send and draw in the further languages of the shop. Functions run their sources as
 * they are, so a language is a file of its own: the same code with its texts in that language.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Rolldown } from 'vite';
import { formattedCode } from './formatted-code.ts';
import { languageConstants, languagePlugin } from '../src/build/languages/plugin.ts';
import { furtherLanguages, type Language } from '../src/languages/languages.ts';

export interface Source {
  readonly input: string;
  /** Has a file for each language. */
  readonly folder: string;
}

export const sources: readonly Source[] = [
  {
    input: 'supabase/functions/_shared/mail/mail-kinds.ts',
    folder: 'supabase/functions/_shared/mail/languages',
  },
  {
    input: 'src/features/orders/model/document-words.ts',
    folder: 'supabase/functions/document/languages',
  },
];

const headerOf = (input: string) => `/* oxlint-disable */
// @ts-nocheck
// Generated from ${input} and src/languages by \`npm run mails\`: never edited by hand.
`;

export const languageFile = (root: string, { folder }: Source, { code }: Language): string =>
  path.join(root, folder, `${code}.ts`);

/** `root` is the folder that holds `src` and `supabase`. */
export async function languageText(
  root: string,
  source: Source,
  language: Language,
): Promise<string> {
  const made = await build({
    root,
    configFile: false,
    logLevel: 'error',
    define: languageConstants(language, []),
    plugins: [languagePlugin(language, root)],
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      modulePreload: false,
      rolldownOptions: {
        input: path.join(root, source.input),
        external: ['uqr'],
        preserveEntrySignatures: 'strict',
        treeshake: true,
        output: { format: 'es', comments: false },
      },
    },
  });
  const [{ output }] = [made].flat() as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput];
  const [chunk, ...others] = output;
  if (others.length > 0)
    throw new Error(`${source.input} makes ${output.length} files and not one.`);
  const file = languageFile(root, source, language);
  return formattedCode(root, file, headerOf(source.input) + chunk.code);
}

/** Which languages had changed. */
export async function writeFunctionLanguages(root: string): Promise<readonly Language[]> {
  const changed = new Set<Language>();
  for (const source of sources)
    for (const language of furtherLanguages) {
      const file = languageFile(root, source, language);
      const text = await languageText(root, source, language);
      if ((await readFile(file, 'utf8').catch(() => '')) === text) continue;
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, text);
      changed.add(language);
    }
  return [...changed];
}
