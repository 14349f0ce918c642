import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deskRow } from '../../../src/desk-kit/model/desk-row.ts';
import { findBankTable, readBankTable } from '../../../src/features/orders/model/bank-csv.ts';
import { whyNotInFile } from '../../../src/features/orders/model/bank-refund.ts';
import type { Row } from '../../../src/shared/backend/given.ts';
import { readCamt } from '../../../src/features/orders/model/camt.ts';

const iban = 'DE89370400440532013000';
const account = {
  iban,
  holder: 'Ada',
  source: 'customer',
  is_sepa: true,
  is_plain: true,
} as const;
type Waiting = Partial<Pick<Row<'waiting_bank_refunds'>, 'status' | 'currency' | 'account'>>;
const row = (more: Waiting) =>
  deskRow({ id: 'a', status: 'open', currency: 'EUR', account, ...more });

describe('a refund by bank', () => {
  test('says why a file can’t hold it, as the database does', () => {
    const cases: readonly (readonly [Waiting, RegExp | null])[] = [
      [{}, null],
      [{ status: 'sent' }, /already sent/],
      [{ status: 'in_file' }, /in a bank file/],
      [{ currency: 'USD' }, /not in euro/],
      [{ account: null }, /not known yet/],
      [{ account: { ...account, is_sepa: false } }, /outside of SEPA/],
      [{ account: { ...account, is_plain: false } }, /Latin letters/],
    ];
    for (const [more, reason] of cases) {
      const told = whyNotInFile(row(more));
      if (reason === null) assert.equal(told, null);
      else assert.match(told ?? '', reason);
    }
  });
});

const entry = (way: 'CRDT' | 'DBIT', inside: string) => `
  <Ntry><Amt Ccy="EUR">10.00</Amt><CdtDbtInd>${way}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt>
  <NtryDtls><TxDtls>${inside}</TxDtls></NtryDtls></Ntry>`;
const statement = (entries: string) => `<Document><BkToCstmrStmt><Stmt>
  <Acct><Id><IBAN>NL03KEYW0123456789</IBAN></Id></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`;

describe('a statement', () => {
  test('tells the account of a payer where the bank does, and it is one', () => {
    const from = (text: string) =>
      `<RltdPties><Dbtr><Nm>Ada</Nm></Dbtr><DbtrAcct><Id>${text}</Id></DbtrAcct></RltdPties>`;
    const read = readCamt(
      statement(
        [
          from(`<IBAN>${iban}</IBAN>`),
          from(`<IBAN>${iban}1</IBAN>`),
          from(`<Othr><Id>${iban}</Id></Othr>`),
        ]
          .map((inside) => entry('CRDT', inside))
          .join(''),
      ),
    );
    assert.ok(read.ok);
    assert.deepEqual(
      read.value.lines.map(({ payerAccount }) => payerAccount),
      [iban, undefined, undefined],
    );
    const csv = `Date;Amount;Payer;Payer IBAN\n20.11.2026;10,00;Ada;DE89 3704 0044 0532 0130 00\n`;
    const table = findBankTable(csv);
    const rows = readBankTable(table, table.columns, { account: '', currency: 'EUR' });
    assert.ok(rows.ok);
    assert.deepEqual(
      rows.value.lines.map(({ payerAccount }) => payerAccount),
      [iban],
    );
  });

  test('shows the refunds that left by a file as money that went out, which is never recorded', () => {
    const file = entry('DBIT', '<Refs><EndToEndId>KW-10001-R1</EndToEndId></Refs>');
    const back = entry('CRDT', '<Refs><EndToEndId>KW-10001-R1</EndToEndId></Refs><RtrInf/>');
    const read = readCamt(statement(`${file}${back}`));
    assert.ok(read.ok);
    assert.deepEqual(
      read.value.lines.map(({ kind }) => kind),
      ['debit', 'returned'],
    );
  });
});
