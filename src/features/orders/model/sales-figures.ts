import type { Given } from '#shared/backend/given.ts';

export type SalesFigures = Given<'sales_figures'>;
export type Counted = SalesFigures['countries'][number];
export type SoldDay = SalesFigures['days'][number];
export type SalesTotals = SalesFigures['totals'];
export type BatchFigures = SalesFigures['batches'][number];
