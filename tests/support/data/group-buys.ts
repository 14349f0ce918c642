import { randomUUID } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import { buy, defaultOptions, variantId } from './orders.ts';

export interface KitPlan {
  readonly sku: string;
  readonly moq: number;
  readonly tiers?: readonly (readonly [fromCount: number, priceMinor: number])[];
}

/** The newest batch of the product, open since an hour. */
export async function makeBatch(sql: Sql, kits: readonly KitPlan[]): Promise<string> {
  const code = `TEST-${randomUUID().slice(0, 8).toUpperCase()}`;
  const [batch] = await sql<{ id: string }[]>`
    insert into public.batches (product_id, code, title, number, stage, opens_at, closes_at, eta)
    select p.id, ${code}, 'A batch of a test', (select max(number) + 1 from public.batches b where b.product_id = p.id),
      'announced', now() - interval '1 hour', now() + interval '1 day', current_date + 90
    from public.products p join public.variants v on v.product_id = p.id and v.sku = ${kits[0]?.sku ?? ''}
    returning id`;
  if (!batch) throw new Error('No batch was made');
  for (const { sku, moq, tiers = [] } of kits) {
    const [kit] = await sql<{ id: string }[]>`
      insert into public.batch_kits (batch_id, variant_id, moq)
      values (${batch.id}, ${await variantId(sql, sku)}, ${moq}) returning id`;
    for (const [fromCount, priceMinor] of tiers) {
      await sql`
        insert into public.batch_price_tiers (batch_kit_id, from_count, price_minor)
        values (${kit?.id ?? ''}, ${fromCount}, ${priceMinor})`;
    }
  }
  await sql`update public.batches set stage = 'open' where id = ${batch.id}`;
  return batch.id;
}

export interface Bought {
  readonly id: string;
  readonly totalMinor: number;
}

export async function orderKits(
  sql: TransactionSql,
  skus: readonly string[],
  email = `${randomUUID()}@buyers.test`,
): Promise<Bought> {
  const lines = [];
  for (const sku of skus) {
    const options = sku.endsWith('-KIT') ? await defaultOptions(sql, sku) : {};
    lines.push({ variant_id: await variantId(sql, sku), quantity: 1, options });
  }
  const { order } = await buy(sql, { lines, email });
  return { id: order.id, totalMinor: order.total_minor };
}

export async function pay(sql: Sql, order: Bought): Promise<void> {
  await sql`
    insert into public.payments (order_id, kind, provider, amount_minor)
    values (${order.id}, 'capture', 'invoice', ${order.totalMinor})`;
  await sql`select private.move_order(${order.id}, 'awaiting_payment', 'paid', 'shop')`;
}

export async function endWindow(sql: Sql, batch: string): Promise<void> {
  await sql`update public.batches set closes_at = now() - interval '1 second' where id = ${batch}`;
}

export interface OrderMoney {
  readonly status: string;
  readonly refundDueMinor: number;
  readonly capturedMinor: number;
}

export async function moneyOf(sql: Sql, order: Bought): Promise<OrderMoney> {
  const [row] = await sql<OrderMoney[]>`
    select status, refund_due_minor as "refundDueMinor", captured_minor as "capturedMinor"
    from public.order_records where id = ${order.id}`;
  if (!row) throw new Error('Order not found');
  return { ...row };
}
