/** The database sums; nothing about a person comes along. */
import type { FigurePeriod } from '../model/figure-periods.ts';
import type { SalesFigures } from '../model/sales-figures.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';

export const salesFigures = (
  { from, to }: FigurePeriod,
  parts: CallParts = {},
): Answer<SalesFigures> => callFunction('sales_figures', { p_from: from, p_to: to }, parts);
