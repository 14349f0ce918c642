import type { Answer } from '#shared/backend/answer.ts';

export type SalesFigures = Answer<'sales_figures'>;
export type Counted = SalesFigures['countries'][number];
export type SoldDay = SalesFigures['days'][number];
export type SalesTotals = SalesFigures['totals'];
export type BatchFigures = SalesFigures['batches'][number];
