/** The legal pages that have been published: the foot of every page names them. */
import { fixedPage } from './fixed-pages.ts';
import { oncePerBuild } from './rows.ts';
import { legalDocuments, readLegal, type LegalDocument } from './texts.ts';

export const readLegalLinks = oncePerBuild(async () => {
  const published = await readLegal();
  return legalDocuments
    .filter((document) => published.has(document))
    .map((document) => fixedPage(document, null))
    .map(({ title, path }) => ({ title, path }));
});

export async function isPublished(document: LegalDocument): Promise<boolean> {
  return (await readLegal()).has(document);
}
