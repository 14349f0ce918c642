/** The database counts; nothing of a visitor comes along. */
import { fieldsOf, listOf, numberOf, oneOf } from '#shared/parsed-fields.ts';
import { buyingSteps } from '#shared/tracking-plan.ts';
import type { FigurePeriod } from '../model/figure-periods.ts';
import type { VisitFunnel } from '../model/visit-funnel.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';

export const visitFunnel = (
  { from, to }: FigurePeriod,
  parts: CallParts = {},
): Answer<VisitFunnel> =>
  callFunction('visit_funnel', { p_from: from, p_to: to }, parseFunnel, parts);

function parseFunnel(data: unknown): VisitFunnel | null {
  const fields = fieldsOf(data);
  if (fields === null || !Array.isArray(fields['steps'])) return null;
  return {
    steps: listOf(fields['steps'], ({ step, visits }) => {
      const known = oneOf(step, buyingSteps);
      return known === null ? null : { step: known, visits: numberOf(visits) };
    }),
    orders: numberOf(fields['orders']),
    paid: numberOf(fields['paid']),
  };
}
