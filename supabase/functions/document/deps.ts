import { documentWords, type DocumentWords } from '#features/orders/model/document-words.ts';
import type { FunctionEnvironment } from '../_shared/report-error.ts';
import type { DocumentDeps } from './handler.ts';
import { openDocument } from './open-document.ts';
import { documentPdf } from './pdf.ts';

const fonts = new Map<string, Uint8Array>();

/** Once for all documents of this worker. */
async function readFont(name: string): Promise<Uint8Array> {
  const known = fonts.get(name);
  if (known !== undefined) return known;
  const font = await Deno.readFile(new URL(`./fonts/${name}.woff`, import.meta.url));
  fonts.set(name, font);
  return font;
}

type Loaders = Readonly<Record<string, () => Promise<{ readonly documentWords: DocumentWords }>>>;

/** Written by `npm run mails`. */
const languages: Loaders = { de: () => import('./languages/de.ts') };

/** In English where nobody wrote the words. */
async function wordsIn(language = 'en'): Promise<DocumentWords> {
  const load = Object.hasOwn(languages, language) ? languages[language] : undefined;
  return load === undefined ? documentWords : (await load()).documentWords;
}

export const createDocumentDeps = (environment: FunctionEnvironment): DocumentDeps => ({
  open: (number, token, authorization) => openDocument(environment, number, token, authorization),
  toPdf: async (document) =>
    new Uint8Array(await documentPdf(document, await wordsIn(document.language), readFont)),
});
