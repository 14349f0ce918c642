/** The database sums; nothing about a person comes along. */
import { parseEta } from '#shared/eta.ts';
import { listOf, fieldsOf, minorOf, numberOf, textOf, textOrNull } from '#shared/parsed-fields.ts';
import type { FigurePeriod } from '../model/figure-periods.ts';
import type { Counted, SalesFigures, SalesTotals } from '../model/sales-figures.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';

export const salesFigures = (
  { from, to }: FigurePeriod,
  parts: CallParts = {},
): Answer<SalesFigures> =>
  callFunction('sales_figures', { p_from: from, p_to: to }, parseFigures, parts);

const parseCounted = (data: unknown): readonly Counted[] =>
  listOf(data, ({ label, count }) => ({ label: textOf(label), count: numberOf(count) }));

function parseTotals(data: unknown): SalesTotals {
  const fields = fieldsOf(data) ?? {};
  return {
    orders: numberOf(fields['orders']),
    otherOrders: numberOf(fields['other_orders']),
    netMinor: minorOf(fields['net_minor']),
    refundedMinor: minorOf(fields['refunded_minor']),
    units: numberOf(fields['units']),
    buyers: numberOf(fields['buyers']),
    returning: numberOf(fields['returning']),
  };
}

function parseFigures(data: unknown): SalesFigures | null {
  const fields = fieldsOf(data);
  if (fields === null || !Array.isArray(fields['days'])) return null;
  return {
    from: textOf(fields['from']),
    to: textOf(fields['to']),
    currency: textOf(fields['currency']),
    totals: parseTotals(fields['totals']),
    before: parseTotals(fields['before']),
    days: listOf(fields['days'], ({ day, orders, net_minor: net, before_minor: before }) => ({
      day: textOf(day),
      orders: numberOf(orders),
      netMinor: minorOf(net),
      beforeMinor: minorOf(before),
    })),
    countries: parseCounted(fields['countries']),
    kits: parseCounted(fields['kits']),
    options: parseCounted(fields['options']),
    stock: listOf(fields['stock'], ({ label, sold, left, days }) => ({
      label: textOf(label),
      sold: numberOf(sold),
      left: numberOf(left),
      days: numberOf(days),
    })),
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
