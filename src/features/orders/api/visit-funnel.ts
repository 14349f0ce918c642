/** The database counts; nothing of a visitor comes along. */
import type { FigurePeriod } from '../model/figure-periods.ts';
import type { VisitFunnel } from '../model/visit-funnel.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';

export const visitFunnel = (
  { from, to }: FigurePeriod,
  parts: CallParts = {},
): Answer<VisitFunnel> => callFunction('visit_funnel', { p_from: from, p_to: to }, parts);
