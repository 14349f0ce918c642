import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import postgres from 'postgres';
import { openTestDatabase, person } from '../../support/database.ts';
import {
  claimNotices,
  clearNotices,
  followIn,
  newBrowser,
  noteNotice,
  publishUpdate,
  stopIn,
} from '../../support/notices/browsers.ts';
import { addList, addProduct, later, runDropJobs } from '../../support/data/drops.ts';
import { follow, productId, runFollowJobs } from '../../support/data/follows.ts';

const database = openTestDatabase();

beforeEach(() => clearNotices(database));

describe('follow_in_browser', () => {
  test('refuses an address that is no push service’s, and keys that are none', async () => {
    const addresses = [
      'http://updates.push.services.mozilla.com/one',
      'https://updates.push.services.mozilla.com:8443/one',
      'https://somebody@updates.push.services.mozilla.com/one',
      'https://updates.push.services.mozilla.com.example.org/one',
      'https://evilgoogleapis.com/one',
      'https://storage.googleapis.com/one',
      'https://fcm.googleapis.com.googleapis.com/one',
      'https://api.push.apple.com/one',
      'https://127.0.0.1/one',
      'https://shop.example.org/googleapis.com/one',
      `https://fcm.googleapis.com/${'x'.repeat(1000)}`,
      'https://fcm.googleapis.com/a b',
      '',
    ];
    for (const endpoint of addresses)
      assert.equal(await followIn(database, newBrowser({ endpoint })), 'browser_unknown', endpoint);
    for (const wrong of [
      { public_key: 'x' },
      { secret: 'short' },
      { public_key: `B${'ä'.repeat(86)}` },
      { secret: '中'.repeat(22) },
      { public_key: `A${'k'.repeat(86)}` },
    ])
      assert.equal(await followIn(database, newBrowser(wrong)), 'browser_unknown');
    for (const wrong of [null, {}, { endpoint: newBrowser().endpoint }, { endpoint: 7 }])
      assert.equal(await followIn(database, wrong), 'browser_unknown');
    await database.sql`delete from private.guesses`;
    for (const endpoint of [
      'https://fcm.googleapis.com/fcm/send/one:two',
      'https://wns2-par02p.notify.windows.com/w/?token=a%2b',
      'https://web.push.apple.com/one',
    ])
      assert.equal(await followIn(database, newBrowser({ endpoint })), 'follows', endpoint);
  });

  test('takes what everyone can see, a hundred things of one browser at most', async () => {
    const browser = newBrowser();
    const hidden = await addProduct(database.sql, { status: 'draft' });
    assert.equal(await followIn(database, browser, hidden.id), 'unknown_product');
    const product = await addProduct(database.sql);
    assert.equal(await followIn(database, browser, product.id), 'follows');
    for (let added = 0; added < 50; added += 1) await addProduct(database.sql);
    await database.sql`
      insert into private.browser_follows (browser_id, product_id)
      select b.id, p.id from private.browsers b, (select id from public.products where id <> ${product.id} limit 99) p`;
    assert.equal(await followIn(database, browser), 'too_many_follows');
    assert.equal(await followIn(database, browser, product.id), 'follows', 'which it does already');
  });

  test('tells nobody of an update of what nobody can see', async () => {
    const product = await addProduct(database.sql);
    await followIn(database, newBrowser(), product.id);
    await follow(database, { product: product.id, as: person('first') });
    await database.sql`update public.products set status = 'draft' where id = ${product.id}`;
    await publishUpdate(database, product.id);
    await runFollowJobs(database.sql);
    assert.equal((await claimNotices(database)).length, 0);
    const mails =
      await database.sql`select from public.outbox where kind = 'product_update' and created_at > now() - interval '1 minute' and payload ->> 'product_url' = ${product.url}`;
    assert.equal(mails.length, 0);
  });

  test('tells the others while one of them is being forgotten, and waits for none', async () => {
    const old = await addProduct(database.sql, { at: '2020-01-01' });
    const [going, staying] = [newBrowser(), newBrowser()];
    for (const browser of [going, staying]) {
      await followIn(database, browser, old.id);
      await followIn(database, browser);
    }
    await later(database.sql, '1 minute');
    await addProduct(database.sql);
    await database.sql`select private.note_news()`;
    await later(database.sql, '15 minutes');
    await publishUpdate(database, old.id);
    const beside = postgres(database.url, { max: 1, onnotice() {} });
    try {
      await beside.begin(async (forgetting) => {
        await forgetting`delete from private.browsers where endpoint = ${going.endpoint}`;
        await database.sql.begin(async (jobs) => {
          await jobs`set local lock_timeout = '5s'`;
          const [row] = await jobs<{ done: Record<string, unknown> }[]>`
            select private.run_due_jobs() as done`;
          assert.deepEqual(
            [row?.done['follows_failed'], row?.done['drops_failed']],
            [undefined, undefined],
          );
        });
      });
    } finally {
      await beside.end();
    }
    const told = await claimNotices(database);
    assert.deepEqual(
      told.map(({ kind, endpoint }) => [kind, endpoint === staying.endpoint]).toSorted(),
      [
        ['new_drops', true],
        ['product_update', true],
      ],
    );
  });

  test('takes thirty browsers of a stranger in a quarter of an hour', async () => {
    for (let tries = 0; tries < 30; tries += 1)
      assert.equal(await followIn(database, newBrowser()), 'follows');
    assert.equal(await followIn(database, newBrowser()), 'too_many_tries');
    await database.sql`update private.guesses set at = at - interval '16 minutes'`;
    assert.equal(await followIn(database, newBrowser()), 'follows');
    await database.sql`
      insert into private.guesses (what, bucket, at)
      select 'browser', bucket, now() - interval '5 hours' from private.guesses limit 1`;
    await database.sql`
      insert into private.guesses (what, bucket, at)
      select what, bucket, now() - interval '5 hours' from private.guesses, generate_series(1, 3)`;
    assert.equal(await followIn(database, newBrowser()), 'too_many_tries', 'and of 100 in a day');
  });

  test('tells a browser what a mail tells, at the same moment and once', async () => {
    const product = await productId(database.sql, 'saltmarsh');
    const [browser, late, elsewhere] = [newBrowser(), newBrowser(), newBrowser()];
    await followIn(database, browser, product, { as: person('first') });
    await follow(database, { product, as: person('first') });
    await followIn(database, elsewhere, (await addProduct(database.sql, { at: '2020-01-01' })).id);
    await publishUpdate(database, product, '2020-01-01');
    await publishUpdate(database, product, '2090-01-01');
    const url = await publishUpdate(database, product);
    await followIn(database, late, product);
    await runFollowJobs(database.sql);
    await runFollowJobs(database.sql);
    const mails = await database.sql`select from public.outbox where kind = 'product_update'`;
    assert.equal(mails.length, 1, 'with the mail, not in its place');
    const told = await claimNotices(database);
    assert.deepEqual(
      told.map(({ endpoint, kind, language, payload }) => [
        endpoint,
        kind,
        language,
        payload['url'],
      ]),
      [[browser.endpoint, 'product_update', 'en', url]],
    );
    assert.deepEqual(told[0]?.payload, {
      about: 'updates',
      product_title: 'Saltmarsh',
      product_kind: told[0]?.payload['product_kind'],
      product_url: 'saltmarsh',
      variant_title: '',
      url,
      title: 'A new sample',
      summary: 'It came today.',
    });
    assert.doesNotMatch(JSON.stringify(told[0]?.payload), /@|secret|token/);
  });

  test('tells of what is new as the mails do: once a day, and of what opens to whoever follows its product', async () => {
    const old = await addProduct(database.sql, { at: '2020-01-01' });
    const [all, one] = [newBrowser(), newBrowser()];
    await followIn(database, all);
    await followIn(database, all, old.id);
    await followIn(database, one, old.id);
    await later(database.sql, '1 minute');
    const made = await addProduct(database.sql);
    await addList(database.sql, old.id);
    await runDropJobs(database.sql);
    const newsOf = async () => {
      const taken = await claimNotices(database);
      for (const { id } of taken) await noteNotice(database, id, null);
      return taken.map(({ endpoint, payload }) => [
        endpoint === all.endpoint ? 'all' : 'one',
        (payload['lines'] as { news: string; url: string }[])
          .map(({ news, url }) => `${news} ${url}`)
          .toSorted(),
      ]);
    };
    const list = `waiting_list ${old.url}`;
    assert.deepEqual((await newsOf()).toSorted(), [
      ['all', [`product ${made.url}`, list]],
      ['one', [list]],
    ]);
    await addList(database.sql, old.id);
    await runDropJobs(database.sql);
    assert.deepEqual(await newsOf(), [], 'not again on the same day');
    await later(database.sql, '1 day');
    await runDropJobs(database.sql);
    assert.equal((await newsOf()).length, 2);
  });

  test('asked to stop and to go on tells of what is new no more than once a day', async () => {
    const old = await addProduct(database.sql, { at: '2020-01-01' });
    const browser = newBrowser();
    await followIn(database, browser);
    await followIn(database, browser, old.id);
    const tellOfNew = async () => {
      await later(database.sql, '1 minute');
      await addProduct(database.sql);
      await runDropJobs(database.sql);
      const taken = await claimNotices(database);
      for (const { id } of taken) await noteNotice(database, id, null);
      return taken.length;
    };
    assert.equal(await tellOfNew(), 1);
    assert.equal(await stopIn(database, browser.endpoint), true);
    await followIn(database, browser);
    assert.equal(await tellOfNew(), 0, 'not again on the same day');
    await later(database.sql, '1 day');
    assert.equal(await tellOfNew(), 1);
  });
});
