import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, personId } from '../../support/database.ts';
import {
  claimNotices,
  followIn,
  keepKeys,
  newBrowser,
  noteNotice,
  noticesIn,
  stopIn,
} from '../../support/data/browsers.ts';
import { addList, addProduct, clearDrops, later, runDropJobs } from '../../support/data/drops.ts';
import { follow, productId, runFollowJobs } from '../../support/data/follows.ts';

const database = openTestDatabase();
const shopKey = `B${'k'.repeat(86)}`;

let updates = 0;

async function publish(product: string, at = 'now'): Promise<string> {
  updates += 1;
  const url = `told-in-browsers-${updates}`;
  const [update] = await database.sql<{ id: string }[]>`
    insert into public.updates (url, title, summary, body, status, publish_at)
    values (${url}, 'A new sample', 'It came today.', 'It came.', 'published', ${at}::timestamptz) returning id`;
  await database.sql`insert into public.update_products values (${update?.id ?? ''}, ${product})`;
  return url;
}

beforeEach(async () => {
  await keepKeys(database, shopKey);
  await clearDrops(database.sql);
  await database.sql`delete from public.updates where url like 'told-in-browsers-%'`;
});

describe('a browser', () => {
  test('follows without an account or address, and ends it by its push address alone', async () => {
    const product = await productId(database.sql, 'saltmarsh');
    const [browser, other] = [newBrowser(), newBrowser()];
    assert.equal(await followIn(database, browser, product), 'follows');
    assert.equal(await followIn(database, browser, product), 'follows', 'twice is once');
    assert.equal(await followIn(database, browser), 'follows');
    assert.deepEqual(await noticesIn(database, browser.endpoint), {
      key: shopKey,
      product_ids: [product, null],
    });
    assert.deepEqual((await noticesIn(database, other.endpoint)).product_ids, []);
    assert.equal(await stopIn(database, other.endpoint, product), false);
    assert.equal(await stopIn(database, browser.endpoint, product), true);
    assert.deepEqual((await noticesIn(database, browser.endpoint)).product_ids, [null]);
    assert.equal(await stopIn(database, browser.endpoint), true);
    const left = await database.sql`select from private.browsers`;
    assert.equal(left.length, 0, 'who follows nothing is forgotten');
  });

  test('is refused with an address that is no push service, or with keys that are none', async () => {
    const addresses = [
      'http://updates.push.services.mozilla.com/one',
      'https://updates.push.services.mozilla.com:8443/one',
      'https://somebody@updates.push.services.mozilla.com/one',
      'https://updates.push.services.mozilla.com.example.org/one',
      'https://evilgoogleapis.com/one',
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

  test('follows what everyone can see, a hundred things at most', async () => {
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
  });

  test('is one of thirty that a stranger may add in a quarter of an hour', async () => {
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
});

describe('notices', () => {
  test('tell a browser what a mail tells, at the same moment and once', async () => {
    const product = await productId(database.sql, 'saltmarsh');
    const [browser, late, elsewhere] = [newBrowser(), newBrowser(), newBrowser()];
    await followIn(database, browser, product, { as: person('first') });
    await follow(database, { product, as: person('first') });
    await followIn(database, elsewhere, (await addProduct(database.sql, { at: '2020-01-01' })).id);
    await publish(product, '2020-01-01');
    await publish(product, '2090-01-01');
    const url = await publish(product);
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

  test('tell of what is new with the day’s mail: once a day, and what opens to whoever follows its product', async () => {
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

  test('are held by who takes them, come up again later each time, and are given up in the end', async () => {
    const product = await productId(database.sql, 'saltmarsh');
    await followIn(database, newBrowser(), product);
    await publish(product);
    await runFollowJobs(database.sql);
    for (let tries = 1; tries <= 8; tries += 1) {
      const [taken, ...others] = await claimNotices(database);
      assert.ok(taken);
      assert.deepEqual([others.length, (await claimNotices(database)).length], [0, 0]);
      assert.equal(await noteNotice(database, taken.id, 'It answered 503'), tries === 8);
      assert.equal((await claimNotices(database)).length, 0, 'not at once');
      await later(database.sql, `${2 ** tries} minutes`);
    }
    assert.equal((await claimNotices(database)).length, 0);
    const [row] = await database.sql`select last_error, given_up_at from private.notices`;
    assert.equal(row?.['last_error'], 'It answered 503');
    assert.ok(row?.['given_up_at']);
  });

  test('that were taken are over, and whose browser is gone leave nothing of it', async () => {
    const product = await productId(database.sql, 'saltmarsh');
    const [browser, gone] = [newBrowser(), newBrowser()];
    for (const one of [browser, gone]) await followIn(database, one, product);
    await database.sql`update private.browsers set seen_at = now() - interval '100 days'`;
    await publish(product);
    await runFollowJobs(database.sql);
    for (const { id, endpoint } of await claimNotices(database))
      await noteNotice(
        database,
        id,
        endpoint === gone.endpoint ? 'It answered 410' : null,
        endpoint === gone.endpoint,
      );
    await later(database.sql, '1 day');
    assert.equal((await claimNotices(database)).length, 0);
    const left = await database.sql<{ endpoint: string; is_seen: boolean }[]>`
      select endpoint, seen_at > now() - interval '1 minute' as is_seen from private.browsers`;
    assert.deepEqual([...left], [{ endpoint: browser.endpoint, is_seen: true }]);
  });

  test('wait for keys, of which the first stay', async () => {
    assert.equal(await keepKeys(database, `B${'x'.repeat(86)}`), false);
    assert.equal((await noticesIn(database, null)).key, shopKey);
    await followIn(database, newBrowser(), await productId(database.sql, 'saltmarsh'));
    await publish(await productId(database.sql, 'saltmarsh'));
    await runFollowJobs(database.sql);
    await database.sql`delete from private.notice_keys`;
    assert.deepEqual(await noticesIn(database, null), { key: null, product_ids: [] });
    assert.equal((await claimNotices(database)).length, 0);
    assert.equal(await keepKeys(database, shopKey), true);
    assert.equal((await claimNotices(database)).length, 1);
  });

  test('are written in the language of the page on which they were asked for, while it is published', async () => {
    await database.sql`
      insert into public.settings (key, value, unit, meaning) values ('language_de', 1, 'count', 'German below /de')
      on conflict (key) do update set value = 1`;
    const product = await productId(database.sql, 'saltmarsh');
    await followIn(database, newBrowser(), product, { language: 'de' });
    await publish(product);
    await runFollowJobs(database.sql);
    assert.equal((await claimNotices(database))[0]?.language, 'de');
    await database.sql`update public.settings set value = 0 where key = 'language_de'`;
    await later(database.sql, '1 hour');
    assert.equal((await claimNotices(database))[0]?.language, 'en');
  });
});

describe('what is kept of a browser', () => {
  test('is read by nobody, staff included', async () => {
    for (const caller of [anonymous, person('first'), person('owner')]) {
      for (const table of ['browsers', 'browser_follows', 'notices', 'notice_keys']) {
        await assert.rejects(
          database.as(caller, (sql) => sql`select from ${sql(`private.${table}`)}`),
          /permission denied/,
        );
      }
    }
  });

  test('is in the file of its account’s data without its keys, and goes with the account', async () => {
    const browser = newBrowser();
    await followIn(database, browser, await productId(database.sql, 'saltmarsh'), {
      as: person('second'),
    });
    const own = await database.as(person('second'), async (sql) => {
      const [row] = await sql<
        { kept: Record<string, unknown>[] }[]
      >`select public.my_browsers() as kept`;
      return row?.kept ?? [];
    });
    assert.equal(own[0]?.['push_service'], 'updates.push.services.mozilla.com');
    assert.match(JSON.stringify(own), /Saltmarsh/);
    for (const secret of Object.values(browser)) assert.ok(!JSON.stringify(own).includes(secret));
    const others = await database.as(
      person('first'),
      (sql) => sql`select public.my_browsers() as kept`,
    );
    assert.deepEqual(others[0]?.['kept'], []);
    await database.sql.begin(async (sql) => {
      await sql`delete from auth.users where id = ${personId('second')}`;
      assert.equal((await sql`select from private.browsers`).length, 0);
      await sql`rollback and chain`;
    });
  });

  test('goes when nothing reached it for 400 days', async () => {
    await followIn(database, newBrowser());
    await database.sql`update private.browsers set seen_at = now() - interval '399 days'`;
    await database.sql`select private.sweep_old_rows()`;
    assert.equal((await database.sql`select from private.browsers`).length, 1);
    await database.sql`update private.browsers set seen_at = now() - interval '401 days'`;
    await database.sql`select private.sweep_old_rows()`;
    assert.equal((await database.sql`select from private.browsers`).length, 0);
  });
});
