/** The words that every update is made of, wherever a desk writes one. */
import { textOf, type DeskRow } from '#desk-kit/model/desk-row.ts';
import type { RowField } from '#desk-kit/ui/RowFields.tsx';

export const newsFields: readonly RowField[] = [
  { name: 'title', title: 'Headline', kind: 'text', isWide: true },
  { name: 'summary', title: 'In one sentence', kind: 'text', isWide: true },
  { name: 'body', title: 'Article (Markdown)', kind: 'area', isWide: true },
];

export const isUnwritten = (row: DeskRow): boolean =>
  newsFields.some(({ name }) => textOf(row, name).trim() === '');

export const newsOf = (row: DeskRow) => ({
  title: textOf(row, 'title').trim(),
  summary: textOf(row, 'summary').trim(),
  body: textOf(row, 'body'),
});
