/**
 * Writes the mails in the further languages of the shop. Functions run their sources as they are, so a
 * language is a file of its own: the same code with its texts in that language.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Rolldown } from 'vite';
import { formattedCode } from './formatted-code.ts';
import { languageConstants, languagePlugin } from '../src/build/languages/plugin.ts';
import { furtherLanguages, type Language } from '../src/languages/languages.ts';

const folder = 'supabase/functions/_shared/mail';
const header = `/* oxlint-disable */
// @ts-nocheck
// Generated from the mails and src/languages by \`npm run mails\`: never edited by hand.
`;

export const mailFile = (root: string, { code }: Language): string =>
  path.join(root, folder, 'languages', `${code}.ts`);

/** `root` is the folder that holds `src` and `supabase`. */
export async function mailText(root: string, language: Language): Promise<string> {
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
        input: path.join(root, folder, 'mail-kinds.ts'),
        external: ['uqr'],
        preserveEntrySignatures: 'strict',
        treeshake: true,
        output: { format: 'es', comments: false },
      },
    },
  });
  const [{ output }] = [made].flat() as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput];
  const [chunk, ...others] = output;
  if (others.length > 0) throw new Error(`The mails are ${output.length} files and not one.`);
  return formattedCode(root, mailFile(root, language), header + chunk.code);
}

/** Which languages had changed. */
export async function writeMails(root: string): Promise<readonly Language[]> {
  const changed: Language[] = [];
  for (const language of furtherLanguages) {
    const [file, text] = [mailFile(root, language), await mailText(root, language)];
    if ((await readFile(file, 'utf8').catch(() => '')) === text) continue;
    await writeFile(file, text);
    changed.push(language);
  }
  return changed;
}
