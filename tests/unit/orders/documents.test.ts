import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { encode } from 'uqr';
import { parseBankAccount } from '../../../src/features/orders/model/bank-account.ts';
import { checkCompany, parseVatNumber } from '../../../src/features/orders/model/company.ts';
import { documentDue, documentTerms } from '../../../src/features/orders/model/document.ts';
import { epcText } from '../../../src/features/orders/model/epc-code.ts';
import { emptyAddress } from '../../../src/shared/address.ts';
import cases from '../../cases/vat-numbers.json' with { type: 'json' };

const account = parseBankAccount({
  holder: 'Keywright\ndemo shop',
  iban: 'NL03KEYW0123456789',
  bic: 'KEYWNL2X',
  bank: 'Demo Bank',
});

describe('a VAT number', () => {
  test('has the form that its country writes, as in the database', () => {
    for (const { typed, number } of cases) assert.equal(parseVatNumber(typed), number, typed);
  });
});

describe('a company at checkout', () => {
  const draft = {
    name: 'Ødegård & Sønner',
    vatNumber: 'nl 0012.34.567.b01',
    purchaseNumber: ' PO 1 ',
    isBilledElsewhere: false,
    billing: emptyAddress,
  };

  test('is sent tidied, without a billing address of its own unless it has one', () => {
    assert.deepEqual(checkCompany(draft, null), {
      ok: true,
      value: {
        name: 'Ødegård & Sønner',
        vatNumber: 'NL001234567B01',
        purchaseNumber: 'PO 1',
        billing: null,
      },
    });
  });

  test('is told all that is wrong at once', () => {
    const wrong = { ...draft, name: ' ', vatNumber: 'NL1', isBilledElsewhere: true };
    const checked = checkCompany(wrong, null);
    assert.ok(!checked.ok);
    const names = Object.keys(checked.error);
    for (const name of ['company_name', 'company_vat_number', 'billing_country', 'billing_line1'])
      assert.ok(names.includes(name), name);
  });
});

describe('the code of a transfer', () => {
  test('says account, amount and reference as the rules of the payments council want', () => {
    assert.ok(account);
    const text = epcText(account, 123456, 'EUR', 'KW-10012');
    assert.deepEqual(text?.split('\n'), [
      'BCD',
      '002',
      '1',
      'SCT',
      'KEYWNL2X',
      'Keywright demo shop',
      'NL03KEYW0123456789',
      'EUR1234.56',
      '',
      '',
      'KW-10012',
    ]);
    assert.ok(encode(text ?? '', { ecc: 'M' }).version <= 13, 'the largest that banks read');
  });

  test('is not there for another currency or for nothing', () => {
    assert.ok(account);
    assert.equal(epcText(account, 100, 'USD', 'KW-1'), null);
    assert.equal(epcText(account, 0, 'EUR', 'KW-1'), null);
    assert.equal(epcText(account, 5, 'EUR', 'KW-1')?.split('\n')[7], 'EUR0.05');
  });
});

describe('a document', () => {
  test('of which a part is paid asks for the rest, and a credit note for nothing', () => {
    const sums = { total_minor: 1000, paid_minor: 400 };
    assert.equal(documentDue({ kind: 'invoice', ...sums }), 600);
    assert.equal(documentDue({ kind: 'credit_note', ...sums, paid_minor: 0 }), 0);
  });

  test('says the seller’s terms of payment until it is paid', () => {
    const facts = { total_minor: 1000, terms: 'Goods stay ours until paid for.' };
    const told = [400, 1000].map((paid) =>
      documentTerms({ ...facts, kind: 'invoice', paid_minor: paid }),
    );
    assert.deepEqual(told, [facts.terms, '']);
  });
});
