/* The short form runs with every test; KEYWRIGHT_LONG=1 (npm run test:long) tells 5,000 histories. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  array,
  assert as check,
  asyncProperty,
  constant,
  constantFrom,
  integer,
  nat,
  oneof,
  record,
} from 'fast-check';
import { openTestDatabase } from '../../support/database.ts';
import { noteFigure } from '../../support/long-figures.ts';
import { deeds, openHistory, type Step } from '../../support/data/order-history.ts';

const count = process.env['KEYWRIGHT_LONG'] === '1' ? 5000 : 300;

const often = oneof(
  { weight: 4, arbitrary: constant('add' as const) },
  { weight: 7, arbitrary: constant('reserve' as const) },
  {
    weight: 15,
    arbitrary: constantFrom('pay', 'lapse', 'expire', 'cancel', 'ship', 'refund', 'restock'),
  },
  { weight: 1, arbitrary: constant('crash' as const) },
);
const step = record<Step>({
  do: often,
  which: nat(5),
  units: integer({ min: 1, max: 4 }),
  by: integer({ min: -3, max: 3 }),
  during: constantFrom(...deeds),
});
const history = array(step, { minLength: 4, maxLength: 10 });

/** Each tells its own histories, at the same time as the other. */
const shops = [openTestDatabase(), openTestDatabase()] as const;

describe('a history of orders', () => {
  test(`keeps the books, told ${count} times`, async () => {
    const told = new Map<Step['do'], number>();
    const tell = async ({ url }: { readonly url: string }, seed: number) => {
      const { live, close } = await openHistory(url, told);
      const numRuns = count / shops.length;
      await check(asyncProperty(history, live), { numRuns, seed, endOnFailure: true });
      await close();
    };
    await Promise.all(shops.map((shop, n) => tell(shop, 20261121 + n)));
    for (const name of [...deeds, 'lapse', 'crash'] as const)
      assert.ok((told.get(name) ?? 0) > count / 10, `${name}: ${told.get(name)}`);
    noteFigure({
      what: `G3: ${count} histories of add, reserve, pay, expire, cancel, refund, ship, restock and crash`,
      goal: 'the invariants after each step',
      figure: `they hold after each of ${[...told.values()].reduce((sum, n) => sum + n)} steps`,
    });
  });

  test('does not keep them when a cancelled order keeps its goods', async () => {
    const { sql, url } = shops[0];
    await sql.unsafe(`
      create or replace function private.free_ended_orders(p_orders uuid[]) returns void
      language plpgsql set search_path = '' as $$ begin end $$`);
    const { live, close } = await openHistory(url, new Map());
    const common = { which: 0, units: 2, by: 0, during: 'add' } as const;
    await assert.rejects(
      live([
        { ...common, do: 'reserve' },
        { ...common, do: 'cancel' },
      ]),
      /ended and still holds/,
    );
    await close();
  });
});
