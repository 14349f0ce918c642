/** Invariant: each comes as safe HTML with the shop's own numbers filled in. */
import type { LegalDocument } from './legal-documents.ts';
import { readFilledText, readMarkdown } from './markdown.ts';
import { groupedBy, oncePerBuild, rowsOf } from './rows.ts';

export interface TextSection {
  readonly code: string;
  readonly title: string;
  readonly html: string;
}

export interface FaqGroup {
  readonly code: string;
  readonly title: string;
  readonly entries: readonly TextSection[];
}

export interface LegalVersion {
  readonly document: string;
  readonly number: number;
  readonly changes: string;
  readonly publishAt: string;
  readonly effectiveAt: string;
  readonly sections: readonly (TextSection & { readonly plain: string })[];
}

export async function readPageTexts(page: string): Promise<readonly TextSection[]> {
  const toHtml = await readMarkdown();
  const texts = await rowsOf('pageTexts');
  return texts
    .filter((text) => text.page === page)
    .map(({ code, title, body }) => ({ code, title, html: toHtml(body) }));
}

export const readFaq = oncePerBuild(async (): Promise<readonly FaqGroup[]> => {
  const toHtml = await readMarkdown();
  const fill = await readFilledText();
  const entriesOf = await groupedBy('faqEntries', (entry) => entry.groupId);
  const groups = (await rowsOf('faqGroups')).map(({ id, code, title }) => ({
    code,
    title,
    entries: entriesOf(id).map((entry) => ({
      code: entry.code,
      title: fill(entry.question),
      html: toHtml(entry.answer),
    })),
  }));
  return groups.filter(({ entries }) => entries.length > 0);
});

/** The published versions of each document, newest first; a document without any is not in it. */
export const readLegal = oncePerBuild(async () => {
  const toHtml = await readMarkdown();
  const fill = await readFilledText();
  const sectionsOf = await groupedBy('legalSections', (section) => section.versionId);
  const versions = (await rowsOf('legalVersions')).toSorted((a, b) => b.number - a.number);
  return Map.groupBy(
    versions.map(({ id, ...version }) => ({
      ...version,
      sections: sectionsOf(id).map(({ code, title, plain, body }) => ({
        code,
        title,
        plain: fill(plain),
        html: toHtml(body),
      })),
    })),
    ({ document }) => document,
  );
});

/** The one that holds at a moment; before the first does, the newest. */
export function versionInForce(
  versions: readonly LegalVersion[],
  at: number,
): LegalVersion | undefined {
  return versions.find(({ effectiveAt }) => Date.parse(effectiveAt) <= at) ?? versions[0];
}

export async function readLegalVersions(document: LegalDocument): Promise<readonly LegalVersion[]> {
  return (await readLegal()).get(document) ?? [];
}
