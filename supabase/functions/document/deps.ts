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

export const createDocumentDeps = (environment: FunctionEnvironment): DocumentDeps => ({
  open: (number, token, authorization) => openDocument(environment, number, token, authorization),
  toPdf: async (document) => new Uint8Array(await documentPdf(document, readFont)),
});
