import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { currencyFaults, oldRates } from '#features/currencies/model/currency-faults.ts';
import { percentWords, planRates } from '#features/currencies/model/rate-changes.ts';
import { dayOf, mostBytes, readRateFile } from '#features/currencies/model/rate-file.ts';

const today = '2026-11-24';

const xml = (cubes: string, time = today) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='${time}'>
			${cubes}
		</Cube>
	</Cube>
</gesmes:Envelope>`;
const usd = `<Cube currency='USD' rate='1.0874'/>`;
const csv = `Date, USD, JPY, BGN, GBP, \n24 November 2026, 1.0874, 163.42, 1.9558, 0.84120, \n`;

function rates(text: string): readonly (readonly [string, string])[] | string {
  const read = readRateFile(text, today);
  return read.ok ? [...read.value.rates] : read.error;
}

describe('the rates of the European Central Bank', () => {
  test('are read from its daily XML', () => {
    const read = readRateFile(xml(`${usd}\n<Cube currency='JPY' rate='163.42'/>`), today);
    assert.ok(read.ok);
    assert.equal(read.value.ratedOn, today);
    assert.deepEqual(
      [...read.value.rates],
      [
        ['USD', '1.0874'],
        ['JPY', '163.42'],
      ],
    );
    assert.deepEqual(read.value.problems, []);
  });

  test('are read from its daily CSV, with the comma that ends each line', () => {
    const read = readRateFile(csv, today);
    assert.ok(read.ok);
    assert.equal(read.value.ratedOn, today);
    assert.deepEqual(
      [...read.value.rates],
      [
        ['USD', '1.0874'],
        ['JPY', '163.42'],
        ['BGN', '1.9558'],
        ['GBP', '0.84120'],
      ],
    );
  });

  test('of several days are those of the newest, whatever their order', () => {
    const older = `</Cube><Cube time="2026-11-20"><Cube currency="USD" rate="9"/>`;
    assert.deepEqual(rates(xml(`${usd}${older}`)), [['USD', '1.0874']]);
    const days = 'Date,USD,RUB,\n2026-11-20,9,N/A,\n2026-11-24,1.0874,N/A,\n2026-11-23,8,N/A,\n';
    assert.deepEqual(rates(days), [['USD', '1.0874']]);
  });
});

describe('a file of rates that means harm', () => {
  test('with entities of its own is refused before any of them is opened', () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;">]>${xml(usd)}`;
    const outside = `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><Envelope><Cube><Cube time="${today}"><Cube currency="USD" rate="&x;"/></Cube></Cube></Envelope>`;
    for (const text of [bomb, outside]) assert.match(String(rates(text)), /document type/);
    assert.match(String(rates(xml(`<Cube currency='USD' rate='&x;'/>`))), /is not a rate/);
  });

  test('takes no longer for being large, deep or cut', () => {
    const began = performance.now();
    assert.match(String(rates('<'.repeat(mostBytes + 1))), /larger than 1 MB/);
    assert.match(String(rates('<Cube>'.repeat(5_000))), /parts within parts/);
    assert.match(String(rates('<Envelope><Cube><Cube time="2026-11-24">')), /ends in the middle/);
    assert.match(String(rates(`<Cube ${'a="b" '.repeat(100_000)}`)), /not valid XML/);
    assert.match(
      String(rates(`Date,${'USD,'.repeat(100_000)}\n2026-11-24,${'1,'.repeat(100_000)}`)),
      /too many/,
    );
    assert.match(String(rates(xml(usd.repeat(201)))), /too many/);
    assert.ok(performance.now() - began < 20_000);
  });

  test('gives no rate that is none, and says each', () => {
    for (const rate of [
      '0',
      '0.0',
      '-1',
      'NaN',
      'Infinity',
      '1e3',
      '1,2',
      '1.1234567',
      '123456789',
      '',
      ' 1 2',
      '0x1',
    ]) {
      const text = xml(`<Cube currency='USD' rate='${rate}'/><Cube currency='JPY' rate='163.42'/>`);
      const read = readRateFile(text, today);
      assert.ok(read.ok, rate);
      assert.deepEqual([...read.value.rates], [['JPY', '163.42']], rate);
      assert.equal(read.value.problems.length, 1, rate);
    }
  });

  test('names a currency once, by three letters', () => {
    const text = xml(
      `${usd}<Cube currency='USD' rate='2'/><Cube currency='${'X'.repeat(500)}' rate='2'/><Cube rate='2'/>`,
    );
    const read = readRateFile(text, today);
    assert.ok(read.ok);
    assert.deepEqual([...read.value.rates], [['USD', '1.0874']]);
    assert.equal(read.value.problems.length, 3);
    assert.ok(read.value.problems.every((words) => words.length < 80));
  });

  test('of no day, of a day to come, or of something else is refused', () => {
    assert.match(String(rates(xml(usd, '2026-11-25'))), /in the future/);
    assert.match(String(rates(xml(usd, '2026-02-30'))), /does not say the day/);
    assert.match(String(rates('Date, USD\nsoon, 1.1\n')), /does not say the day/);
    assert.match(String(rates('')), /nothing in it/);
    assert.match(String(rates('<html><body/></html>')), /not the reference rates/);
    assert.match(String(rates('PK\u0003\u0004 eurofxref.csv')), /not a file of rates/);
    assert.match(String(rates('Date, USD\n')), /no rates/);
    assert.match(String(rates(xml(''))), /no rates/);
  });
});

test('days are read as the bank writes them, and no others', () => {
  assert.equal(dayOf('24 November 2026'), '2026-11-24');
  assert.equal(dayOf('1 May 2026'), '2026-05-01');
  for (const day of ['24 Nov 2026', '31 June 2026', '2026-13-01', '24.11.2026', 'x'])
    assert.equal(dayOf(day), null);
});

describe('what a file would do', () => {
  const row = (code: string, perEuro: number, ratedOn = '2026-11-23') => ({
    id: code,
    version: 4,
    values: { code, name: code, per_euro: perEuro, rated_on: ratedOn, version: 4 },
  });
  const plan = (...rows: ReturnType<typeof row>[]) => {
    const read = readRateFile(csv, today);
    assert.ok(read.ok);
    return planRates(read.value, rows);
  };

  test('is told for each currency of the shop, and what the shop does not have is left out by name', () => {
    const { changes, skipped } = plan(
      row('USD', 1.0874, today),
      row('JPY', 150),
      row('GBP', 0.8, '2026-11-25'),
      row('NOK', 11.7),
    );
    assert.deepEqual(
      changes.map(({ code, kind }) => `${code} ${kind}`),
      ['USD same', 'JPY change', 'GBP older', 'NOK missing'],
    );
    assert.deepEqual(skipped, ['BGN']);
  });

  test('a new day with the same rate is a change, and one of over 10% is marked', () => {
    const { changes } = plan(row('USD', 1.0874), row('JPY', 148), row('GBP', 0.77));
    assert.deepEqual(
      changes.map(({ kind, percent, isLarge }) => `${kind} ${percentWords(percent)} ${isLarge}`),
      ['change no change false', 'change +10.42% true', 'change +9.25% false'],
    );
    assert.equal(plan(row('JPY', 200)).changes[0]?.isLarge, true);
  });
});

test('rates that shoppers see are old after seven days, not before', () => {
  const row = (code: string, ratedOn: string, isShown = true) => ({
    id: code,
    version: 1,
    values: { code, rated_on: ratedOn, is_shown: isShown },
  });
  const rows = [
    row('USD', '2026-11-17'),
    row('JPY', '2026-11-16'),
    row('KRW', '2020-01-01', false),
  ];
  assert.deepEqual(oldRates(rows, today), ['JPY']);
});

test('a currency that can’t be saved says why at its field', () => {
  const good = {
    code: 'USD',
    name: 'US dollar',
    per_euro: 1.0874,
    rated_on: today,
    position: 1,
  };
  const faultsOf = (changes: object) =>
    Object.keys(
      currencyFaults({ id: 'new', version: null, values: { ...good, ...changes } }, today),
    );
  assert.deepEqual(faultsOf({}), []);
  assert.deepEqual(faultsOf({ per_euro: '1.5' }), []);
  assert.deepEqual(faultsOf({ code: 'EUR' }), ['code']);
  assert.deepEqual(faultsOf({ code: 'us' }), ['code']);
  assert.deepEqual(faultsOf({ name: 'x' }), ['name']);
  assert.deepEqual(faultsOf({ rated_on: '2026-11-25' }), ['rated_on']);
  assert.deepEqual(faultsOf({ rated_on: '' }), ['rated_on']);
  assert.deepEqual(faultsOf({ position: null }), ['position']);
  for (const rate of ['', '0', '-1', '1,5', 'NaN', 0])
    assert.deepEqual(faultsOf({ per_euro: rate }), ['per_euro'], String(rate));
});
