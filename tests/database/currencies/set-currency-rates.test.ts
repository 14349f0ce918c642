import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { anonymous, openTestDatabase, person, refusalOf, service } from '../../support/database.ts';

const database = openTestDatabase();

interface Rate {
  readonly code: string;
  readonly per_euro: string;
  readonly rated_on: string;
  readonly version: number;
}

const rowsOf = () =>
  database.sql<{ code: string; per_euro: string; rated_on: string; version: number }[]>`
    select code, per_euro::text, rated_on::text, version from public.currency_rates order by code`;

async function rowOf(code: string) {
  const row = (await rowsOf()).find((each) => each.code === code);
  assert.ok(row, code);
  return row;
}

const dayAgo = async (days: number) => {
  const [row] = await database.sql<
    { day: string }[]
  >`select (current_date - ${days}::int)::text as day`;
  return row?.day ?? '';
};

const send = (caller: Caller, rates: unknown, key: string | null = null) =>
  database.keepAs(caller, async (sql) => {
    const [row] = await sql<{ done: number }[]>`
      select public.set_currency_rates(${JSON.stringify(rates)}::text::jsonb, ${key}) as done`;
    return row?.done;
  });

const reasonOf = async (run: Promise<unknown>) => (await refusalOf(run)).reason;

async function rate(code: string, perEuro: string, days = 0): Promise<Rate> {
  const { version } = await rowOf(code);
  return { code, per_euro: perEuro, rated_on: await dayAgo(days), version };
}

const auditsOf = async (code: string) => {
  const [row] = await database.sql<{ noted: number }[]>`
    select count(*)::int as noted from public.audit_log where table_name = 'currency_rates' and row_id = ${code}`;
  return row?.noted ?? 0;
};

describe('set_currency_rates', () => {
  test('the owner writes the rates of a day together, and the log keeps what they were', async () => {
    const [before, other] = [await auditsOf('USD'), await rowOf('CHF')];
    const rates = [
      await rate('USD', '1.2'),
      await rate('JPY', '170.25'),
      await rate('KRW', '1500'),
    ];
    assert.equal(await send(person('owner'), rates), 3);
    assert.equal((await rowOf('USD')).per_euro, '1.200000');
    assert.equal((await rowOf('JPY')).per_euro, '170.250000');
    assert.deepEqual(await rowOf('CHF'), other);
    assert.equal(await auditsOf('USD'), before + 1);
  });

  test('the same key again changes nothing and gives the first answer; with other rates it is refused', async () => {
    const key = randomUUID();
    const rates = [await rate('USD', '1.3')];
    assert.equal(await send(person('owner'), rates, key), 1);
    const [version, noted] = [(await rowOf('USD')).version, await auditsOf('USD')];
    assert.equal(await send(person('owner'), rates, key), 1);
    assert.equal((await rowOf('USD')).version, version);
    assert.equal(await auditsOf('USD'), noted);
    assert.equal(
      await reasonOf(send(person('owner'), [await rate('USD', '9')], key)),
      'key_reused',
    );
  });

  test('of twenty who send one file at once with one key, it is written once', async () => {
    const key = randomUUID();
    const rates = [await rate('USD', '1.31'), await rate('CAD', '1.6')];
    const { version } = await rowOf('USD');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send(person('owner'), rates, key)),
    );
    assert.deepEqual(new Set(answers), new Set([2]));
    assert.equal((await rowOf('USD')).version, version + 1);
  });

  test('of two files raced with keys of their own, one is written and the other hears so', async () => {
    const [usd, cad] = [await rate('USD', '1.41'), await rate('CAD', '1.71')];
    const [other, same] = [
      { ...cad, per_euro: '1.72' },
      { ...usd, per_euro: '1.42' },
    ];
    const outcomes = await Promise.allSettled([
      send(person('owner'), [usd, cad], randomUUID()),
      send(person('owner'), [other, same], randomUUID()),
    ]);
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    const written = [(await rowOf('USD')).per_euro, (await rowOf('CAD')).per_euro].join(' ');
    assert.ok(['1.410000 1.710000', '1.420000 1.720000'].includes(written), written);
  });

  test('one currency that someone else changed or removed keeps all of them, by name', async () => {
    const before = await rowsOf();
    const old = { ...(await rate('USD', '1.5')), version: 0 };
    const gone = { code: 'XXX', per_euro: '2', rated_on: await dayAgo(0), version: 1 };
    const refusal = await refusalOf(send(person('owner'), [await rate('CAD', '1.9'), old, gone]));
    assert.equal(refusal.reason, 'rates_changed');
    assert.deepEqual((refusal.details as { codes?: unknown }).codes, ['USD', 'XXX']);
    assert.deepEqual(await rowsOf(), before);
  });

  test('a rate of zero, of a day to come, or before there was a euro is refused', async () => {
    const before = await rowsOf();
    for (const wrong of [
      await rate('USD', '0'),
      await rate('USD', '0.000000'),
      await rate('USD', '1.1', -1),
      { ...(await rate('USD', '1.1')), rated_on: '1998-12-31' },
    ])
      assert.equal(
        await reasonOf(send(person('owner'), [wrong])),
        'impossible_rate',
        wrong.per_euro,
      );
    assert.deepEqual(await rowsOf(), before);
  });

  test('what is no list of rates is refused', async () => {
    const good = await rate('USD', '1.1');
    const wrong: readonly unknown[] = [
      null,
      {},
      [],
      7,
      [good, good],
      [{ ...good, per_euro: '-1' }],
      [{ ...good, per_euro: '1,1' }],
      [{ ...good, per_euro: 'NaN' }],
      [{ ...good, per_euro: '1e3' }],
      [{ ...good, per_euro: '1.1234567' }],
      [{ ...good, per_euro: '123456789' }],
      [{ ...good, per_euro: null }],
      [{ ...good, rated_on: '2026-02-30' }],
      [{ ...good, rated_on: 'infinity' }],
      [{ ...good, rated_on: 'yesterday' }],
      [{ ...good, code: 'usd' }],
      [{ ...good, version: null }],
      [{ ...good, version: '99999999999' }],
      Array.from({ length: 201 }, () => good),
    ];
    for (const rates of wrong)
      assert.equal(
        await reasonOf(send(person('owner'), rates)),
        'wrong_rates',
        JSON.stringify(rates),
      );
  });

  test('nobody else writes rates by it', async () => {
    const rates = [await rate('USD', '7')];
    for (const name of ['editor', 'fulfilment', 'support', 'first', 'former'] as const)
      assert.equal(await reasonOf(send(person(name), rates)), 'not_allowed', name);
    for (const caller of [anonymous, service])
      assert.equal((await refusalOf(send(caller, rates))).code, '42501');
  });
});

describe('currency_rates', () => {
  const seen = (caller: Caller) =>
    database.as(caller, async (sql) =>
      (await sql<{ code: string }[]>`select code from public.currency_rates`).map(
        ({ code }) => code,
      ),
    );

  test('everyone reads those that are shown, the owner also those that are not', async () => {
    await database.sql`update public.currency_rates set is_shown = false where code = 'NOK'`;
    const names = ['first', 'former', 'editor', 'fulfilment', 'support'] as const;
    for (const caller of [anonymous, ...names.map((name) => person(name))]) {
      const codes = await seen(caller);
      assert.ok(codes.includes('USD') && !codes.includes('NOK'), codes.join());
    }
    assert.ok((await seen(person('owner'))).includes('NOK'));
  });

  test('the owner adds, changes and removes one; nobody else does', async () => {
    const add = (caller: Caller) =>
      database.as(caller, async (sql) => {
        await sql`
          insert into public.currency_rates (code, name, per_euro, rated_on) values ('DKK', 'Danish krone', 7.46, current_date)`;
        const changed =
          await sql`update public.currency_rates set per_euro = 7.5 where code = 'DKK' returning code`;
        const gone =
          await sql`delete from public.currency_rates where code in ('DKK', 'USD') returning code`;
        return [changed.length, gone.length];
      });
    assert.deepEqual(await add(person('owner')), [1, 2]);
    for (const name of ['editor', 'fulfilment', 'support', 'first', 'former'] as const) {
      assert.equal((await refusalOf(add(person(name)))).code, '42501', name);
      const touched = await database.as(person(name), async (sql) => [
        ...(await sql`update public.currency_rates set per_euro = 9 returning code`),
        ...(await sql`delete from public.currency_rates returning code`),
      ]);
      assert.deepEqual(touched, [], name);
    }
    assert.equal((await refusalOf(add(anonymous))).code, '42501');
  });

  const wrong: Readonly<Record<string, string>> = {
    'a rate of zero': `per_euro = 0`,
    'a rate below zero': `per_euro = -1`,
    'a rate that is no number': `per_euro = 'NaN'`,
    'a rate that rounds to zero': `per_euro = 0.0000001`,
    'a day to come': `rated_on = current_date + 1`,
    'a day without an end': `rated_on = 'infinity'`,
    'the euro itself': `code = 'EUR'`,
    'a code of small letters': `code = 'usd'`,
    'a name without letters': `name = ''`,
  };
  for (const [what, change] of Object.entries(wrong))
    test(`never holds ${what}`, async () => {
      const run = database.sql.unsafe(
        `update public.currency_rates set ${change} where code = 'USD'`,
      );
      assert.equal((await refusalOf(run)).code, '23514');
    });
});
