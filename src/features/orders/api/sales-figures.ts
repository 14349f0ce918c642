/** The database sums; nothing about a person comes along. */
import { parseEta } from '#shared/eta.ts';
import { listOf, fieldsOf, minorOf, numberOf, textOf, textOrNull } from '#shared/parsed-fields.ts';
import type { Counted, SalesFigures } from '../model/sales-figures.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';

export const salesFigures = (days: number, parts: CallParts = {}): Answer<SalesFigures> =>
  callFunction('sales_figures', { p_days: days }, parseFigures, parts);

const parseCounted = (data: unknown): readonly Counted[] =>
  listOf(data, ({ label, count }) => ({ label: textOf(label), count: numberOf(count) }));

function parseFigures(data: unknown): SalesFigures | null {
  const fields = fieldsOf(data);
  if (fields === null || !Array.isArray(fields['days'])) return null;
  return {
    from: textOf(fields['from']),
    to: textOf(fields['to']),
    currency: textOf(fields['currency']),
    days: listOf(fields['days'], ({ day, orders, net_minor: net }) => ({
      day: textOf(day),
      orders: numberOf(orders),
      netMinor: minorOf(net),
    })),
    countries: parseCounted(fields['countries']),
    kits: parseCounted(fields['kits']),
    options: parseCounted(fields['options']),
    batches: listOf(fields['batches'], (batch) => ({
      code: textOf(batch['code']),
      eta: parseEta(batch['eta'], batch['eta_precision']),
      originalEta: parseEta(batch['original_eta'], batch['eta_precision']),
      shippedOn: textOrNull(batch['shipped_on']),
      stages: listOf(batch['stages'], ({ stage, days }) => ({
        stage: textOf(stage),
        days: numberOf(days),
      })),
      kits: listOf(batch['kits'], ({ label, count, moq }) => ({
        label: textOf(label),
        count: numberOf(count),
        moq: numberOf(moq),
      })),
    })),
  };
}
