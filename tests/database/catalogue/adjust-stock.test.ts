import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Sql, TransactionSql } from 'postgres';
import {
  anonymous,
  person,
  personId,
  refusalOf,
  service,
  openTestDatabase,
} from '../../support/database.ts';

const database = openTestDatabase();

interface Stock {
  readonly pool_id: string;
  readonly on_hand: number;
  readonly allocated: number;
}

interface Change {
  readonly pool: string | null;
  readonly delta: number | null;
  readonly expected?: number | null;
  readonly reason?: string;
}

async function adjust(sql: Sql | TransactionSql, change: Change): Promise<Stock> {
  const { pool, delta, expected = null, reason = 'A recount' } = change;
  const rows = await sql<{ stock: Stock }[]>`
    select public.adjust_stock(${pool}, ${delta}, ${expected}, ${reason}) as stock`;
  assert.ok(rows[0]);
  return rows[0].stock;
}

let pools = 0;
async function makePool(onHand: number, allocated = 0): Promise<string> {
  pools += 1;
  const rows = await database.sql<{ id: string }[]>`
    insert into public.stock_pools (code, title, on_hand, allocated)
    values (${`TEST-${pools}`}, 'A pool of this test', ${onHand}, ${allocated}) returning id`;
  assert.ok(rows[0]);
  return rows[0].id;
}

async function assertLedgerSums(pool: string): Promise<void> {
  const [row] = await database.sql`
    select p.on_hand, p.allocated, sum(l.on_hand_delta)::int as on_hand_sum,
      sum(l.allocated_delta)::int as allocated_sum
    from public.stock_pools p join public.stock_ledger l on l.pool_id = p.id
    where p.id = ${pool} group by p.id`;
  assert.equal(row?.['on_hand_sum'], row?.['on_hand']);
  assert.equal(row?.['allocated_sum'], row?.['allocated']);
}

describe('adjust_stock', () => {
  test('owners and fulfilment change stock by a delta and get the count back', async () => {
    for (const name of ['owner', 'fulfilment'] as const) {
      const pool = await makePool(10, 4);
      const stock = await database.keepAs(person(name), (sql) => adjust(sql, { pool, delta: -3 }));
      assert.deepEqual(stock, { pool_id: pool, on_hand: 7, allocated: 4 });
      await assertLedgerSums(pool);
    }
  });

  test('a delta of nothing without an expectation reads and leaves no trace', async () => {
    const pool = await makePool(5, 1);
    const stock = await database.keepAs(person('owner'), (sql) =>
      adjust(sql, { pool, delta: 0, reason: '' }),
    );
    assert.deepEqual(stock, { pool_id: pool, on_hand: 5, allocated: 1 });
    const [traces] = await database.sql`
      select (select count(*)::int from public.stock_ledger where pool_id = ${pool}) as ledger,
        (select count(*)::int from public.audit_log where row_id = ${pool}) as audit`;
    assert.deepEqual({ ...traces }, { ledger: 1, audit: 0 });
  });

  test('the ledger and the audit log say who, why, before and after', async () => {
    const pool = await makePool(8);
    await database.keepAs(person('fulfilment'), (sql) =>
      adjust(sql, { pool, delta: 2, expected: 8, reason: 'Two found behind the shelf' }),
    );
    const [ledger] = await database.sql`
      select actor_id, reason, on_hand_delta, on_hand_after from public.stock_ledger
      where pool_id = ${pool} order by id desc limit 1`;
    assert.deepEqual(
      { ...ledger },
      {
        actor_id: personId('fulfilment'),
        reason: 'Two found behind the shelf',
        on_hand_delta: 2,
        on_hand_after: 10,
      },
    );
    const [audit] = await database.sql`
      select actor_id, actor_role, action, (before ->> 'on_hand')::int as before,
        (after ->> 'on_hand')::int as after
      from public.audit_log where row_id = ${pool}`;
    assert.deepEqual(
      { ...audit },
      {
        actor_id: personId('fulfilment'),
        actor_role: 'fulfilment',
        action: 'update',
        before: 8,
        after: 10,
      },
    );
  });

  test('a count that is out of date is refused with the count of now', async () => {
    const pool = await makePool(9, 2);
    const refusal = await refusalOf(
      database.as(person('owner'), (sql) => adjust(sql, { pool, delta: 1, expected: 8 })),
    );
    assert.equal(refusal.code, 'PT409');
    assert.equal(refusal.reason, 'stock_changed');
    assert.deepEqual(refusal.details, { pool_id: pool, on_hand: 9, allocated: 2 });
  });

  test('stock never falls below what is promised to orders', async () => {
    const pool = await makePool(6, 5);
    const refusal = await refusalOf(
      database.as(person('owner'), (sql) => adjust(sql, { pool, delta: -2 })),
    );
    assert.equal(refusal.code, 'PT409');
    assert.equal(refusal.reason, 'below_allocated');
  });

  test('a missing pool, delta or reason is refused by name', async () => {
    const pool = await makePool(1);
    const missing = '00000000-0000-4000-8000-00000000dead';
    const cases = [
      { change: { pool: missing, delta: 1 }, code: 'PT404', reason: 'unknown_pool' },
      { change: { pool: null, delta: 1 }, code: 'PT404', reason: 'unknown_pool' },
      { change: { pool, delta: null }, code: 'PT422', reason: 'wrong_delta' },
      { change: { pool, delta: -2147483648 }, code: 'PT422', reason: 'wrong_delta' },
      { change: { pool, delta: 1, reason: ' ' }, code: 'PT422', reason: 'reason_missing' },
      {
        change: { pool, delta: 1, reason: 'x'.repeat(301) },
        code: 'PT422',
        reason: 'reason_missing',
      },
      {
        change: { pool, delta: 0, expected: 1, reason: '' },
        code: 'PT422',
        reason: 'reason_missing',
      },
    ];
    for (const { change, code, reason } of cases) {
      const refusal = await refusalOf(database.as(person('owner'), (sql) => adjust(sql, change)));
      assert.deepEqual([refusal.code, refusal.reason], [code, reason], JSON.stringify(change));
    }
  });

  test('nobody else may call it, whatever their token says', async () => {
    const pool = await makePool(3);
    for (const name of ['first', 'editor', 'support', 'former'] as const) {
      const refusal = await refusalOf(
        database.as(person(name), (sql) => adjust(sql, { pool, delta: 1 })),
      );
      assert.deepEqual([refusal.code, refusal.reason], ['PT403', 'not_allowed'], name);
    }
    for (const caller of [anonymous, service]) {
      const refusal = await refusalOf(
        database.as(caller, (sql) => adjust(sql, { pool, delta: 1 })),
      );
      assert.equal(refusal.code, '42501', caller.role);
    }
  });

  test('a demotion holds from the next call on, with the same token', async () => {
    const pool = await makePool(3);
    await database.sql.begin(async (sql) => {
      await sql`delete from private.staff where user_id = ${personId('fulfilment')}`;
    });
    const refusal = await refusalOf(
      database.as(person('fulfilment'), (sql) => adjust(sql, { pool, delta: 1 })),
    );
    assert.equal(refusal.reason, 'not_allowed');
    await database.sql`
      insert into private.staff (user_id, role) values (${personId('fulfilment')}, 'fulfilment')`;
  });
});

type Adjust = (sql: TransactionSql, pool: string, expected: number) => Promise<unknown>;

/** Twenty people who all read 50 and write 40: one may win. Gives how many did. */
async function race(pool: string, change: Adjust): Promise<number> {
  const tries = Array.from({ length: 20 }, () =>
    database
      .keepAs(person('owner'), (sql) => change(sql, pool, 50))
      .then(
        () => 1,
        () => 0,
      ),
  );
  return (await Promise.all(tries)).reduce<number>((sum, won) => sum + won, 0);
}

describe('adjust_stock under twenty callers at once', () => {
  test('of twenty who counted the same stock, one wins', async () => {
    const pool = await makePool(50);
    const winners = await race(pool, (sql, id, expected) =>
      adjust(sql, { pool: id, delta: -10, expected }),
    );
    const [row] = await database.sql`select on_hand from public.stock_pools where id = ${pool}`;
    assert.deepEqual([winners, row?.['on_hand']], [1, 40]);
    await assertLedgerSums(pool);
  });

  test('twenty deltas all count', async () => {
    const pool = await makePool(0);
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        database.keepAs(person('fulfilment'), (sql) => adjust(sql, { pool, delta: index + 1 })),
      ),
    );
    const [row] = await database.sql`select on_hand from public.stock_pools where id = ${pool}`;
    assert.equal(row?.['on_hand'], 210);
    await assertLedgerSums(pool);
  });

  test('twenty who take what is left stop at what is promised', async () => {
    const pool = await makePool(12, 5);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        database.keepAs(person('owner'), (sql) => adjust(sql, { pool, delta: -1 })),
      ),
    );
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 7);
    await assertLedgerSums(pool);
  });

  test('the race catches a function that checks first and writes later', async () => {
    await database.sql`
      create function private.planted_adjust(p_pool uuid, p_delta int, p_expected int) returns void
      language plpgsql security definer set search_path = '' as $$
      begin
        if (select on_hand from public.stock_pools where id = p_pool) <> p_expected then
          perform private.refuse(409, 'stock_changed', 'Changed.', '{}');
        end if;
        perform pg_catalog.pg_sleep(0.05);
        update public.stock_pools set on_hand = on_hand + p_delta where id = p_pool;
      end $$`;
    await database.sql`grant execute on function private.planted_adjust(uuid, int, int) to authenticated`;
    const pool = await makePool(50);
    const winners = await race(
      pool,
      (sql, id, expected) => sql`select private.planted_adjust(${id}, ${-1}, ${expected})`,
    );
    assert.ok(winners > 1, `the planted fault went unnoticed: ${winners} winner`);
  });
});
