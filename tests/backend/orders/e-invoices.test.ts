/* What each kind of order is invoiced and credited with, as its buyer downloads it: read by another library
   than draws it, and held against the schema of Factur-X and the business rules of EN 16931. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTestBackend, type TestBackend } from '../../support/local-backend.ts';
import { openDatabaseOf, person, type TestSql } from '../../support/database.ts';
import { documentDesk } from '../../support/data/documents.ts';
import { dutchAddress, line, type PlacedOrder, type Purchase } from '../../support/data/orders.ts';
import { brokenRules, eInvoiceRules, schemaFaults } from '../../support/e-invoice-rules.ts';
import { readPdf, type ReadPdf } from '../../support/read-pdf.ts';

type Placed = PlacedOrder['order'];

interface Paper extends ReadPdf {
  readonly kind: string;
  readonly number: string;
  readonly xml: string;
}

let backend: TestBackend;
let database: TestSql;
let desk: ReturnType<typeof documentDesk>;

const german = { ...dutchAddress, country: 'DE', city: 'Köln', postcode: '50667' };
const american = {
  ...dutchAddress,
  country: 'US',
  city: 'Portland',
  region: 'OR',
  postcode: '97201',
};
const norwegian = { ...dutchAddress, country: 'NO', city: 'Oslo', postcode: '0150' };
const company = {
  name: 'Müller & Söhne GmbH',
  vat_number: 'DE123456789',
  purchase_number: 'PO "4711" <b>',
  billing: { ...german, name: 'Buchhaltung' },
};

const amend = async (id: string, changes: unknown) => {
  const [row] = await database.sql<{ version: number }[]>`
    select version from public.order_records where id = ${id}`;
  await database.keepAs(
    person('fulfilment'),
    (sql) => sql`select public.amend_order(
      ${id}, ${JSON.stringify(changes)}::text::jsonb, 'Asked by mail', ${row?.version ?? 0}, false)`,
  );
};

const linesOf = (id: string) => database.sql<{ id: string }[]>`
  select id from public.order_lines where order_id = ${id} order by position`;

async function paid(purchase: Partial<Purchase> = {}): Promise<Placed> {
  const placed = await desk.order(purchase);
  await desk.pay(placed.id);
  return placed;
}

async function paidAndPartlyBack(purchase: Partial<Purchase> = {}): Promise<Placed> {
  const placed = await paid(purchase);
  await desk.refund(placed.id, 501);
  return placed;
}

const stories = {
  'a private buyer': () => paid(),
  'a company that is billed elsewhere and paid a part': async () => {
    const placed = await desk.order({ address: { ...dutchAddress, company } });
    await desk.pay(placed.id, 100);
    await desk.invoice(placed.id);
    return placed;
  },
  'a discount, given back in parts until nothing is left': async () => {
    const placed = await paid({ code: 'WELCOME10' });
    await desk.refund(placed.id, 777);
    const [first] = await linesOf(placed.id);
    await desk.refund(placed.id, null, [{ line_id: first?.id, quantity: 1 }]);
    await desk.refund(placed.id, null);
    return placed;
  },
  'more than one rate, with an amount off': async () => {
    await database.sql`insert into public.tax_classes (code, title) values ('reduced', 'Reduced')`;
    await database.sql`
      insert into public.tax_rates (country_code, tax_class_code, name, rate_basis_points, valid_from)
      values ('NL', 'reduced', 'BTW', 900, '2020-01-01')`;
    await database.sql`
      update public.products set tax_class_code = 'reduced'
      where id = (select product_id from public.variants where sku = 'FOAM-TKL')`;
    return paidAndPartlyBack({ code: 'MEETUP5' });
  },
  'lines added and taken off after payment': async () => {
    const placed = await paid();
    const [first, second] = await linesOf(placed.id);
    await amend(placed.id, {
      lines: [
        { line_id: first?.id, quantity: 5 },
        { line_id: second?.id, quantity: 0 },
      ],
      add: [await line(database.sql, 'KNOB-SILVER', 2)],
    });
    await desk.pay(placed.id);
    return placed;
  },
  'an invoice that was never paid': async () => {
    const placed = await desk.order();
    await desk.invoice(placed.id);
    await desk.cancel(placed.id);
    return placed;
  },
  'a buyer out of the Union': () => paidAndPartlyBack({ address: american }),
  'a buyer in a country with a tax of its own': () => paidAndPartlyBack({ address: norwegian }),
  'a company elsewhere in the Union, without tax': async () => {
    await database.sql`insert into private.vat_checks (number, is_valid) values (${company.vat_number}, true)`;
    return paidAndPartlyBack({ address: { ...german, company } });
  },
  'a private buyer whose country has a rate of nothing': async () => {
    await database.sql`update public.tax_rates set rate_basis_points = 0 where country_code = 'DE'`;
    return paidAndPartlyBack({ address: german });
  },
  'a seller without a VAT number': async () => {
    await database.sql`alter table public.sellers disable trigger guard`;
    await database.sql`update public.sellers set vat_number = ''`;
    await database.sql`update public.tax_rates set rate_basis_points = 0 where country_code = 'NL'`;
    return paidAndPartlyBack();
  },
  'a seller without a VAT number, with a tax of elsewhere': () =>
    paidAndPartlyBack({ address: norwegian }),
} satisfies Readonly<Record<string, () => Promise<Placed>>>;
type Story = keyof typeof stories;
const names = Object.keys(stories) as Story[];

const papers = new Map<Story, readonly Paper[]>();

async function papersOf({ id, token }: Placed): Promise<readonly Paper[]> {
  await database.sql`
    update private.order_contacts set mailbox_proven_at = now() where order_id = ${id}`;
  const found: Paper[] = [];
  for (const { kind, number } of await desk.documentsOf(id)) {
    const answer = await fetch(`${backend.url}/functions/v1/document`, {
      method: 'POST',
      headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ number, token }),
    });
    assert.equal(answer.status, 200, await answer.clone().text());
    const pdf = await readPdf(new Uint8Array(await answer.arrayBuffer()));
    found.push({ ...pdf, kind, number, xml: pdf.files['factur-x.xml'] ?? '' });
  }
  return found;
}

before(async () => {
  backend = await startTestBackend({});
  database = await openDatabaseOf(backend);
  desk = documentDesk(database);
  await database.sql`
    update public.stock_pools set on_hand = on_hand + 1000
    where id in (select stock_pool_id from public.variants where sku in ('FOAM-TKL', 'KNOB-SILVER'))`;
  // One after another: some change the taxes for those that follow.
  for (const name of names) papers.set(name, await papersOf(await stories[name]()));
});
after(async () => {
  await database.sql.end();
  await backend.stop();
});

const paperOf = (story: Story, kind = 'invoice'): Paper => {
  const found = papers.get(story)?.find((each) => each.kind === kind);
  assert.ok(found, `${story} has a ${kind}`);
  return found;
};

const amountsOf = (xml: string, name: string): readonly number[] =>
  [...xml.matchAll(new RegExp(`<ram:${name}(?: [^>]*)?>([^<]*)<`, 'g'))].map(([, text]) =>
    Math.round(Number(text) * 100),
  );
const headOf = (xml: string): string =>
  xml.slice(xml.indexOf('<ram:ApplicableHeaderTradeSettlement'));
const centsOf = (text = ''): number =>
  Number(text.replaceAll(/[^\d]/g, '')) * (/^[−-]/.test(text) ? -1 : 1);
const amount = '[−-]?€[\\d,]+\\.\\d\\d';
const printed = (text: string, pattern: string): readonly number[] =>
  [...text.matchAll(new RegExp(pattern.replace('AMOUNT', `(${amount})`), 'g'))].map(([, told]) =>
    centsOf(told),
  );
const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0);

describe('documents of', () => {
  for (const name of names) {
    test(`${name} follow the schema and the rules of EN 16931`, () => {
      const found = papers.get(name) ?? [];
      assert.ok(found.length > 0);
      for (const { xml, number } of found) {
        assert.deepEqual(schemaFaults(xml), [], number);
        assert.deepEqual(brokenRules(xml), [], number);
      }
    });

    test(`${name} say the same in print as in the e-invoice`, () => {
      for (const { xml, text, number, kind, files, pages } of papers.get(name) ?? []) {
        assert.deepEqual(Object.keys(files), ['factur-x.xml']);
        assert.ok(text.includes(`${number} · 1 of ${pages}`), text);
        const head = headOf(xml);
        const [total = 0] = amountsOf(head, 'GrandTotalAmount');
        assert.ok(total > 0);
        const totals = kind === 'invoice' ? '\\nTotal AMOUNT' : '\\nTotal refunded AMOUNT';
        assert.deepEqual(printed(text, totals), [total], text);
        assert.deepEqual(printed(text, '\\nNet AMOUNT'), amountsOf(head, 'TaxBasisTotalAmount'));
        const ofTax = `\\n[A-Z][A-Za-z]+ [\\d.]+% on`;
        assert.deepEqual(printed(text, `${ofTax} AMOUNT`), amountsOf(head, 'BasisAmount'));
        const taxes = printed(text, `${ofTax} ${amount} AMOUNT`);
        assert.deepEqual(taxes, amountsOf(head, 'CalculatedAmount'));
        const rows = printed(text, `\\n\\d+ (?:${amount} +)?[\\d.]+% AMOUNT`);
        assert.equal(rows.length, amountsOf(xml, 'BilledQuantity').length);
        assert.equal(sum(rows), total);
        if (kind === 'invoice')
          assert.deepEqual(
            printed(text, '\\nAmount due AMOUNT'),
            amountsOf(head, 'DuePayableAmount'),
          );
        for (const [, title = ''] of xml.matchAll(/<ram:Name>([^<]*)<\/ram:Name>/g))
          assert.ok(text.includes(title.replaceAll('&amp;', '&')), `${title} in ${text}`);
      }
    });
  }
});

type Plant = readonly [story: Story, from: RegExp, to: string, kind?: string];

const due: Story = 'a company that is billed elsewhere and paid a part';
const element = (name: string) => `<ram:${name}(?: [^>]*)?>.*?</ram:${name}>`;
const without = (name: string, story: Story = due): Plant => [story, new RegExp(element(name)), ''];
const withoutIn = (outer: string, name: string, story: Story = due): Plant => [
  story,
  new RegExp(`(<ram:${outer}>.*?)${element(name)}`),
  '$1',
];
/** A digit before the amount of the whole document or of a tax. */
const larger = (name: string, story: Story = due): Plant => [
  story,
  new RegExp(`(<ram:ApplicableHeaderTradeSettlement>.*<ram:${name}(?: [^>]*)?>)`),
  '$&9',
];
const finer = (name: string, where = 'ApplicableHeaderTradeSettlement'): Plant => [
  due,
  new RegExp(`(<ram:${where}>.*<ram:${name}(?: [^>]*)?>[^<]*)`),
  '$&1',
];
const taxPart = '<ram:ApplicableTradeTax><ram:CalculatedAmount';

const kindPlants = (
  letters: string,
  story: Story,
  saysWhy: boolean,
): Readonly<Record<string, Plant>> => ({
  [`BR-${letters}-1`]: [story, new RegExp(`${taxPart}.*?</ram:ApplicableTradeTax>`, 'g'), ''],
  [`BR-${letters}-2`]: [story, new RegExp(element('SpecifiedTaxRegistration'), 'g'), ''],
  [`BR-${letters}-5`]: [
    story,
    /<ram:RateApplicablePercent>[^<]*/,
    `<ram:RateApplicablePercent>${letters === 'S' ? '0.00' : '5.00'}`,
  ],
  [`BR-${letters}-8`]: larger('BasisAmount', story),
  [`BR-${letters}-9`]: [story, /<ram:CalculatedAmount>/, '<ram:CalculatedAmount>900'],
  [`BR-${letters}-10`]: saysWhy
    ? without('ExemptionReason', story)
    : [
        story,
        /<ram:BasisAmount>/,
        '<ram:ExemptionReason>Why</ram:ExemptionReason><ram:BasisAmount>',
      ],
});
const inUnion: Story = 'a company elsewhere in the Union, without tax';

/** For each rule a fault that breaks it, in a document that was right. */
const plants: Readonly<Record<string, Plant>> = {
  'BR-1': [due, /urn:cen\.eu:en16931:2017/, 'urn:cen.eu:something-else'],
  'BR-2': [due, /<ram:ID>KW-I\d+<\/ram:ID>/, ''],
  'BR-3': [due, /(format="102">)\d{8}/, '$1'],
  'BR-4': without('TypeCode'),
  'BR-CL-1': [due, /<ram:TypeCode>380</, '<ram:TypeCode>999<'],
  'BR-5': without('InvoiceCurrencyCode'),
  'BR-CL-4': [due, />EUR</, '>EUX<'],
  'BR-CL-3': [due, /currencyID="EUR"/, 'currencyID="USD"'],
  'BR-6': withoutIn('SellerTradeParty', 'Name'),
  'BR-7': withoutIn('BuyerTradeParty', 'Name'),
  'BR-8': withoutIn('SellerTradeParty', 'PostalTradeAddress'),
  'BR-9': withoutIn('SellerTradeParty', 'CountryID'),
  'BR-10': withoutIn('BuyerTradeParty', 'PostalTradeAddress'),
  'BR-11': withoutIn('BuyerTradeParty', 'CountryID'),
  'BR-CL-14': [due, />NL</, '>Netherlands<'],
  'BR-12': withoutIn('SpecifiedTradeSettlementHeaderMonetarySummation', 'LineTotalAmount'),
  'BR-13': without('TaxBasisTotalAmount'),
  'BR-14': without('GrandTotalAmount'),
  'BR-15': without('DuePayableAmount'),
  'BR-16': [
    due,
    /<ram:IncludedSupplyChainTradeLineItem>.*<\/ram:IncludedSupplyChainTradeLineItem>/,
    '',
  ],
  'BR-21': without('LineID'),
  'BT-126': [due, /<ram:LineID>2</, '<ram:LineID>1<'],
  'BR-22': without('BilledQuantity'),
  'BR-23': [due, /<ram:BilledQuantity unitCode="C62">/, '<ram:BilledQuantity>'],
  'BR-CL-23': [due, /C62/, 'KGM'],
  'BR-24': without('LineTotalAmount'),
  'BR-25': withoutIn('SpecifiedTradeProduct', 'Name'),
  'BR-26': without('ChargeAmount'),
  'BR-27': [due, /<ram:ChargeAmount>/, '<ram:ChargeAmount>-'],
  'BT-131': [due, /<ram:ChargeAmount>/, '<ram:ChargeAmount>9'],
  'BR-31, BR-36': [
    due,
    /<ram:TaxBasisTotalAmount>/,
    '<ram:AllowanceTotalAmount>1.00</ram:AllowanceTotalAmount><ram:TaxBasisTotalAmount>',
  ],
  'BR-45': without('BasisAmount'),
  'BR-46': without('CalculatedAmount'),
  'BR-47': [due, /(<\/ram:BasisAmount>)<ram:CategoryCode>S<\/ram:CategoryCode>/, '$1'],
  'BR-48': withoutIn('BasisAmount', 'RateApplicablePercent'),
  'BR-CL-17': [due, /<ram:CategoryCode>S</g, '<ram:CategoryCode>X<'],
  'BR-49': [due, /<ram:TypeCode>58<\/ram:TypeCode>/, ''],
  'BR-50, BR-61': without('IBANID'),
  'BR-55': [
    'a buyer out of the Union',
    new RegExp(element('InvoiceReferencedDocument')),
    '',
    'credit_note',
  ],
  'BR-57': withoutIn('ShipToTradeParty', 'CountryID'),
  'BR-62': [due, / schemeID="EM"/, ''],
  'BR-CO-4': without('CategoryCode'),
  'BR-CO-9': [due, /schemeID="VA">../, 'schemeID="VA">00'],
  'BR-CO-10': larger('LineTotalAmount'),
  'BR-CO-13': larger('TaxBasisTotalAmount'),
  'BR-CO-14': larger('TaxTotalAmount'),
  'BR-CO-15': larger('GrandTotalAmount'),
  'BR-CO-16': larger('TotalPrepaidAmount'),
  'BR-CO-17': larger('CalculatedAmount'),
  'BR-CO-18': [due, new RegExp(`${taxPart}.*?</ram:ApplicableTradeTax>`, 'g'), ''],
  'BR-CO-25': without('SpecifiedTradePaymentTerms'),
  'BR-CO-26': without('SpecifiedLegalOrganization', 'a seller without a VAT number'),
  'BR-DEC-9': finer('LineTotalAmount'),
  'BR-DEC-12': finer('TaxBasisTotalAmount'),
  'BR-DEC-13': finer('TaxTotalAmount'),
  'BR-DEC-14': finer('GrandTotalAmount'),
  'BR-DEC-16': finer('TotalPrepaidAmount'),
  'BR-DEC-18': finer('DuePayableAmount'),
  'BR-DEC-19': finer('BasisAmount'),
  'BR-DEC-20': finer('CalculatedAmount'),
  'BR-DEC-23': [due, /(<ram:LineTotalAmount>[^<]*)/, '$&1'],
  ...kindPlants('S', due, false),
  ...kindPlants('Z', 'a private buyer whose country has a rate of nothing', false),
  ...kindPlants('E', 'a seller without a VAT number', true),
  ...kindPlants('G', 'a buyer out of the Union', true),
  ...kindPlants('IC', inUnion, true),
  ...kindPlants('AE', inUnion, true),
  'BR-IC-11': without('ActualDeliverySupplyChainEvent', inUnion),
  'BR-IC-12': withoutIn('ShipToTradeParty', 'CountryID', inUnion),
};

describe('the rules of EN 16931', () => {
  test('have a planted fault each', () => {
    assert.deepEqual(
      Object.keys(plants).toSorted(),
      eInvoiceRules.map(({ code }) => code).toSorted(),
    );
  });

  for (const { code, says } of eInvoiceRules)
    test(`${code} notices a fault: ${says}`, () => {
      const plant = plants[code];
      assert.ok(plant);
      const [story, from, to, kind] = plant;
      const { xml } = paperOf(story, kind);
      // No document of the shop is of that kind: services that another country taxes.
      const right = code.startsWith('BR-AE-')
        ? xml.replaceAll('<ram:CategoryCode>K<', '<ram:CategoryCode>AE<')
        : xml;
      assert.deepEqual(brokenRules(right), []);
      const wrong = right.replace(from, to);
      assert.notEqual(wrong, right, 'the fault is planted');
      assert.ok(brokenRules(wrong).includes(`${code}: ${says}`), brokenRules(wrong).join('\n'));
    });

  test('come after the schema, which notices what is in the wrong place', () => {
    const { xml } = paperOf(due);
    const wrong = xml.replace(
      /(<ram:BasisAmount>.*?<\/ram:BasisAmount>)(<ram:CategoryCode>S<\/ram:CategoryCode>)/,
      '$2$1',
    );
    assert.notEqual(wrong, xml);
    assert.equal(schemaFaults(wrong).length, 1);
  });
});
