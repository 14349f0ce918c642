import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  ibanWords,
  parseBankAccount,
  parseIban,
  transferFacts,
} from '../../../src/features/orders/model/bank-account.ts';
import cases from '../../cases/ibans.json' with { type: 'json' };

const row = { holder: 'Keywright', iban: 'NL03KEYW0123456789', bic: 'KEYWNL2X', bank: 'Demo Bank' };

describe('a bank account', () => {
  test('has an IBAN of the right length and checksum, or none', () => {
    for (const { typed, iban } of cases) assert.equal(parseIban(typed), iban, typed);
  });

  test('is read whole, or not at all', () => {
    assert.deepEqual(parseBankAccount(row), row);
    for (const wrong of [
      null,
      undefined,
      {},
      { ...row, iban: 'NL04KEYW0123456789' },
      { ...row, holder: '' },
    ])
      assert.equal(parseBankAccount(wrong), null);
  });

  test('is told with what a transfer needs, and copied as a bank takes it', () => {
    const account = parseBankAccount(row);
    assert.ok(account);
    assert.equal(ibanWords(account.iban), 'NL03 KEYW 0123 4567 89');
    const facts = transferFacts(
      account,
      { number: 'KW-10013', amountMinor: 4900, currency: 'EUR', payBy: '2026-12-01T12:00:00Z' },
      'UTC',
    );
    assert.deepEqual(
      facts.map(({ label, value }) => [label, value]),
      [
        ['Account holder', 'Keywright'],
        ['IBAN', 'NL03 KEYW 0123 4567 89'],
        ['BIC', 'KEYWNL2X'],
        ['Bank', 'Demo Bank'],
        ['Reference', 'KW-10013'],
        ['Amount', '€49.00'],
        ['Pay by', '1 Dec 2026, 12:00 UTC'],
      ],
    );
    assert.deepEqual(
      facts.flatMap(({ copied }) => copied ?? []),
      ['NL03KEYW0123456789', 'KW-10013'],
    );
    const open = { number: 'KW-10013', amountMinor: 4900, currency: 'EUR', payBy: null };
    assert.ok(transferFacts(account, open).every(({ label }) => label !== 'Pay by'));
  });
});
