/** What somebody was sent and may put on their shelf. */
import { goodsPath } from '#features/cart/model/goods.ts';
import { parseOrderLine } from '#features/orders/model/order-parser.ts';
import { monthName } from '#shared/day-words.ts';
import { textOrNull, type Fields } from '#shared/parsed-fields.ts';
import { longest } from './shelf-item.ts';

export interface Suggestion {
  readonly lineId: string;
  readonly title: string;
  readonly choice: string;
  readonly since: string;
  readonly path: string | null;
  readonly productId: string | null;
  readonly variantId: string | null;
}

/** @example sinceWords('2026-05-09T12:00:00Z') // 'May 2026' */
export function sinceWords(moment: string): string {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? '' : `${monthName(date)} ${date.getUTCFullYear()}`;
}

/** Null for what was given back whole. */
export function suggestionOf(row: Fields, deliveredAt: string): Suggestion | null {
  const line = parseOrderLine(row);
  const count = line.quantity - line.refundedQuantity;
  if (count <= 0 || line.title === '') return null;
  const words = [
    line.variantTitle === line.title ? '' : line.variantTitle,
    ...line.options.map(({ option, value }) => `${option}: ${value}`),
    line.keptDesign === null ? '' : `“${line.keptDesign.name}”`,
  ].filter((word) => word !== '');
  const choice = words.join(' · ');
  return {
    lineId: line.id,
    title: line.title.slice(0, longest.title),
    choice: (count > 1 ? `${count} × ${choice}` : choice).slice(0, longest.choice),
    since: sinceWords(deliveredAt),
    path: goodsPath(line.kind, line.url),
    productId: textOrNull(row['product_id']),
    variantId: line.variantId,
  };
}
