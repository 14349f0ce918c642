import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import {
  etaWords,
  isSameEta,
  keptWords,
  parseEta,
  type DatePrecision,
} from '../../../src/shared/eta.ts';
import type { Order } from '../../../src/features/orders/model/order.ts';

import { parcelEta } from '../../../src/features/orders/model/order-words.ts';
import { orderAnswer, orderLineAnswer, parcelAnswer } from '../../support/order-answers.ts';

const eta = (date: string, precision: DatePrecision) => ({ date, precision });

test('a plan is told as exactly as it is meant', () => {
  assert.equal(etaWords(eta('2027-07-01', 'quarter')), 'Q3 2027');
  assert.equal(etaWords(eta('2027-07-01', 'month')), 'July 2027');
  assert.equal(etaWords(eta('2027-09-01', 'day')), '1 Sept 2027');
  assert.ok(isSameEta(eta('2027-07-01', 'month'), eta('2027-07-20', 'month')));
  assert.ok(!isSameEta(eta('2027-07-01', 'day'), eta('2027-07-20', 'day')));
});

test('what does not say how exact it is promises no day', () => {
  for (const precision of [undefined, null, '', 'hour', 7]) {
    const read = parseEta('2027-07-01', precision);
    assert.equal(read && etaWords(read), 'Q3 2027');
  }
  for (const date of [undefined, null, '', 'soon', 7]) assert.equal(parseEta(date, 'day'), null);
});

test('a parcel leaves when its batch plans it now, and as exactly as that is known', () => {
  const planned = parcelAnswer({ ships_on: '2027-07-01', eta_precision: 'quarter' });
  const line = orderLineAnswer({ shipment_id: 'p', eta: '2027-10-01', eta_precision: 'month' });
  const wordsOf = (
    lines: Order['lines'],
    parcel: Order['shipments'][number],
    more: Partial<Order> = {},
  ) => {
    const order = orderAnswer({ lines, shipments: [parcel], ...more });
    const [only] = order.shipments;
    const read = only && parcelEta(only, order);
    return read && etaWords(read);
  };
  assert.equal(wordsOf([line], planned), 'October 2027');
  assert.equal(wordsOf([], planned), 'Q3 2027');
  assert.equal(wordsOf([{ ...line, eta: null }], parcelAnswer()), null);
  const last = { title: 'Saltmarsh', ships_on: '2028-01-01', eta_precision: 'quarter' } as const;
  assert.equal(wordsOf([line], planned, { ships_together: true, waits_for: last }), 'Q1 2028');
  assert.equal(wordsOf([line], planned, { ships_together: true }), null);
});

test('a planned month is kept until its last day, and a quarter until its own', () => {
  assert.equal(keptWords(eta('2026-06-01', 'month'), '2026-06-30'), 'on time');
  assert.equal(keptWords(eta('2026-06-01', 'quarter'), '2026-05-03'), 'on time');
  assert.equal(keptWords(eta('2026-06-01', 'quarter'), '2026-06-30'), 'on time');
});

test('what comes later or earlier than planned is told in weeks from the nearest planned day', () => {
  assert.equal(keptWords(eta('2026-06-01', 'month'), '2026-07-25'), '4 weeks late');
  assert.equal(keptWords(eta('2024-04-15', 'month'), '2024-08-14'), '15 weeks late');
  assert.equal(keptWords(eta('2026-06-10', 'day'), '2026-06-17'), '1 week late');
  assert.equal(keptWords(eta('2026-06-01', 'month'), '2026-05-11'), '3 weeks early');
  assert.equal(keptWords(eta('2026-12-01', 'month'), '2027-01-14'), '2 weeks late');
});

test('nobody says the date of a plan without how exact it is', async () => {
  const project = path.join(import.meta.dirname, '../../..');
  const folders = ['src', 'supabase/functions'];
  const files = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(path.join(project, folder), { recursive: true });
      return names.map((name) => path.join(folder, name));
    }),
  );
  const sources = files.flat().filter((file) => /\.(?:tsx?|astro)$/.test(file));
  const faults: string[] = [];
  for (const file of sources) {
    if (file.endsWith('shared/eta.ts')) continue;
    const text = await readFile(path.join(project, file), 'utf8');
    const said =
      /\b(?:dayWords|momentWords)\([^()]*(?:eta(?:_?(?:before|after))?\b|\.date\b|ships_?on\b)/i.exec(
        text,
      );
    // What is sold ahead of its day has one; a batch has a plan.
    if (said !== null && !/preorder|variant\.shipsOn/.test(said[0]))
      faults.push(`${file}: ${said[0]}`);
  }
  assert.ok(sources.length > 500);
  assert.deepEqual(faults, []);
});
