import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { findBankTable, parseColumns, readBankTable } from '#features/orders/model/bank-csv.ts';
import { readBankFile } from '#features/orders/model/bank-file.ts';
import {
  amountMinor,
  cleanText,
  dayOf,
  type BankStatement,
} from '#features/orders/model/bank-statement.ts';
import { readXml, xmlTokens } from '#shared/xml.ts';
import { hostileFiles } from '../../support/data/hostile-files.ts';
import expected from '../../cases/statements/expected.json' with { type: 'json' };

const fallback = { account: 'FALLBACK', currency: 'EUR' };
const folder = new URL('../../cases/statements/', import.meta.url);
const utf8 = (text: string) => new TextEncoder().encode(text);

/** As the desk reads it; the sentence where it can't be. */
function read(bytes: Uint8Array): BankStatement | string {
  const file = readBankFile(bytes);
  if (!file.ok) return file.error;
  if (file.value.kind === 'statement') return file.value.statement;
  const { table } = file.value;
  const statement = readBankTable(table, table.columns, fallback);
  return statement.ok ? statement.value : statement.error;
}

function statementOf(bytes: Uint8Array): BankStatement {
  const statement = read(bytes);
  assert.ok(typeof statement !== 'string', String(statement));
  return statement;
}

const camt = (entries: string) =>
  utf8(
    `<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>NL03KEYW0123456789</IBAN></Id></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`,
  );
const entry = (inner: string) => `<Ntry>${inner}</Ntry>`;
const plainEntry = entry(
  '<Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt>',
);

describe('the file of a bank', () => {
  for (const [name, wanted] of Object.entries(expected)) {
    test(`${name} is read as its bank means it`, async () => {
      const text = await readFile(new URL(name, folder), 'utf8');
      const bytes =
        'encoding' in wanted
          ? Buffer.from(text, 'latin1')
          : utf8(`${'bom' in wanted ? '\uFEFF' : ''}${text}`);
      const { account, pending, balances, lines, problems } = statementOf(bytes);
      assert.deepEqual(
        {
          account,
          pending,
          differs: balances.map(({ differsMinor }) => differsMinor),
          problems,
          lines: lines.map((line) => [
            line.kind,
            line.bookedOn,
            line.amountMinor,
            line.currency,
            line.payer,
            line.message,
            line.bankReference,
          ]),
        },
        {
          account: wanted.account,
          pending: wanted.pending,
          differs: wanted.differs,
          problems: [],
          lines: wanted.lines,
        },
      );
    });
  }

  test('entries that are alike in everything are counted', async () => {
    const bytes = await readFile(new URL('camt-v08.xml', folder));
    assert.deepEqual(
      statementOf(bytes).lines.map(({ ordinal }) => ordinal),
      [1, 1, 2],
    );
  });

  test('a statement of any version from 02 to 13 is read, whatever its prefix', () => {
    for (let version = 2; version <= 13; version += 1) {
      const namespace = `urn:iso:std:iso:20022:tech:xsd:camt.053.001.${String(version).padStart(2, '0')}`;
      const text = new TextDecoder()
        .decode(camt(plainEntry))
        .replace('<Document>', `<Document xmlns="${namespace}">`);
      assert.equal(statementOf(utf8(text)).lines.length, 1);
    }
  });

  test('balances that do not agree with the entries are told', () => {
    const balance = (code: string, amount: string) =>
      `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`;
    const { balances } = statementOf(
      camt(`${balance('OPBD', '5.00')}${balance('CLBD', '9.00')}${plainEntry}`),
    );
    assert.equal(balances[0]?.differsMinor, -300);
  });

  test('a batch that does not sum to its entry stays one entry', () => {
    const parts =
      '<NtryDtls><TxDtls><Amt Ccy="EUR">0.40</Amt></TxDtls><TxDtls><Amt Ccy="EUR">0.40</Amt></TxDtls></NtryDtls>';
    const bytes = camt(plainEntry.replace('</Ntry>', `${parts}</Ntry>`));
    assert.deepEqual(
      statementOf(bytes).lines.map(({ amountMinor: amount }) => amount),
      [100],
    );
  });

  test('a wrong file says what is wrong, and where', () => {
    const said: readonly (readonly [string, RegExp])[] = [
      ['', /is empty/],
      ['<Document><BkToCstmrAcctRpt/></Document>', /camt\.052.*CAMT\.053/],
      ['<html><body/></html>', /no bank statement/],
      ['<Document>\n<BkToCstmrStmt>\n<Stmt></Document>', /not valid XML \(line 3\)/],
      ['<Document><BkToCstmrStmt>', /ends in the middle/],
      ['<!DOCTYPE a [<!ENTITY b "c">]><Document/>', /may not have a document type \(line 1\)/],
      [':20:STARTUMS\n:25:1/2', /MT940/],
      ['%PDF-1.7', /no CAMT\.053 and no CSV/],
      ['one word', /no table/],
      ['Datum;Betrag;Text\n20.11.2026;1.234;x\n', /Row 2: the amount “1\.234”/],
      ['Datum;Betrag;Text\n31.02.2026;1,00;x\n', /Row 2: the date “31\.02\.2026”/],
    ];
    for (const [text, sentence] of said) {
      const answer = read(utf8(text));
      assert.match(typeof answer === 'string' ? answer : 'It was read.', sentence, text);
    }
    assert.match(
      String(read(camt(entry('<Amt Ccy="EUR">x</Amt><CdtDbtInd>CRDT</CdtDbtInd>')))),
      /Entry 1 .* no amount/,
    );
    assert.match(String(read(camt(plainEntry.replace('BOOK', 'PDNG')))), /still pending/);
    assert.match(String(read(camt(plainEntry.repeat(2001)))), /2001 payments/);
    assert.match(String(read(new Uint8Array(10 * 1024 * 1024 + 1))), /larger than 10 MB/);
  });

  test('columns that no one can know are chosen by hand, and known again by their header', () => {
    const table = findBankTable('Wann;Wieviel;Wer\n20.11.2026;12,50;Ada\n');
    assert.deepEqual([table.columns, table.header, table.head], [{}, 'Wann;Wieviel;Wer', 0]);
    const columns = parseColumns(
      { day: [0], amount: [1], payer: [2], message: [9], other: [1] },
      3,
    );
    assert.deepEqual(columns, { day: [0], amount: [1], payer: [2] });
    const statement = readBankTable(table, columns ?? {}, fallback);
    assert.ok(statement.ok);
    assert.deepEqual(
      statement.value.lines.map(({ payer, amountMinor: amount }) => [payer, amount]),
      [['Ada', 1250]],
    );
    assert.equal(parseColumns({ day: [0] }, 3), null);
    // Without names the number of its columns is all there is.
    assert.equal(findBankTable('20.11.2026;12,50;Ada\n21.11.2026;1,00;Bob\n').header, '3 columns');
  });
});

describe('what a file says', () => {
  test('amounts are read in the ways of all countries, or not at all', () => {
    const cases: readonly (readonly [string, number | null])[] = [
      ['12.5', 1250],
      ['1.234,56', 123456],
      ['1,234.56', 123456],
      ['1 234,56', 123456],
      ['1\u202F234,56 €', 123456],
      ["1'234.56", 123456],
      ['1.234.567', 123456700],
      ['+3,00', 300],
      ['-3,00', -300],
      ['3,00-', -300],
      ['(3.00)', -300],
      ['\u22123.00', -300],
      ['EUR 7', 700],
      ['1.234', null],
      ['12.3456', null],
      ['1,2,3', null],
      ['12e3', null],
      ['', null],
      ['-', null],
      ['9'.repeat(40), null],
    ];
    for (const [text, minor] of cases) assert.equal(amountMinor(text, 'EUR'), minor, text);
    assert.deepEqual(
      [amountMinor('1200', 'JPY'), amountMinor('12.50', 'JPY'), amountMinor('1', 'x')],
      [1200, null, null],
    );
  });

  test('days come first, and what is no day is none', () => {
    const cases: readonly (readonly [string, string | null])[] = [
      ['20261120', '2026-11-20'],
      ['2026-11-20 09:12:01', '2026-11-20'],
      ['2026-11-20T09:12:01', '2026-11-20'],
      ['20.11.26', '2026-11-20'],
      ['20/11/2026', '2026-11-20'],
      ['5-1-2026', '2026-01-05'],
      ['11/20/2026', null],
      ['31.02.2026', null],
      ['1826-11-20', null],
      ['2026', null],
      ['', null],
    ];
    for (const [text, day] of cases) assert.equal(dayOf(text), day, text);
  });

  test('texts lose what nobody sees, and never end in half a letter', () => {
    assert.equal(cleanText(' KW\u200B-10013\u0000\n\tx ', 20), 'KW -10013 x');
    assert.equal(cleanText('a\uD800b', 20), 'a b');
    assert.equal(cleanText('😀'.repeat(10), 4), '😀'.repeat(4));
  });
});

describe('files that mean harm', () => {
  /** The same numbers each time, so that a fault can be found again. */
  function* randomNumbers(seed: number): Generator<number, never> {
    let state = seed;
    for (;;) {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      yield state / 2_147_483_648;
    }
  }

  test('none throws, and none is a statement', () => {
    for (const [name, text] of Object.entries(hostileFiles)) {
      const answer = read(utf8(text));
      assert.ok(typeof answer === 'string' || answer.lines.length > 0, name);
    }
  });

  test('cut, shuffled and spoilt statements are read or refused, and never throw', async () => {
    const random = randomNumbers(7);
    const next = () => random.next().value;
    const pieces = [
      '<',
      '>',
      '"',
      '&',
      '<!--',
      ']]>',
      '<![CDATA[',
      ';',
      ',',
      '\n',
      '\u0000',
      '&#x110000;',
      '9'.repeat(30),
    ];
    for (const name of Object.keys(expected)) {
      const text = await readFile(new URL(name, folder), 'utf8');
      for (let turn = 0; turn < 120; turn += 1) {
        const at = Math.floor(next() * text.length);
        const to = Math.floor(next() * text.length);
        const piece = pieces[Math.floor(next() * pieces.length)] ?? '';
        const spoilt = [
          text.slice(0, at),
          text.slice(0, at) + piece + text.slice(at),
          text.slice(0, at) + text.slice(to),
          text.slice(at),
        ];
        for (const each of spoilt) read(utf8(each));
      }
      const bytes = Buffer.from(text);
      for (let turn = 0; turn < 60; turn += 1) {
        bytes[Math.floor(next() * bytes.length)] = Math.floor(next() * 256);
        read(bytes);
      }
    }
  });

  test('each step of the reader goes on, so that there are no more than letters', () => {
    const texts = [
      '<a '.repeat(20_000),
      '<'.repeat(50_000),
      '<!--'.repeat(20_000),
      `<a ${'b="c" '.repeat(20_000)}>`,
      `<a ${'b="c" '.repeat(20_000)}`,
      '<a>'.repeat(20_000),
      '&lt;'.repeat(20_000),
      `<a>${'<![CDATA[x]]>'.repeat(5000)}</a>`,
    ];
    for (const text of texts) {
      let at = 0;
      let steps = 0;
      for (const token of xmlTokens(text)) {
        assert.ok(token.end > at || token.kind === 'fault');
        at = token.end;
        steps += 1;
      }
      assert.ok(steps <= text.length);
      readXml(text);
    }
  });
});
