import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';

const database = openTestDatabase();

interface Told {
  readonly country: string;
  readonly scheme: string;
  readonly net_minor: number;
  readonly tax_minor: number;
}

const report = (from: string | null, to: string | null, caller = person('owner')) =>
  database.as(
    caller,
    (sql) => sql<{ report: Told[] }[]>`select public.vat_report(${from}, ${to}) as report`,
  );

interface Planted {
  readonly kind: 'invoice' | 'credit_note';
  readonly day: string;
  readonly country: string;
  readonly rate: number;
  readonly net: number;
  readonly tax: number;
  readonly category: string;
}

let count = 0;

/** As documents were before they said by which rule. */
async function plant({ kind, day, country, rate, net, tax, category }: Planted): Promise<void> {
  count += 1;
  const facts = {
    seller: { country: 'NL' },
    buyer: { address: { country: 'US' }, delivery: { country } },
    lines: [],
    taxes: [{ rate_basis_points: rate, net_minor: net, tax_minor: tax, category }],
  };
  await database.sql`
    with placed as (
      insert into public.order_records (payment, country_code, shipping_method_name, subtotal_minor, shipping_minor,
        tax_minor, tax_included_minor, total_minor, consents, pay_by)
      values ('invoice', ${country}, 'Parcel', 100, 0, 0, 0, 100, '{}', now()) returning id
    ), issued as (
      insert into public.documents (order_id, kind, number, seller_code, position, issued_on, currency, net_minor, tax_minor, total_minor, hash)
      select id, ${kind}, ${`OLD-${count}`}, ${`OLD${count}`}, 1, ${day}, 'EUR', ${net}, ${tax}, ${net + tax}, repeat('0', 64) from placed
      returning id
    )
    insert into private.document_facts (document_id, facts)
    select id, ${JSON.stringify(facts)}::text::jsonb from issued`;
}

describe('vat_report', () => {
  test('sums documents of the period by country and rate, credit notes against invoices, both days included', async () => {
    const german = { country: 'DE', rate: 1900, category: 'S' } as const;
    await plant({ ...german, kind: 'invoice', day: '2020-01-01', net: 1000, tax: 190 });
    await plant({ ...german, kind: 'credit_note', day: '2020-03-31', net: 400, tax: 76 });
    await plant({ ...german, kind: 'invoice', day: '2020-04-01', net: 7, tax: 1 });
    const [row] = await report('2020-01-01', '2020-03-31');
    assert.deepEqual(row?.report, [
      {
        country: 'DE',
        country_name: 'Germany',
        scheme: 'oss',
        rate_basis_points: 1900,
        currency: 'EUR',
        net_minor: 600,
        tax_minor: 114,
        invoices: 1,
        credit_notes: 1,
      },
    ]);
  });

  test('tells the rule of documents that do not say it, by where they went', async () => {
    const base = { kind: 'invoice', day: '2019-05-05', net: 100, tax: 0, rate: 0 } as const;
    await plant({ ...base, country: 'NL', rate: 2100, tax: 21, category: 'S' });
    await plant({ ...base, country: 'GB', rate: 2000, tax: 20, category: 'S' });
    await plant({ ...base, country: 'US', category: 'G' });
    await plant({ ...base, country: 'FR', category: 'K' });
    await plant({ ...base, country: 'BE', category: 'E' });
    const [row] = await report('2019-05-01', '2019-05-31');
    assert.deepEqual(
      Object.fromEntries((row?.report ?? []).map(({ country, scheme }) => [country, scheme])),
      { BE: 'none', FR: 'reverse_charge', NL: 'domestic', GB: 'local', US: 'export' },
    );
  });

  test('is for owners alone, and for one year at most', async () => {
    for (const name of ['first', 'editor', 'fulfilment', 'support'] as const)
      assert.equal(
        (await refusalOf(report('2020-01-01', '2020-02-01', person(name)))).reason,
        'not_allowed',
      );
    assert.equal((await refusalOf(report('2020-01-01', '2020-02-01', anonymous))).code, '42501');
    for (const [from, to] of [
      ['2020-02-01', '2020-01-01'],
      ['2020-01-01', '2021-06-01'],
      [null, '2020-01-01'],
      ['2020-01-01', null],
    ] as const)
      assert.equal((await refusalOf(report(from, to))).reason, 'wrong_period');
    const [row] = await report('2018-01-01', '2018-01-31');
    assert.deepEqual(row?.report, []);
  });
});
