import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { openTestDatabase } from '../../support/database.ts';
import {
  addNotice,
  claimNotices,
  clearNotices,
  followIn,
  newBrowser,
  noteNotice,
  publishUpdate,
  stopIn,
} from '../../support/notices/browsers.ts';
import { later } from '../../support/data/drops.ts';
import { productId, runFollowJobs } from '../../support/data/follows.ts';

const database = openTestDatabase();

beforeEach(() => clearNotices(database));

describe('claim_notices', () => {
  test('hands each out once at a time, later each time, and eight times at most', async () => {
    await addNotice(database, await productId(database.sql, 'saltmarsh'));
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

  test('keeps what waits for a silent push service for another time, with all its tries', async () => {
    const { endpoint } = await addNotice(database, await productId(database.sql, 'saltmarsh'));
    assert.equal((await claimNotices(database, 50, [new URL(endpoint).origin])).length, 0);
    assert.equal((await claimNotices(database, 50, ['https://elsewhere.test'])).length, 1);
    const [row] = await database.sql`select tries from private.notices`;
    assert.equal(row?.['tries'], 1);
  });

  test('hands out none sooner than its push service asked, and waits a day for it at most', async () => {
    await addNotice(database, await productId(database.sql, 'saltmarsh'));
    const busy = async (waitSeconds: number) => {
      const [taken] = await claimNotices(database);
      await noteNotice(database, taken?.id ?? '', 'It answered 429', false, waitSeconds);
    };
    await busy(3600);
    await later(database.sql, '59 minutes');
    assert.equal((await claimNotices(database)).length, 0);
    await later(database.sql, '2 minutes');
    await busy(1_000_000_000);
    await later(database.sql, '25 hours');
    await busy(1);
    await later(database.sql, '1 minute');
    assert.equal((await claimNotices(database)).length, 0, 'its own pause is longer');
    await later(database.sql, '10 minutes');
    assert.equal((await claimNotices(database)).length, 1);
  });

  test('gives up one whose sender never said what came of it', async () => {
    await addNotice(database, await productId(database.sql, 'saltmarsh'));
    for (let tries = 1; tries <= 8; tries += 1) {
      assert.equal((await claimNotices(database)).length, 1);
      await later(database.sql, '1 day');
    }
    assert.equal((await claimNotices(database)).length, 0);
    const [row] = await database.sql`select given_up_at, last_error from private.notices`;
    assert.ok(row?.['given_up_at']);
    assert.match(String(row['last_error']), /without a word/);
  });

  test('hands out nothing that its browser follows no more', async () => {
    const [product, other] = await Promise.all(
      ['saltmarsh', 'lino-print'].map((url) => productId(database.sql, url)),
    );
    assert.ok(product && other);
    const browser = await addNotice(database, product);
    await followIn(database, browser, other);
    assert.equal(await stopIn(database, browser.endpoint, product), true);
    await runFollowJobs(database.sql);
    assert.equal((await claimNotices(database)).length, 0);
  });

  test('hands out an update as it is by now, and none that was withdrawn or removed', async () => {
    const product = await productId(database.sql, 'saltmarsh');
    await followIn(database, newBrowser(), product);
    const [changed, withdrawn, removed] = [
      await publishUpdate(database, product),
      await publishUpdate(database, product),
      await publishUpdate(database, product),
    ];
    await runFollowJobs(database.sql);
    await database.sql`update public.updates set title = 'A better sample' where url = ${changed}`;
    await database.sql`update public.updates set status = 'draft' where url = ${withdrawn}`;
    await database.sql`delete from public.updates where url = ${removed}`;
    await runFollowJobs(database.sql);
    assert.deepEqual(
      (await claimNotices(database)).map(({ payload }) => payload['title']),
      ['A better sample'],
    );
  });

  test('names the language of the page on which it was asked for, while that is published', async () => {
    await database.sql`
      insert into public.settings (key, value, unit, meaning) values ('language_de', 1, 'count', 'German below /de')
      on conflict (key) do update set value = 1`;
    const product = await productId(database.sql, 'saltmarsh');
    await followIn(database, newBrowser(), product, { language: 'de' });
    await publishUpdate(database, product);
    await runFollowJobs(database.sql);
    assert.equal((await claimNotices(database))[0]?.language, 'de');
    await database.sql`update public.settings set value = 0 where key = 'language_de'`;
    await later(database.sql, '1 hour');
    assert.equal((await claimNotices(database))[0]?.language, 'en');
  });
});
