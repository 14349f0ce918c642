import assert from 'node:assert/strict';
import { test } from 'node:test';
import { taxWords, type TaxRule } from '../../../src/features/shipping/model/tax-rule.ts';

const home = { name: 'VAT', rateBasisPoints: 2100 };
const there = { name: 'GST', rateBasisPoints: 1000 };
const rule = (scheme: TaxRule['scheme'], limitMinor: number | null = null): TaxRule => ({
  scheme,
  country: 'AU',
  limitMinor,
  limitPer: 'item',
});

test('each country says what of its tax is in the price, and what customs may ask', () => {
  const said = (each: TaxRule, inPrice: typeof home | undefined, ofCountry = there) =>
    taxWords(each, inPrice, ofCountry);
  assert.equal(said(rule('oss'), there), 'Our prices include GST of 10%.');
  assert.equal(
    said(rule('local', 57_000), there),
    'Our prices include GST of 10% for items worth up to €570.00 before tax and shipping. Above that, we take our VAT off at checkout, and customs charge the tax.',
  );
  assert.equal(
    said(rule('export'), home),
    'We take our VAT of 21% off at checkout. Customs may charge GST of 10%.',
  );
  assert.equal(
    said(rule('export'), home, { name: 'No tax', rateBasisPoints: 0 }),
    'We take our VAT of 21% off at checkout.',
  );
  assert.equal(said(rule(''), undefined), 'Customs may charge GST of 10%.');
});
