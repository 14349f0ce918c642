import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCsv } from '#shared/csv.ts';
import { deskRow } from '#desk-kit/model/desk-row.ts';
import { parseKle } from '#drawing/keyboard-layouts/keyboard-layout.ts';
import { succeed } from '#shared/result.ts';
import {
  countLines,
  dryRun,
  jsonToCells,
  type ImportColumn,
} from '#desk-kit/model/table-import.ts';
import { judgeTracking } from '#features/orders/model/tracking-import.ts';
import { hostileFiles } from '../../support/data/hostile-files.ts';

const columns: readonly ImportColumn[] = [
  { name: 'sku', parse: succeed },
  { name: 'title', parse: succeed },
];

const refuses: Readonly<Record<string, (text: string) => boolean>> = {
  'goods and palettes': (text) => {
    const cells = jsonToCells(text) ?? parseCsv(text);
    const { change, new: added } = countLines(dryRun(cells, columns, 'sku', new Map(), {}));
    return change + added === 0;
  },
  'a carrier’s numbers': (text) => {
    const order = { number: '', status: 'paid' as const };
    const parcel = deskRow({ id: 'a', position: 1, status: 'planned', order });
    return judgeTracking(parseCsv(text), [parcel], []).parcels.length === 0;
  },
  'a layout': (text) => !parseKle(text).ok,
};

for (const [what, isRefused] of Object.entries(refuses))
  test(`none of ${Object.keys(hostileFiles).length} hostile files is taken for ${what}, and each is judged at once`, () => {
    assert.ok(Object.keys(hostileFiles).length >= 30);
    for (const [name, text] of Object.entries(hostileFiles)) {
      const started = process.cpuUsage();
      assert.ok(isRefused(text), name);
      const { user } = process.cpuUsage(started);
      assert.ok(user < 2_000_000, `${name} took ${user / 1000} ms of work`);
    }
    assert.ok(!('isAdmin' in {}), 'and nothing of it is in every object from now on');
  });

test('a file that is meant so is taken', () => {
  assert.ok(!refuses['goods and palettes']?.('sku,title\nA,B'));
  assert.ok(!refuses['a layout']?.('[["A","B"]]'));
});
