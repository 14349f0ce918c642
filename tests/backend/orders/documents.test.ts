/* The PDF and its e-invoice, from the edge function as people call it. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { inflateSync } from 'node:zlib';
import postgres, { type Sql } from 'postgres';
import { assumeCaller } from '../../../scripts/local-supabase/callers.ts';
import { databaseValueTypes } from '../../../scripts/local-supabase/database-values.ts';
import { startTestBackend, type TestBackend } from '../../support/local-backend.ts';
import { anonymous } from '../../support/database.ts';
import { brokenRules } from '../../support/e-invoice-rules.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { buy, dutchAddress, line, type PlacedOrder } from '../../support/data/orders.ts';

let backend: TestBackend;
let sql: Sql;
let order: PlacedOrder['order'];
before(async () => {
  backend = await startTestBackend({});
  sql = postgres(backend.databaseUrl, {
    max: 2,
    onnotice() {},
    types: databaseValueTypes,
  }) as unknown as Sql;
  const company = {
    name: 'Πληκτρολόγια & 株式会社 <キー>',
    vat_number: 'EL123456789',
    purchase_number: 'PO "4711"',
    billing: { ...dutchAddress, name: 'Ελένη Παπαδοπούλου' },
  };
  order = await sql.begin(async (transaction) => {
    await assumeCaller(transaction, anonymous);
    const lines = [await line(transaction, 'KNOB-SILVER', 3), await line(transaction, 'FOAM-TKL')];
    const address = { ...dutchAddress, name: '山田太郎 김민수', company };
    return (await buy(transaction, { lines, address })).order;
  });
  await sql`update private.order_contacts set mailbox_proven_at = now() where order_id = ${order.id}`;
});
after(async () => {
  await sql.end();
  await backend.stop();
});

const ask = (body: unknown, method = 'POST') =>
  fetch(`${backend.url}/functions/v1/document`, {
    method,
    headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
  });

const numberOf = async (kind: string, of = order) => {
  const [row] = await sql<{ number: string }[]>`
    select number from public.documents where order_id = ${of.id} and kind = ${kind} order by issued_at desc limit 1`;
  assert.ok(row, kind);
  return row.number;
};

async function pdfOf(number: string, { token } = order): Promise<Buffer> {
  const answer = await ask({ number, token });
  assert.equal(answer.status, 200, await answer.clone().text());
  assert.equal(answer.headers.get('content-type'), 'application/pdf');
  return Buffer.from(await answer.arrayBuffer());
}

/** Every stream of a PDF as it is behind its compression. */
function streamsOf(pdf: Buffer): readonly string[] {
  const text = pdf.toString('latin1');
  return [...text.matchAll(/(<<[^]*?>>)\s*stream\r?\n([^]*?)\r?\nendstream/g)].flatMap(
    ([, head = '', body = '']) => {
      const bytes = Buffer.from(body, 'latin1');
      if (!head.includes('/FlateDecode')) return [bytes.toString('utf8')];
      try {
        return [inflateSync(bytes).toString('utf8')];
      } catch {
        return [];
      }
    },
  );
}

async function xmlOf(pdf: Buffer): Promise<string> {
  const { files } = await readPdf(pdf);
  assert.deepEqual(Object.keys(files), ['factur-x.xml']);
  return files['factur-x.xml'] ?? '';
}

const all = (xml: string, name: string): readonly string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^]*?)</${name}>`, 'g'))].map(
    ([, inner = '']) => inner,
  );
const one = (xml: string, name: string): string => {
  const found = all(xml, name);
  assert.equal(found.length, 1, name);
  return found[0] ?? '';
};
const cents = (text: string) => Math.round(Number(text) * 100);

const asFulfilment = (
  statement: (transaction: Parameters<typeof assumeCaller>[0]) => Promise<unknown>,
) =>
  sql.begin(async (transaction) => {
    const [staff] = await transaction<{ id: string }[]>`
      select user_id as id from private.staff where role = 'fulfilment' limit 1`;
    await assumeCaller(transaction, {
      role: 'authenticated',
      claims: { role: 'authenticated', sub: staff?.id ?? '' },
    });
    return statement(transaction);
  });

describe('the document function', () => {
  test('draws an invoice that is due, with its e-invoice and the code of the transfer', async () => {
    await asFulfilment((staff) => staff`select public.issue_invoice(${order.id})`);
    const number = await numberOf('invoice');
    const pdf = await pdfOf(number);
    assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');
    assert.match((await readPdf(pdf)).text, /Goods stay ours until they are paid for\./);
    const xml = await xmlOf(pdf);
    assert.deepEqual(brokenRules(xml), []);
    assert.match(xml, /<ram:Name>Πληκτρολόγια &amp; 株式会社 &lt;キー&gt;<\/ram:Name>/);
    assert.equal(one(xml, 'ram:PaymentReference'), order.number);
    assert.equal(cents(one(xml, 'ram:DuePayableAmount')), order.total_minor);
    assert.equal(one(one(xml, 'ram:BuyerTradeParty'), 'ram:CountryID'), 'NL');
  });

  test('draws the same bytes each time', async () => {
    const number = await numberOf('invoice');
    assert.ok((await pdfOf(number)).equals(await pdfOf(number)));
  });

  test('makes a PDF/A-3 that says what lies in it, with every face inside', async () => {
    const pdf = await pdfOf(await numberOf('invoice'));
    const text = pdf.toString('latin1');
    const described = streamsOf(pdf).find((each) => each.includes('<x:xmpmeta')) ?? '';
    assert.match(described, /<pdfaid:part>3<.*<pdfaid:conformance>B</);
    assert.match(described, /<fx:ConformanceLevel>EN 16931</);
    assert.match(described, /<fx:DocumentFileName>factur-x\.xml</);
    assert.match(text, /\/AFRelationship \/Alternative/);
    assert.match(text, /\/OutputIntents/);
    assert.match(text, /\/ID \[ ?<[0-9A-Fa-f]{32}> <[0-9A-Fa-f]{32}> ?\]/);
    const faces = text.match(/\/FontDescriptor \d/g) ?? [];
    assert.ok(faces.length >= 5, 'Latin, Greek, Japanese and Korean are embedded');
    assert.equal((text.match(/\/FontFile2 \d/g) ?? []).length, faces.length);
    assert.doesNotMatch(text, /\/Encrypt|\/JavaScript|\/Type1\b/);
  });

  test('draws a credit note that corrects its invoice', async () => {
    await asFulfilment((staff) => staff`select public.record_payment(${order.id})`);
    await asFulfilment(
      (staff) => staff`select public.refund_order(${order.id}, 777, '[]', 'Returned')`,
    );
    const xml = await xmlOf(await pdfOf(await numberOf('credit_note')));
    assert.deepEqual(brokenRules(xml), []);
    assert.equal(one(one(xml, 'rsm:ExchangedDocument'), 'ram:TypeCode'), '381');
    assert.equal(cents(one(xml, 'ram:GrandTotalAmount')), 777);
    assert.match(one(xml, 'ram:InvoiceReferencedDocument'), /KW-I\d{6}/);
  });

  test('speaks the language that the order was placed in, around facts and an e-invoice that stay', async () => {
    const german = await sql.begin(async (transaction) => {
      await assumeCaller(transaction, anonymous);
      const lines = [await line(transaction, 'FOAM-TKL')];
      return (await buy(transaction, { lines, address: dutchAddress })).order;
    });
    await sql`update private.order_contacts set mailbox_proven_at = now() where order_id = ${german.id}`;
    await sql`update public.order_records set language = 'de' where id = ${german.id}`;
    await asFulfilment((staff) => staff`select public.issue_invoice(${german.id})`);
    const pdf = await pdfOf(await numberOf('invoice', german), german);
    const { text } = await readPdf(pdf);
    for (const words of [
      'Niederlande',
      'Rechnungsnummer',
      'Bestellt am',
      'Betrag mit MwSt.',
      'Versand',
      'Offener Betrag',
      'Bitte überweisen Sie',
    ])
      assert.ok(text.includes(words), `${words}: ${text}`);
    assert.match(text, /\d,\d\d\s€/);
    assert.match(text, /MwSt\. \d+\s%\sauf \d/);
    assert.doesNotMatch(text, /Invoice|Netherlands|Shipping|Ordered|Total|Quantity|€\d| VAT /);
    assert.match(pdf.toString('latin1'), /\/Lang \(de\)|\/Lang <FEFF00640065>/);
    assert.deepEqual(brokenRules(await xmlOf(pdf)), []);
  });

  test('tells everybody else that there is no such document', async () => {
    const number = await numberOf('invoice');
    for (const body of [
      { number },
      { number, token: 'x'.repeat(64) },
      { number: 'KW-I999999', token: order.token },
      { number: `${number}' or true --`, token: order.token },
    ]) {
      const answer = await ask(body);
      assert.deepEqual(
        [answer.status, ((await answer.json()) as { hint: string }).hint],
        [404, 'unknown_document'],
      );
    }
    assert.equal((await ask({}, 'GET')).status, 405);
    assert.equal((await ask({ number: 5 })).status, 400);
  });
});
