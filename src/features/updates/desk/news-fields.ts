/** The words that every update is made of, wherever a desk writes one. */
import { textOf, type Draft } from '#desk-kit/model/desk-row.ts';
import type { Row } from '#shared/backend/given.ts';
import type { RowField } from '#desk-kit/ui/RowFields.tsx';

/** An update as it is written. */
export type NewsDraft = Draft<Pick<Row<'updates'>, 'title' | 'summary' | 'body'>>;

export const newsFields = [
  { name: 'title', title: 'Headline', kind: 'text', isWide: true },
  { name: 'summary', title: 'In one sentence', kind: 'text', isWide: true },
  { name: 'body', title: 'Article (Markdown)', kind: 'area', isWide: true },
] as const satisfies readonly RowField[];

export const isUnwritten = (row: NewsDraft): boolean =>
  newsFields.some(({ name }) => textOf(row, name).trim() === '');

export const newsOf = (row: NewsDraft) => ({
  title: textOf(row, 'title').trim(),
  summary: textOf(row, 'summary').trim(),
  body: textOf(row, 'body'),
});
