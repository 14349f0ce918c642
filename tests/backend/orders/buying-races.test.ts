/* The short form runs with every test; KEYWRIGHT_LONG=1 (npm run test:long) runs the full figures. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import postgres, { type Sql } from 'postgres';
import { databaseValueTypes } from '../../../scripts/local-supabase/database-values.ts';
import { asSomeone, call, inParallel, place, prepareOrder } from '../../support/data/buyers.ts';
import { startTestBackend, type TestBackend } from '../../support/local-backend.ts';
import { noteFigure } from '../../support/long-figures.ts';
import {
  confirmOrder,
  findBrokenInvariants,
  letTimeToPayPass,
  line,
  variantId,
  type CartLine,
} from '../../support/data/orders.ts';

const isLong = process.env['KEYWRIGHT_LONG'] === '1';
const buyers = isLong ? 200 : 40;
const rounds = isLong ? 60 : 2;

let backend: TestBackend;
let sql: Sql;

before(async () => {
  backend = await startTestBackend();
  sql = postgres(backend.databaseUrl, {
    max: 4,
    onnotice() {},
    types: databaseValueTypes,
  }) as unknown as Sql;
});
after(async () => {
  await sql.end();
  await backend.stop();
});

async function setStock(sku: string, free: number): Promise<void> {
  await sql`
    update public.stock_pools set on_hand = allocated + ${free}
    where id = (select stock_pool_id from public.variants where sku = ${sku})`;
}

async function freeOf(sku: string): Promise<number> {
  const [row] = await sql<{ free: number }[]>`
    select s.on_hand - s.allocated as free from public.stock_pools s
    join public.variants v on v.stock_pool_id = s.id where v.sku = ${sku}`;
  return row?.free ?? Number.NaN;
}

const countBy = (statuses: readonly number[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

describe('many buyers at once', () => {
  afterEach(async () => {
    assert.deepEqual(await findBrokenInvariants(sql), []);
  });

  for (const stock of [1, 10]) {
    test(`of ${buyers} who want one of ${stock}, ${stock} get it and nobody sees a fault`, async () => {
      for (let round = 0; round < rounds; round += 1) {
        await setStock('TRAY-PAIR', stock);
        const order = await prepareOrder(backend, [await line(sql, 'TRAY-PAIR')]);
        const answers = await inParallel(buyers, buyers, () => place(backend, asSomeone(order)));
        const counts = countBy(answers.map(({ status }) => status));
        assert.deepEqual(counts, { 200: stock, 409: buyers - stock });
        assert.equal(await freeOf('TRAY-PAIR'), 0);
      }
      noteFigure({
        what: `G1: ${buyers} buyers at once for ${stock}, ${rounds} times`,
        goal: '0 oversold, 0 undersold, 0 deadlocks',
        figure: `${buyers * rounds} attempts, ${stock * rounds} sold of ${stock * rounds}`,
      });
    });
  }

  test('carts that name the same goods in opposite order never wait in a circle', async () => {
    const skus = ['KNOB-SILVER', 'KNOB-BLACK', 'SALTMARSH-BASE', 'SALTMARSH-NUM'];
    for (const sku of skus.slice(0, 2)) await setStock(sku, buyers * 2);
    const lines = await Promise.all(skus.map((sku) => line(sql, sku)));
    const [there, back] = [
      await prepareOrder(backend, lines),
      await prepareOrder(backend, lines.toReversed()),
    ];
    const answers = await inParallel(buyers * 2, buyers, (index) =>
      place(backend, asSomeone(index % 2 === 0 ? there : back)),
    );
    assert.deepEqual(countBy(answers.map(({ status }) => status)), { 200: buyers * 2 });
    noteFigure({
      what: `G1: ${buyers * 2} carts that name the same four goods in opposite orders, ${buyers} at once`,
      goal: '0 deadlocks',
      figure: '0 deadlocks',
    });
  });

  test('buyers, cancels, expiry and staff at once: nothing is sold twice and nothing is lost', async () => {
    await setStock('FOAM-60', Math.floor(buyers / 2));
    const foam = await variantId(sql, 'FOAM-60');
    const order = await prepareOrder(backend, [{ variant_id: foam, quantity: 1 }]);
    const statuses: number[] = [];
    await inParallel(buyers * rounds, 20, async (index) => {
      const answer = await place(backend, asSomeone(order));
      statuses.push(answer.status);
      if (answer.status !== 200) return;
      const { id, token } = answer.body.order;
      if (index % 3 === 0) {
        const cancelled = await call(backend, 'cancel_order', {
          p_order: id,
          p_reason: '',
          p_token: token,
        });
        statuses.push(cancelled.status);
      }
      if (index % 3 === 1) {
        await letTimeToPayPass(sql, id);
        statuses.push((await call(backend, 'run_due_jobs', {}, backend.secretKey)).status);
      }
    });
    assert.ok(
      statuses.every((status) => [200, 409].includes(status)),
      JSON.stringify(countBy(statuses)),
    );
    await call(backend, 'run_due_jobs', {}, backend.secretKey);
    noteFigure({
      what: `G1: ${buyers * rounds} orders with cancels, expiry and jobs running, 20 at once`,
      goal: 'every unit accounted for',
      figure: 'invariants hold',
    });
  });

  test('one key, sent twenty times at once, is one order', async () => {
    await setStock('FOAM-65', 1000);
    const order = await prepareOrder(backend, [await line(sql, 'FOAM-65')]);
    await inParallel(isLong ? 200 : 5, isLong ? 10 : 5, async () => {
      const one = asSomeone(order);
      const answers = await Promise.all(Array.from({ length: 20 }, () => place(backend, one)));
      assert.deepEqual(countBy(answers.map(({ status }) => status)), { 200: 20 });
      assert.equal(new Set(answers.map(({ body }) => body.order.id)).size, 1);
      assert.equal(answers.filter(({ body }) => !body.replayed).length, 1);
    });
    noteFigure({
      what: `G2: one key sent 20 times at once, ${isLong ? 200 : 5} keys`,
      goal: 'one order each',
      figure: `${isLong ? 200 : 5} orders`,
    });
  });

  test('an answer that was lost is found again by its key: one order each, none lost', async () => {
    await setStock('FOAM-TKL', 2000);
    const order = await prepareOrder(backend, [await line(sql, 'FOAM-TKL')]);
    const [before] = await sql<
      { n: number }[]
    >`select count(*)::int as n from public.order_records`;
    const count = isLong ? 1000 : 30;
    await inParallel(count, 10, async (index) => {
      const one = asSomeone(order);
      // The browser hangs up somewhere between sending and hearing; the shop may have heard or not.
      await place(backend, one, AbortSignal.timeout(1 + (index % 25))).catch(() => null);
      const answer = await place(backend, one);
      assert.equal(answer.status, 200);
    });
    const [after] = await sql<{ n: number }[]>`select count(*)::int as n from public.order_records`;
    assert.equal((after?.n ?? 0) - (before?.n ?? 0), count);
    noteFigure({
      what: `G2: ${count} orders whose first answer was lost`,
      goal: 'one order each, none lost',
      figure: `${count} orders`,
    });
  });

  test('a code that may be used once is used once', async () => {
    await sql`
      insert into public.discount_codes (code, title, amount_minor, most_uses) values ('RACE-ONCE', 'Once', 100, 1)`;
    await setStock('TOOL-DRIVER', buyers);
    const order = await prepareOrder(backend, [await line(sql, 'TOOL-DRIVER')], 'RACE-ONCE');
    // Guests all hold it until one of them is confirmed: nobody takes it from others by ordering alone.
    const answers = await inParallel(buyers, buyers, () => place(backend, asSomeone(order)));
    const reasons = await inParallel(buyers, buyers, (index) =>
      confirmOrder(sql, String(answers[index]?.body.order.id)),
    );
    assert.equal(reasons.filter((reason) => reason === null).length, 1);
    assert.equal(reasons.filter((reason) => reason === 'code_used_up').length, buyers - 1);
    noteFigure({
      what: `B15: a code for one use, in ${buyers} orders at once`,
      goal: 'used once',
      figure: 'used once',
    });
  });

  test('of many refunds at once, no more goes back than came', async () => {
    const owner = await ownerKey();
    const count = isLong ? 50 : 10;
    for (let round = 0; round < threeWays; round += 10) {
      const order = await paidOrder(owner, await line(sql, 'FOAM-60', 2));
      const answers = await inParallel(count, count, () =>
        staffCall(owner, 'refund_order', {
          p_order: order.id,
          p_amount_minor: Math.ceil(order.total / 3),
          p_lines: [],
          p_reason: 'A race',
        }),
      );
      const counts = countBy(answers);
      assert.deepEqual(
        Object.keys(counts).filter((status) => !['200', '409'].includes(status)),
        [],
      );
      const [row] = await sql<{ captured: number; refunded: number }[]>`
        select captured_minor as captured, refunded_minor as refunded from public.order_records where id = ${order.id}`;
      assert.ok(row && row.refunded <= row.captured && (counts[200] ?? 0) >= 2);
    }
    noteFigure({
      what: `B18: ${count} refunds of a third at once, ${Math.ceil(threeWays / 10)} orders`,
      goal: 'never more than came',
      figure: 'never more than came',
    });
  });

  test('cancel, ship and refund at once: the order takes one legal way', async () => {
    const owner = await ownerKey();
    const cart = await line(sql, 'FOAM-60');
    await inParallel(threeWays, 4, async () => {
      const statuses = await pullThreeWays(owner, cart);
      assert.ok(
        statuses.every((status) => [200, 409].includes(status)),
        statuses.join(),
      );
    });
    noteFigure({
      what: `B13: cancel, ship and refund of one order at once, ${threeWays} times`,
      goal: 'one legal way, books kept',
      figure: 'invariants hold',
    });
  });
});

const threeWays = isLong ? 200 : 6;

async function ownerKey(): Promise<string> {
  const response = await fetch(`${backend.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'owner@keywright.test', password: 'Keywright-demo-1' }),
  });
  const session = (await response.json()) as { readonly access_token: string };
  return session.access_token;
}

async function staffCall(token: string, name: string, body: object): Promise<number> {
  const response = await fetch(`${backend.url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: backend.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response.status;
}

async function paidOrder(
  token: string,
  cart: CartLine,
): Promise<{ readonly id: string; readonly total: number }> {
  await setStock('FOAM-60', 100);
  const { status, body } = await place(backend, asSomeone(await prepareOrder(backend, [cart])));
  assert.equal(status, 200);
  const { id, total_minor: total } = body.order;
  assert.equal(await staffCall(token, 'record_payment', { p_order: id }), 200);
  return { id, total };
}

/** Cancel, ship and refund of one order, at once. */
async function pullThreeWays(owner: string, cart: CartLine): Promise<number[]> {
  const { id } = await paidOrder(owner, cart);
  const move = (to: string) =>
    staffCall(owner, 'transition_orders', { p_orders: [id], p_to: to, p_reason: '' });
  await move('ready_to_ship');
  const why = { p_order: id, p_reason: 'A race' };
  return Promise.all([
    staffCall(owner, 'cancel_order', why),
    move('shipped'),
    staffCall(owner, 'refund_order', { ...why, p_amount_minor: null, p_lines: [] }),
  ]);
}

describe('the races have teeth: they catch', () => {
  test('a promise that is checked first and written later', async () => {
    const [body] = await sql<{ source: string }[]>`
      select pg_get_functiondef('private.change_promise(text, uuid, int, int, boolean, text)'::regprocedure) as source`;
    assert.ok(body);
    await sql.unsafe(`
      alter table public.stock_pools drop constraint stock_pools_count;
      create or replace function private.change_promise(p_kind text, p_id uuid, p_units int, p_waiting int, p_takes boolean, p_reason text)
      returns boolean language plpgsql set search_path = '' as $$
      begin
        if (select on_hand - allocated from public.stock_pools where id = p_id) < p_units then return false; end if;
        perform pg_sleep(0.5);
        update public.stock_pools set allocated = allocated + p_units where id = p_id;
        return true;
      end $$`);
    await setStock('TRAY-PAIR', 1);
    const order = await prepareOrder(backend, [await line(sql, 'TRAY-PAIR')]);
    const answers = await inParallel(10, 10, () => place(backend, asSomeone(order)));
    const reasons = await inParallel(10, 4, (index) =>
      confirmOrder(sql, String(answers[index]?.body.order.id)),
    );
    await sql.unsafe(body.source);
    assert.ok(
      reasons.filter((reason) => reason === null).length > 1,
      'the planted fault went unnoticed',
    );
    assert.ok((await freeOf('TRAY-PAIR')) < 0);
  });

  test('a key that is looked up first and written later', async () => {
    const [body] = await sql<{ source: string }[]>`
      select pg_get_functiondef('private.take_order_key(uuid, text)'::regprocedure) as source`;
    assert.ok(body);
    await sql.unsafe(`
      alter table private.order_keys drop constraint order_keys_pkey;
      create or replace function private.take_order_key(p_key uuid, p_hash text) returns jsonb
      language plpgsql set search_path = '' as $$
      begin
        if exists (select from private.order_keys where key = p_key) then
          return (select answer from private.order_keys where key = p_key);
        end if;
        perform pg_sleep(0.5);
        insert into private.order_keys (caller, key, request_hash) values ('guest', p_key, p_hash);
        return null;
      end $$;
      drop index private.order_keys_order_idx`);
    await setStock('FOAM-65', 1000);
    const one = asSomeone(await prepareOrder(backend, [await line(sql, 'FOAM-65')]));
    const answers = await Promise.all(Array.from({ length: 10 }, () => place(backend, one)));
    const ids = new Set(
      answers.flatMap(({ body: placed, status }) => (status === 200 ? [placed.order.id] : [])),
    );
    assert.ok(ids.size > 1, 'the planted fault went unnoticed');
  });

  test('a code whose uses are counted without looking', async () => {
    const [body] = await sql<{ source: string }[]>`
      select pg_get_functiondef('private.use_codes_of(uuid)'::regprocedure) as source`;
    assert.ok(body);
    const careless = body.source
      .replace(/and \(c\.most_uses is null or [^)]*\)/, '')
      .replace(/begin\s/, 'begin perform pg_sleep(0.05); ');
    assert.notEqual(careless, body.source);
    await sql`
      insert into public.discount_codes (code, title, amount_minor, most_uses) values ('TEETH-ONCE', 'Once', 100, 1)`;
    const faults = await sql<{ name: string }[]>`
      select conname as name from pg_constraint
      where conrelid = 'public.discount_codes'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%used_count%most_uses%'`;
    for (const { name } of faults) {
      await sql`alter table public.discount_codes drop constraint ${sql(name)}`;
    }
    await sql.unsafe(careless);
    await setStock('TOOL-DRIVER', 100);
    const order = await prepareOrder(backend, [await line(sql, 'TOOL-DRIVER')], 'TEETH-ONCE');
    const answers = await inParallel(10, 10, () => place(backend, asSomeone(order)));
    const reasons = await inParallel(10, 4, (index) =>
      confirmOrder(sql, String(answers[index]?.body.order.id)),
    );
    await sql.unsafe(body.source);
    assert.ok(
      reasons.filter((reason) => reason === null).length > 1,
      'the planted fault went unnoticed',
    );
  });

  test('refunds that are added up without a lock', async () => {
    const owner = await ownerKey();
    const [body] = await sql<{ source: string }[]>`
      select pg_get_functiondef('private.refund_order(uuid, int, jsonb, text, int, boolean, boolean)'::regprocedure) as source`;
    assert.ok(body);
    const careless = body.source.replace(
      /if v_amount > v_order\.captured_minor[^;]*then/,
      'if false then',
    );
    assert.notEqual(careless, body.source);
    await sql.unsafe(careless);
    const order = await paidOrder(owner, await line(sql, 'FOAM-60'));
    const refund = {
      p_order: order.id,
      p_amount_minor: order.total,
      p_lines: [],
      p_reason: 'Teeth',
    };
    const statuses = await inParallel(4, 4, () => staffCall(owner, 'refund_order', refund));
    await sql.unsafe(body.source);
    // The table's own check is the second lock: what it stops is a fault, not an answer.
    assert.ok(
      statuses.filter((status) => status === 200).length > 1 ||
        statuses.some((status) => status >= 500 || status === 400),
      statuses.join(),
    );
  });

  // Last, because what it breaks stays broken.
  test('a step that is taken from where the order was a moment ago', async () => {
    const owner = await ownerKey();
    const cart = await line(sql, 'FOAM-60');
    const before = new Set(await findBrokenInvariants(sql));
    const functions = ['cancel_order', 'transition_orders', 'refund_order', 'move_orders'];
    const bodies = await sql<{ source: string }[]>`
      select pg_get_functiondef(oid) as source from pg_proc
      where pronamespace = 'private'::regnamespace and proname = any (${functions})`;
    assert.equal(bodies.length, functions.length);
    for (const { source } of bodies) {
      const careless = source
        .replace(/(from public\.order_records o where [^;]*?)( order by o\.id)? for update;/, '$1;')
        .replace(' for update of o', '')
        .replace(/begin\s/, 'begin perform pg_sleep(0.5); ');
      assert.notEqual(careless, source);
      await sql.unsafe(careless);
    }
    await inParallel(4, 2, () => pullThreeWays(owner, cart));
    for (const { source } of bodies) await sql.unsafe(source);
    const found = (await findBrokenInvariants(sql)).filter((fault) => !before.has(fault));
    assert.ok(
      found.some((fault) => fault.endsWith('left where it was not any more')),
      `the planted fault went unnoticed: ${found.join(', ')}`,
    );
  });
});
