import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ossFile,
  reportFile,
  vatPeriods,
  type VatReportRow,
} from '../../../src/features/orders/model/vat-report.ts';

const row: VatReportRow = {
  country: 'GR',
  country_name: 'Greece',
  scheme: 'oss',
  rate_basis_points: 2400,
  currency: 'EUR',
  net_minor: -1250,
  tax_minor: -300,
  invoices: 1,
  credit_notes: 2,
};

test('periods are whole quarters and years, over the turn of a year', () => {
  const periods = vatPeriods(new Date('2026-02-28T12:00:00Z'));
  assert.deepEqual(periods.slice(0, 2), [
    { name: 'Q1 2026', from: '2026-01-01', to: '2026-03-31' },
    { name: 'Q4 2025', from: '2025-10-01', to: '2025-12-31' },
  ]);
  assert.deepEqual(periods.at(-1), { name: '2025', from: '2025-01-01', to: '2025-12-31' });
  assert.equal(periods.length, 10);
});

test('a file says each row with amounts that spreadsheets add up', () => {
  assert.equal(reportFile([row])[2], 'GR,One stop shop (OSS),24%,-12.50,-3.00,EUR,1,2\r\n');
});

test('the file of the one stop shop has its rows alone, with the letters of tax offices', () => {
  const file = ossFile([row, { ...row, country: 'NL', scheme: 'domestic' }]);
  assert.deepEqual(file.slice(2), ['EL,24.00,-12.50,-3.00,EUR\r\n']);
});
