/** What somebody was sent and may put on their shelf. */
import { goodsPath } from '#features/cart/model/goods.ts';
import type { Row } from '#shared/backend/given.ts';
import { monthName } from '#shared/day-words.ts';
import { longest } from './shelf-item.ts';

export interface Suggestion {
  readonly order_line_id: string;
  readonly title: string;
  readonly choice: string;
  readonly since: string;
  readonly path: string | null;
  readonly product_id: string | null;
  readonly variant_id: string | null;
}

/** @example sinceWords('2026-05-09T12:00:00Z') // 'May 2026' */
export function sinceWords(moment: string): string {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? '' : `${monthName(date)} ${date.getUTCFullYear()}`;
}

/** Null for what was given back whole. */
export function suggestionOf(line: Row<'order_lines'>, deliveredAt: string): Suggestion | null {
  const count = line.quantity - line.refunded_quantity;
  const name = line.design?.name ?? '';
  if (count <= 0 || line.title === '') return null;
  const words = [
    line.variant_title === line.title ? '' : line.variant_title,
    ...line.options.map(({ option, value }) => `${option}: ${value}`),
    name === '' ? '' : `“${name}”`,
  ].filter((word) => word !== '');
  const choice = words.join(' · ');
  return {
    order_line_id: line.id,
    title: line.title.slice(0, longest.title),
    choice: (count > 1 ? `${count} × ${choice}` : choice).slice(0, longest.choice),
    since: sinceWords(deliveredAt),
    path: goodsPath(line.kind, line.url),
    product_id: line.product_id,
    variant_id: line.variant_id,
  };
}
