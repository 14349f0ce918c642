import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { anonymous, openTestDatabase, person } from '../../support/database.ts';
import {
  addNotice,
  clearNotices,
  followIn,
  newBrowser,
  noticesIn,
} from '../../support/notices/browsers.ts';
import { productId } from '../../support/data/follows.ts';
import type { Caller } from '../../../scripts/local-supabase/context.ts';

const database = openTestDatabase();

beforeEach(() => clearNotices(database));

const idsOf = (caller: Caller) =>
  database.as(caller, async (sql) => {
    const [row] = await sql<{ own: { id: string }[] }[]>`select public.my_browsers() as own`;
    return (row?.own ?? []).map(({ id }) => id);
  });

const stop = (caller: Caller, id: string) =>
  database.keepAs(caller, async (sql) => {
    const [row] = await sql`select public.stop_browser_notices(${id}) as stopped`;
    return row?.['stopped'] as unknown;
  });

describe('stop_browser_notices', () => {
  test('ends a lost browser by the account that follows there, with what waits for it', async () => {
    const saltmarsh = await productId(database.sql, 'saltmarsh');
    const lost = await addNotice(database, saltmarsh);
    await followIn(database, lost, saltmarsh, { as: person('first') });
    await followIn(database, lost, null, { as: person('first') });
    const kept = newBrowser();
    await followIn(database, kept, saltmarsh, { as: person('first') });
    const { id } = await noticesIn(database, lost.endpoint);
    assert.ok(id !== null && (await idsOf(person('first'))).includes(id));
    assert.equal(await stop(person('first'), id), true);
    assert.deepEqual(await idsOf(person('first')), [(await noticesIn(database, kept.endpoint)).id]);
    assert.deepEqual((await noticesIn(database, lost.endpoint)).product_ids, []);
    assert.equal((await database.sql`select from private.notices`).length, 0);
    assert.equal(await stop(person('first'), id), false, 'it is over');
  });

  test('ends nothing that others follow, in the same browser or in theirs', async () => {
    const browser = newBrowser();
    const lino = await productId(database.sql, 'lino-print');
    await followIn(database, browser, lino, { as: person('second') });
    await followIn(database, browser);
    const { id } = await noticesIn(database, browser.endpoint);
    assert.ok(id !== null);
    assert.equal(await stop(person('first'), id), false);
    await followIn(database, browser, await productId(database.sql, 'saltmarsh'), {
      as: person('first'),
    });
    assert.equal(await stop(person('first'), id), true);
    const left = (await noticesIn(database, browser.endpoint)).product_ids;
    assert.deepEqual(new Set(left), new Set([lino, null]));
    await assert.rejects(stop(anonymous, id), /permission denied/);
  });
});
