/** The legal pages that have been published: the foot of every page names them. */
import { fixedPage } from './fixed-pages.ts';
import { oncePerBuild } from './rows.ts';
import { legalDocuments, type LegalDocument } from './legal-documents.ts';
import { readLegal } from './texts.ts';

export const readLegalLinks = oncePerBuild(async () => {
  const published = await publishedLegal();
  return published
    .map((document) => fixedPage(document, null))
    .map(({ title, path }) => ({ title, path }));
});

/**
 * Every page shows them, so they are part of what a page is made from: one that is kept for as long as
 * its entry is the same would keep its foot.
 */
export async function publishedLegal(): Promise<readonly LegalDocument[]> {
  const published = await readLegal();
  return legalDocuments.filter((document) => published.has(document));
}

export async function isPublished(document: LegalDocument): Promise<boolean> {
  return (await readLegal()).has(document);
}
