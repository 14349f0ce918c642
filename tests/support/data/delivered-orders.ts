import { randomUUID } from 'node:crypto';
import { expect } from 'playwright/test';
import { embeddedKeys } from '../../../scripts/settings.ts';
import { withDatabase } from '../pages/list-pages.ts';
import type { BuiltSite } from '../site.ts';
import { call, prepareOrder } from './buyers.ts';
import { variantId, type PlacedOrder } from './orders.ts';

/** What an account ordered, and has. */
export async function deliver(
  site: BuiltSite,
  email: string,
  token: string,
  skus: readonly string[],
) {
  const backend = { url: site.apiUrl, publishableKey: embeddedKeys.publishableKey };
  const lines = await withDatabase(site, (sql) =>
    Promise.all(
      skus.map(async (sku) => ({
        variant_id: await variantId(sql, sku),
        quantity: 1,
        options: {},
        design_id: null,
        offer_id: null,
      })),
    ),
  );
  const body = { ...(await prepareOrder(backend, lines)), p_key: randomUUID(), p_email: email };
  const answer = await call<PlacedOrder>(backend, 'place_order', body, token);
  expect(answer.status, answer.reason).toBe(200);
  const { id, number } = answer.body.order;
  await withDatabase(site, async (sql) => {
    await sql`
      update public.shipments set status = 'delivered', shipped_at = now(), delivered_at = '2026-05-09' where order_id = ${id}`;
    await sql`update public.order_records set status = 'delivered' where id = ${id}`;
  });
  return number;
}
