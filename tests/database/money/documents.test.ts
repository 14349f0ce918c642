import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import type { ShopDocument } from '../../../src/features/orders/model/document.ts';
import { facturX } from '../../../src/features/orders/model/factur-x.ts';
import { assumeCaller } from '../../../scripts/local-supabase/callers.ts';
import {
  anonymous,
  openTestDatabase,
  person,
  refusalOf,
  service,
  type PersonName,
} from '../../support/database.ts';
import { documentDesk } from '../../support/data/documents.ts';
import {
  dutchAddress,
  findBrokenInvariants,
  letTimeToPayPass,
  line,
  type PlacedOrder,
} from '../../support/data/orders.ts';
import cases from '../../cases/vat-numbers.json' with { type: 'json' };

const database = openTestDatabase();

afterEach(async () => {
  assert.deepEqual(await findBrokenInvariants(database.sql), []);
});

type Placed = PlacedOrder['order'];

const { order, pay, refund, cancel, invoice, documentsOf } = documentDesk(database);

async function factsOf(number: string): Promise<ShopDocument> {
  const [row] = await database.as(
    person('owner'),
    (sql) => sql<{ facts: ShopDocument }[]>`select public.open_document(${number}) as facts`,
  );
  assert.ok(row);
  return row.facts;
}

const kindsAndTotals = async (id: string) =>
  (await documentsOf(id)).map(({ kind, total_minor }) => [kind, total_minor]);

describe('invoices', () => {
  test('one is issued with the payment, over what the order costs, to the cent', async () => {
    const placed = await order();
    assert.deepEqual(await documentsOf(placed.id), []);
    await pay(placed.id, 100);
    assert.deepEqual(await documentsOf(placed.id), [], 'a part pays no invoice');
    await pay(placed.id);
    const [document, ...more] = await documentsOf(placed.id);
    assert.ok(document);
    assert.deepEqual([document.kind, document.total_minor], ['invoice', placed.total_minor]);
    assert.deepEqual(more, []);
    assert.match(document.number, /^KW-I\d{6}$/);
    const facts = await factsOf(document.number);
    const [books] = await database.sql`
      select tax_included_minor + tax_minor as tax from public.order_records where id = ${placed.id}`;
    assert.equal(document.tax_minor, books?.['tax']);
    const lines = await database.sql`
      select title, quantity, total_minor - discount_minor as gross, tax_minor from public.order_lines
      where order_id = ${placed.id} order by position`;
    assert.deepEqual(
      facts.lines
        .slice(0, -1)
        .map((each) => [each['title'], each['quantity'], each['gross_minor'], each['tax_minor']]),
      lines.map((each) => [each['title'], each['quantity'], each['gross'], each['tax_minor']]),
    );
    assert.equal(facts.lines.at(-1)?.['title'], 'Shipping');
    assert.deepEqual(
      [facts['paid_minor'], facts['hash'], facts['number']],
      [placed.total_minor, document.hash, document.number],
    );
  });

  test('name the registration by which a country’s own tax is collected, and none for an export', async () => {
    const british = {
      ...dutchAddress,
      country: 'GB',
      city: 'Leeds',
      region: '',
      postcode: 'LS1 4AP',
    };
    const told = async (quantity: number, address: typeof dutchAddress) => {
      const placed = await order({ address }, quantity);
      await pay(placed.id);
      const [document] = await documentsOf(placed.id);
      assert.ok(document);
      const facts = await factsOf(document.number);
      const isInXml = facturX(facts).includes('<ram:Content>UK VAT up to £135: GB000000000<');
      return [facts.seller.registration, isInXml];
    };
    assert.deepEqual(await told(1, british), ['UK VAT up to £135: GB000000000', true]);
    assert.deepEqual(await told(12, british), ['', false]);
    assert.deepEqual(await told(1, dutchAddress), ['', false]);
  });

  test('wait while nobody is named as the seller, and are issued once somebody is', async () => {
    await database.sql`alter table public.sellers disable trigger guard`;
    await database.sql`update public.sellers set line1 = ''`;
    const placed = await order();
    assert.equal((await refusalOf(invoice(placed.id))).reason, 'no_seller');
    await pay(placed.id);
    assert.deepEqual(await documentsOf(placed.id), []);
    const [fault] = await database.sql`
      select about from private.find_payment_faults() where code = 'document_waits'`;
    assert.equal(fault?.['about'], placed.number);
    await database.sql`update public.sellers set line1 = '1 Sample Quay'`;
    await database.sql`alter table public.sellers enable trigger guard`;
    await database.keepAs(service, (sql) => sql`select public.run_due_jobs()`);
    assert.deepEqual(await kindsAndTotals(placed.id), [['invoice', placed.total_minor]]);
  });

  test('a fault while one is issued refuses no payment, and gives its number back', async () => {
    const placed = await order();
    await database.sql`alter table private.document_facts add constraint broken check (facts ->> 'number' = '') not valid`;
    await pay(placed.id);
    await database.sql`alter table private.document_facts drop constraint broken`;
    const [row] =
      await database.sql`select status from public.order_records where id = ${placed.id}`;
    assert.equal(row?.['status'], 'paid');
    assert.deepEqual(await documentsOf(placed.id), []);
    await database.keepAs(service, (sql) => sql`select public.run_due_jobs()`);
    assert.equal((await documentsOf(placed.id)).length, 1);
  });

  test('a counter that somebody keeps makes the document wait and no payment, and a job makes it up', async () => {
    const placed = await order();
    await pay((await order()).id);
    await database.sql.begin(async (keeper) => {
      await keeper`select from private.document_counters for update`;
      await pay(placed.id);
    });
    const [row] =
      await database.sql`select status from public.order_records where id = ${placed.id}`;
    assert.equal(row?.['status'], 'paid');
    const [fault] = await database.sql`
      select about, message from private.find_payment_faults() where code = 'document_waits'`;
    assert.equal(fault?.['about'], placed.number);
    assert.match(String(fault['message']), /waits because others were being numbered/);
    await database.keepAs(service, (sql) => sql`select public.run_due_jobs()`);
    assert.deepEqual(await kindsAndTotals(placed.id), [['invoice', placed.total_minor]]);
  });

  test('an order that nobody has paid never asks for the counter, however it ends', async () => {
    await pay((await order()).id);
    await database.sql.begin(async (keeper) => {
      await keeper`select from private.document_counters for update`;
      const [cancelled, expired, part] = [await order(), await order(), await order()];
      await cancel(cancelled.id);
      await letTimeToPayPass(database.sql, expired.id);
      await database.keepAs(service, (sql) => sql`select public.run_due_jobs()`);
      await pay(part.id, 1);
      // Whoever asks and waits in vain is written down.
      assert.deepEqual([...(await database.sql`select problem from private.documents_due`)], []);
      const ended = await database.sql`
        select status from public.order_records where id in (${cancelled.id}, ${expired.id}) order by status::text`;
      assert.deepEqual(
        ended.map(({ status }) => String(status)),
        ['cancelled', 'expired'],
      );
    });
  });

  test('an order that was paid before there were documents has one when staff issue it, and not before', async () => {
    const placed = await order();
    await database.sql`alter table public.order_records disable trigger settle_documents`;
    await pay(placed.id);
    await database.sql`update public.order_records set paid_at = '2020-01-01' where id = ${placed.id}`;
    await database.sql`alter table public.order_records enable trigger settle_documents`;
    await refund(placed.id, 100);
    assert.deepEqual(await documentsOf(placed.id), []);
    await invoice(placed.id);
    assert.deepEqual(await kindsAndTotals(placed.id), [['invoice', placed.total_minor - 100]]);
    const [document] = await documentsOf(placed.id);
    const facts = await factsOf(document?.number ?? '');
    assert.equal(facts['paid_minor'], placed.total_minor - 100);
  });
});

describe('credit notes', () => {
  test('each refund has one, until the invoice is taken back to nothing, tax and all', async () => {
    const placed = await order();
    await pay(placed.id);
    await refund(placed.id, 777);
    const [first] = await database.sql<{ id: string }[]>`
      select id from public.order_lines where order_id = ${placed.id} and quantity = 3`;
    await refund(placed.id, null, [{ line_id: first?.id, quantity: 1 }]);
    await refund(placed.id, null);
    const [bill, ...notes] = await documentsOf(placed.id);
    assert.ok(bill);
    assert.deepEqual(
      notes.map(({ kind }) => kind),
      ['credit_note', 'credit_note', 'credit_note'],
    );
    const sum = (name: 'total_minor' | 'tax_minor' | 'net_minor') =>
      notes.reduce((total, each) => total + each[name], 0);
    assert.deepEqual(
      [sum('total_minor'), sum('tax_minor'), sum('net_minor')],
      [bill.total_minor, bill.tax_minor, bill.net_minor],
    );
    const facts = await factsOf(notes[0]?.number ?? '');
    assert.deepEqual((facts['corrects'] as { number: string }).number, bill.number);
    assert.equal(facts['reason'], 'Asked by mail');
    // How and when to pay is said to whoever has to.
    assert.equal((await factsOf(bill.number))['terms'], 'Goods stay ours until they are paid for.');
    assert.equal(facts['terms'], '');
  });

  test('what was paid too much goes back without one', async () => {
    const placed = await order();
    await pay(placed.id, placed.total_minor + 500);
    await refund(placed.id, 500);
    assert.deepEqual(await kindsAndTotals(placed.id), [['invoice', placed.total_minor]]);
  });

  test('a cancelled order has one once its money goes back, and a fee that is kept stays invoiced', async () => {
    const placed = await order();
    await pay(placed.id);
    await cancel(placed.id);
    assert.equal((await documentsOf(placed.id)).length, 1);
    await refund(placed.id, placed.total_minor - 1000);
    assert.deepEqual(await kindsAndTotals(placed.id), [
      ['invoice', placed.total_minor],
      ['credit_note', placed.total_minor - 1000],
    ]);
  });
});

describe('numbers of documents', () => {
  test('200 payments at once leave no gap, with some of them killed or taken back in the middle', async () => {
    await database.sql`
      update public.stock_pools set on_hand = on_hand + 1000
      where id in (select stock_pool_id from public.variants where sku in ('FOAM-TKL', 'FOAM-60'))`;
    const placed: Placed[] = [];
    for (let each = 0; each < 200; each += 1) {
      const lines = [await line(database.sql, each % 2 ? 'FOAM-TKL' : 'FOAM-60')];
      placed.push(await order({ lines }));
    }
    const ends = ['paid', 'numbered', 'taken back', 'committing'] as const;
    const endOf = (each: number) => (each % 5 === 2 ? ends[Math.floor(each / 5) % 4] : undefined);
    // The others wait for the number that a dying one holds, with all connections of the pool.
    const killer = postgres(database.url, { max: 4, onnotice() {} });
    const die = async ({ id }: Placed, end: (typeof ends)[number]) => {
      const dying = postgres(database.url, { max: 1, onnotice() {} }) as unknown as Sql;
      // Not by `begin` of the driver, which would say `rollback` to whom is dead.
      await dying`begin`;
      const [backend] = await dying<{ pid: number }[]>`select pg_backend_pid() as pid`;
      await assumeCaller(dying, person('fulfilment'));
      await dying`select public.record_payment(${id})`;
      // From here on the number is drawn and the document written.
      if (end !== 'paid') await dying`set constraints all immediate`;
      if (end === 'taken back') {
        await dying`rollback`;
      } else {
        const commit = end === 'committing' ? dying`commit`.catch(() => null) : null;
        // Before, within or after that commit: nobody knows.
        if (commit) await setTimeout(Math.random() * 10);
        await killer`select pg_terminate_backend(${backend?.pid ?? 0}, 10000)`;
        await commit;
      }
      await dying.end({ timeout: 0 });
    };
    await Promise.all(
      placed.map((each, index) => {
        const end = endOf(index);
        return end === undefined ? pay(each.id) : die(each, end);
      }),
    );
    await killer.end();
    // Who waited too long for the counter has its document by the next job.
    await database.keepAs(service, (sql) => sql`select public.run_due_jobs()`);
    const rows = await database.sql<{ position: number }[]>`
      select position from public.documents where kind = 'invoice' order by position`;
    assert.deepEqual(
      rows.map(({ position }) => position),
      rows.map((_, index) => index + 1),
    );
    const paid = await database.sql<{ id: string; invoices: number }[]>`
      select o.id, (select count(*) from public.documents d where d.order_id = o.id)::int as invoices
      from public.order_records o where o.paid_at is not null`;
    const invoicesOf = new Map(paid.map(({ id, invoices }) => [id, invoices]));
    for (const [index, { id, number }] of placed.entries()) {
      const end = endOf(index);
      const expected =
        end === undefined || (end === 'committing' && invoicesOf.has(id)) ? 1 : undefined;
      assert.equal(invoicesOf.get(id), expected, `${number}, ${end ?? 'left alone'}`);
    }
    const unpaid = await database.sql`
      select number from public.documents where order_id in (
        select id from public.order_records where paid_at is null)`;
    assert.deepEqual([...unpaid], []);
    await Promise.all(placed.filter(({ id }) => !invoicesOf.has(id)).map(({ id }) => pay(id)));
    const [last] = await database.sql`
      select count(*)::int as n from public.documents where kind = 'invoice'
        and order_id = any(${placed.map(({ id }) => id)})`;
    assert.equal(last?.['n'], placed.length);
  });
});

describe('documents that were issued', () => {
  test('nobody changes, removes or writes one, not even the database itself', async () => {
    const placed = await order();
    await pay(placed.id);
    for (const statement of [
      `update public.documents set total_minor = 1, net_minor = 1, tax_minor = 0`,
      'delete from public.documents',
      'truncate public.documents cascade',
      `update private.document_facts set facts = '{}'`,
      'delete from private.document_facts',
    ]) {
      const refused = await refusalOf(database.sql.unsafe(statement));
      assert.equal(refused.reason, 'document_issued', statement);
    }
    for (const caller of [anonymous, person('first'), person('owner'), service]) {
      const wrote = database.as(
        caller,
        (sql) => sql`
        insert into public.documents (order_id, kind, number, seller_code, position, issued_on, currency, net_minor, tax_minor, total_minor, hash)
        values (${placed.id}, 'invoice', 'KW-I999999', 'KW', 999999, now(), 'EUR', 1, 0, 1, ${'0'.repeat(64)})`,
      );
      assert.equal((await refusalOf(wrote)).code, '42501');
    }
  });
});

describe('an order of a company', () => {
  const company = {
    name: 'Ødegård & Sønner AS',
    vat_number: 'nl 0012.34.567.b01',
    purchase_number: 'PO 4711',
    billing: { ...dutchAddress, name: 'Accounts', line1: 'Kade 9', city: 'Zwolle' },
  };

  test('has its name, VAT number, purchase number and billing address on the invoice', async () => {
    const placed = await order({ address: { ...dutchAddress, company } });
    await pay(placed.id);
    const [document] = await documentsOf(placed.id);
    const { buyer } = await factsOf(document?.number ?? '');
    assert.deepEqual(
      [buyer['company'], buyer['vat_number'], buyer['purchase_number']],
      ['Ødegård & Sønner AS', 'NL001234567B01', 'PO 4711'],
    );
    assert.equal((buyer['address'] as { city: string }).city, 'Zwolle');
    assert.equal((buyer['delivery'] as { city: string }).city, 'Utrecht');
    const seen = async (name: PersonName) =>
      (
        await database.as(
          person(name),
          (sql) => sql`select company from public.orders where id = ${placed.id}`,
        )
      )[0]?.['company'];
    assert.equal(((await seen('owner')) as { name: string }).name, 'Ødegård & Sønner AS');
    assert.equal(await seen('support'), null);
  });

  test('has its invoice without a billing address of its own too', async () => {
    const { billing: _, ...same } = company;
    const placed = await order({ address: { ...dutchAddress, company: same } });
    await pay(placed.id);
    const [document] = await documentsOf(placed.id);
    const { buyer } = await factsOf(document?.number ?? '');
    assert.equal((buyer['address'] as { city: string }).city, 'Utrecht');
    assert.equal(buyer['delivery'], undefined);
  });

  test('is refused with every wrong field at once', async () => {
    const wrong = { ...company, name: 'X', vat_number: 'NL1', purchase_number: 'x'.repeat(61) };
    const refused = await refusalOf(order({ address: { ...dutchAddress, company: wrong } }));
    assert.deepEqual(Object.keys(refused.details['fields'] as object).toSorted(), [
      'company_name',
      'company_purchase_number',
      'company_vat_number',
    ]);
    const elsewhere = { ...company, billing: { ...dutchAddress, postcode: 'x' } };
    const other = await refusalOf(order({ address: { ...dutchAddress, company: elsewhere } }));
    assert.deepEqual(Object.keys(other.details['fields'] as object), ['billing_postcode']);
    for (const strange of ['text', 5, ['x']]) {
      const text = await refusalOf(order({ address: { ...dutchAddress, company: strange } }));
      assert.equal(text.reason, 'wrong_address');
    }
  });

  test('the same order with another company is another request', async () => {
    const key = randomUUID();
    await order({ key, email: 'twice@buyers.test' });
    const again = order({ key, email: 'twice@buyers.test', address: { ...dutchAddress, company } });
    assert.equal((await refusalOf(again)).reason, 'key_reused');
  });
});

describe('a VAT number', () => {
  test('has the form that its country writes, as at checkout', async () => {
    for (const { typed, number } of cases) {
      const text = typed.toUpperCase().replaceAll(/[\s.-]/g, '');
      const [row] = await database.sql`select private.is_vat_number(${text}) as is_one`;
      assert.equal(row?.['is_one'], number !== null, typed);
    }
  });
});
