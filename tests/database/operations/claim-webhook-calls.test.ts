import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import {
  addBatch,
  addKit,
  addList,
  addProduct,
  addWebhook,
  claimCalls,
  clearDrops,
  later,
} from '../../support/data/drops.ts';

const database = openTestDatabase();
const note = () => database.sql`select private.note_news()`;

beforeEach(() => clearDrops(database.sql));

describe('claim_webhook_calls', () => {
  test('hands out each kind of news once, to those who chose it', async () => {
    const { sql } = database;
    const old = await addProduct(sql, { at: '2020-01-01' });
    const batch = await addBatch(sql, old.id, { opensAt: '2020-02-01' });
    await note();
    await clearDrops(sql);
    await addWebhook(database, ['stages', 'minimums', 'draws'], 'https://one.example.org/hook');
    await addWebhook(database, ['drops'], 'https://two.example.org/hook');
    const { url } = await addProduct(sql);
    await addKit(sql, { product: old.id, batch, ordered: 40, moq: 40 });
    await addKit(sql, { product: old.id, batch, ordered: 39, moq: 40 });
    await note();
    await note();
    const calls = await claimCalls(database);
    const told = calls.map(
      (call) =>
        `${new URL(call.url).host} ${String(call.news['news'])} ${String(call.news['url'])}`,
    );
    assert.deepEqual(told.toSorted(), [
      `one.example.org minimum_reached ${old.url}`,
      `two.example.org product ${url}`,
    ]);
    for (const { secret, news } of calls) {
      assert.match(secret, /^[0-9a-f]{64}$/);
      assert.doesNotMatch(JSON.stringify(news), /@|secret|token/);
    }
    assert.deepEqual(await claimCalls(database), [], 'held until it is said what came of it');
  });

  test('tells of a stage that everyone can see and of a draw, and of no draft', async () => {
    const { sql } = database;
    await addWebhook(database);
    const old = await addProduct(sql, { at: '2020-01-01' });
    const draft = await addProduct(sql, { status: 'draft' });
    for (const product of [old.id, draft.id]) {
      const batch = await addBatch(sql, product, { opensAt: '2020-02-01', stage: 'in_production' });
      await sql`update public.batches set stage = 'quality_control' where id = ${batch}`;
      await addList(sql, product, { status: 'draft' });
      await sql`
        insert into public.lists (kind, product_id, title, status, opens_at, closes_at, capacity, beacon_round, drawn_at)
        values ('raffle', ${product}, 'Drawn', 'finished', now() - interval '9 days', now() - interval '1 hour', 1, 1, now())`;
    }
    await note();
    const told = (await claimCalls(database, 50)).map(({ news }) =>
      [news['news'], news['stage'], news['url']].join(' '),
    );
    assert.deepEqual(told.toSorted(), [
      `list_drawn  ${old.url}`,
      `stage_changed in_production ${old.url}`,
      `stage_changed quality_control ${old.url}`,
    ]);
  });

  test('tells nobody what went back to draft before the call, nor what was there before the webhook', async () => {
    const { sql } = database;
    await addProduct(sql);
    await note();
    await addWebhook(database);
    const gone = await addProduct(sql);
    await note();
    await sql`update public.products set status = 'draft' where id = ${gone.id}`;
    assert.deepEqual(await claimCalls(database), []);
    assert.equal((await sql`select from private.webhook_calls`).length, 0);
  });

  test('tells a paused webhook nothing, and each of several callers something else', async () => {
    const { sql } = database;
    const { id } = await addWebhook(database);
    for (let index = 0; index < 6; index += 1) await addProduct(sql);
    await note();
    await sql`update private.webhooks set is_active = false where id = ${id}`;
    assert.deepEqual(await claimCalls(database), []);
    await sql`update private.webhooks set is_active = true where id = ${id}`;
    const taken = (
      await Promise.all([2, 2, 2, 2].map((most) => claimCalls(database, most)))
    ).flat();
    assert.equal(new Set(taken.map((call) => call.id)).size, taken.length);
    // What a dead caller held comes up again, later each time.
    await later(sql, '3 minutes');
    assert.equal((await claimCalls(database)).length, 6);
    await later(sql, '3 minutes');
    assert.deepEqual(await claimCalls(database), []);
  });

  test('refuses everybody but the service', async () => {
    for (const caller of [anonymous, person('first'), person('owner')]) {
      const claimed = database.as(caller, (sql) => sql`select public.claim_webhook_calls(5)`);
      assert.equal((await refusalOf(claimed)).code, '42501');
    }
  });
});
