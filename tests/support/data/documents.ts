import { randomUUID } from 'node:crypto';
import type { ShopDocument } from '../../../src/features/orders/model/document.ts';
import { facturX } from '../../../src/features/orders/model/factur-x.ts';
import { anonymous, person, type PersonName, type TestSql } from '../database.ts';
import { brokenRules, schemaFaults } from '../e-invoice-rules.ts';
import { buy, line, type PlacedOrder, type Purchase } from './orders.ts';

export interface IssuedDocument {
  readonly kind: 'invoice' | 'credit_note';
  readonly number: string;
  readonly position: number;
  readonly net_minor: number;
  readonly tax_minor: number;
  readonly total_minor: number;
  readonly hash: string;
}

/** Of every document there is, what its e-invoice breaks. */
export async function findBrokenEInvoices({ sql }: TestSql): Promise<readonly string[]> {
  const rows = await sql<{ facts: ShopDocument }[]>`select facts from private.document_facts`;
  return rows.flatMap(({ facts: document }) => {
    const xml = facturX(document);
    const broken = [...schemaFaults(xml), ...brokenRules(xml)];
    return broken.map((fault) => `${document.number}: ${fault}`);
  });
}

/** What tests of documents do again and again, each as whom it is for. */
export const documentDesk = (database: TestSql) => ({
  async order(
    purchase: Partial<Purchase> = {},
    quantity = 3,
    by = anonymous,
  ): Promise<PlacedOrder['order']> {
    const lines = [
      await line(database.sql, 'KNOB-SILVER', quantity),
      await line(database.sql, 'FOAM-TKL'),
    ];
    const placed = await database.keepAs(by, (sql) => buy(sql, { lines, ...purchase }));
    return placed.order;
  },
  pay: (id: string, amount: number | null = null) =>
    database.keepAs(
      person('fulfilment'),
      (sql) => sql`select public.record_payment(${id}, ${amount}, ${randomUUID()})`,
    ),
  refund: (id: string, amount: number | null, lines: unknown = []) =>
    database.keepAs(
      person('owner'),
      (sql) =>
        sql`select public.refund_order(${id}, ${amount}, ${JSON.stringify(lines)}::text::jsonb, 'Asked by mail')`,
    ),
  cancel: (id: string) =>
    database.keepAs(
      person('owner'),
      (sql) => sql`select public.cancel_order(${id}, 'Asked by mail')`,
    ),
  invoice: async (id: string, by: PersonName = 'fulfilment') => {
    const [row] = await database.keepAs(
      person(by),
      (sql) => sql<{ issued: Record<string, unknown> }[]>`
        select public.issue_invoice(${id}) as issued`,
    );
    return row?.issued;
  },
  documentsOf: async (id: string) => [
    ...(await database.sql<IssuedDocument[]>`
      select kind, number, position, net_minor, tax_minor, total_minor, hash from public.documents
      where order_id = ${id} order by issued_at`),
  ],
});
