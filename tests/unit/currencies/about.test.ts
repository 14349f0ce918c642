import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readFileSync } from 'node:fs';
import {
  aboutWords,
  convertedWords,
  minorIn,
  parseRates,
} from '#features/currencies/model/about.ts';
import { formatDelta, formatMoney } from '#shared/money.ts';

interface Case {
  readonly minor: number;
  readonly code: string;
  readonly perEuro: number;
  readonly words: string;
}

const cases: readonly Case[] = JSON.parse(
  readFileSync(new URL('../../cases/currencies.json', import.meta.url), 'utf8'),
);

describe('an amount in another currency', () => {
  for (const { minor, code, perEuro, words } of cases)
    test(`${minor} at ${perEuro} ${code} is ${words}`, () => {
      const [rate] = parseRates([{ code, name: code, per_euro: perEuro, rated_on: '2026-11-24' }]);
      assert.ok(rate);
      assert.equal(convertedWords(minor, rate).replaceAll('\u00A0', ' '), words);
    });

  test('never reads as an exact one, and nothing is not converted', () => {
    const rate = { code: 'USD', name: 'US dollar', microPerEuro: 1_087_400, ratedOn: '2026-11-24' };
    assert.equal(aboutWords(13900, rate), 'about\u00A0$151');
    assert.equal(aboutWords(0, rate), null);
  });
});

describe('the euro in a text', () => {
  test('is read back from everything that the shop writes', () => {
    for (const minor of [1, 99, 100, 650, 13900, 113900, 123456789, -650, -113900]) {
      assert.equal(minorIn(formatMoney(minor, 'EUR').replace('-', '−')), minor);
      assert.equal(minorIn(`25 or more: ${formatMoney(minor, 'EUR')}`), minor);
      assert.equal(minorIn(formatDelta(minor, 'EUR')), minor);
    }
  });

  test('is not where there is none, or more than one could say', () => {
    for (const text of [
      '',
      'included',
      'Loading the subtotal',
      '€',
      '€1',
      '€1.2',
      '$1.20',
      '€1.20 each',
      '1.20',
    ])
      assert.equal(minorIn(text), null, text);
  });
});

describe('rates', () => {
  const good = { code: 'USD', name: 'US dollar', per_euro: 1.0874, rated_on: '2026-11-24' };

  test('come as numbers or in figures, exact to the millionth', () => {
    for (const perEuro of [1.0874, '1.0874', '1.087400'])
      assert.equal(parseRates([{ ...good, per_euro: perEuro }])[0]?.microPerEuro, 1_087_400);
  });

  test('that make no sense are left out, and the others stay', () => {
    const wrong: readonly unknown[] = [
      null,
      7,
      {},
      { ...good, code: 'usd' },
      { ...good, code: '<b>' },
      { ...good, name: null },
      { ...good, per_euro: 0 },
      { ...good, per_euro: -1 },
      { ...good, per_euro: 'x' },
      { ...good, per_euro: Infinity },
      { ...good, per_euro: 1e300 },
      { ...good, rated_on: 'today' },
    ];
    assert.equal(parseRates([...wrong, good]).length, 1);
    for (const data of [null, undefined, 'x', {}, 7]) assert.deepEqual(parseRates(data), []);
  });
});
