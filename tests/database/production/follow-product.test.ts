import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { openTestDatabase, person, personId } from '../../support/database.ts';
import {
  answer,
  follow,
  followByMail,
  productId,
  runFollowJobs,
  secretOf,
  sellOut,
  stock,
} from '../../support/data/follows.ts';

const database = openTestDatabase();
const url = 'saltmarsh';

const mailsTo = (email: string, kind: string) =>
  database.sql`select payload from public.outbox where recipient = ${email} and kind = ${kind}`;

async function publish(slug: string, product: string, at = 'now'): Promise<void> {
  const [update] = await database.sql<{ id: string }[]>`
    insert into public.updates (url, title, summary, body, status, publish_at)
    values (${slug}, 'A new sample', 'It came today.', 'It came.', 'published', ${at}::timestamptz) returning id`;
  await database.sql`insert into public.update_products values (${update?.id ?? ''}, ${product})`;
}

describe('follow_product', () => {
  beforeEach(async () => {
    await database.sql`delete from private.guesses`;
  });

  test('mails each new update once to those whose mailbox has said yes, and to no one else', async () => {
    const product = await productId(database.sql, url);
    await followByMail(database, 'yes@mailbox.test', product);
    await follow(database, { product, email: 'silent@mailbox.test' });
    await answer(database, await followByMail(database, 'left@mailbox.test', product), false);
    await follow(database, { product, as: person('first') });
    await publish('before-they-followed', product, '2020-01-01');
    await publish('a-new-sample', product);
    await publish('not-yet-out', product, '2090-01-01');
    await runFollowJobs(database.sql);
    await runFollowJobs(database.sql);
    const told = await database.sql<{ recipient: string; url: string }[]>`
      select recipient, payload ->> 'url' as url from public.outbox where kind = 'product_update' order by 1`;
    assert.deepEqual(
      told.map((row) => `${row.recipient} ${row.url}`),
      ['first@people.test a-new-sample', 'yes@mailbox.test a-new-sample'],
    );
    const again = await secretOf(database.sql, 'yes@mailbox.test', 'product_update');
    await answer(database, again, false);
    await publish('one-more', product);
    await runFollowJobs(database.sql);
    assert.equal((await mailsTo('yes@mailbox.test', 'product_update')).length, 1);
    assert.equal((await mailsTo('first@people.test', 'product_update')).length, 2);
  });

  test('leaves out of it a buyer whom the staff have told of the same update', async () => {
    const product = await productId(database.sql, url);
    await followByMail(database, 'buyer@mailbox.test', product);
    await publish('told-already', product);
    await database.sql`
      insert into public.outbox (kind, dedupe_key, recipient)
      select 'batch_update', 'batch_update:' || id || ':' || private.hash_of('buyer@mailbox.test'), 'buyer@mailbox.test'
      from public.updates where url = 'told-already'`;
    await runFollowJobs(database.sql);
    const mails = await mailsTo('buyer@mailbox.test', 'product_update');
    assert.ok(mails.every(({ payload }) => payload.url !== 'told-already'));
  });

  test('answers the same of every address: unknown, following, ended, or that of an account', async () => {
    const product = await productId(database.sql, url);
    await followByMail(database, 'known@mailbox.test', product);
    await answer(database, await followByMail(database, 'ended@mailbox.test', product), false);
    const answers = new Set<string>();
    for (const name of ['unknown@mailbox', 'known@mailbox', 'ended@mailbox', 'second@people']) {
      answers.add(JSON.stringify(await follow(database, { product, email: `${name}.test` })));
    }
    assert.equal(answers.size, 1);
    assert.equal((await mailsTo('known@mailbox.test', 'follow_asked')).length, 2);
    await publish('still-ended', product);
    await runFollowJobs(database.sql);
    assert.equal((await mailsTo('ended@mailbox.test', 'product_update')).length, 0);
    assert.equal((await mailsTo('known@mailbox.test', 'product_update')).length, 1);
  });

  test('can’t be used to fill a mailbox or the table, and says nothing about the mailbox that is full', async () => {
    const product = await productId(database.sql, url);
    const email = 'victim@mailbox.test';
    for (let time = 0; time < 5; time += 1) {
      assert.equal((await follow(database, { product, email })).is_asked, true);
    }
    assert.equal((await mailsTo(email, 'follow_asked')).length, 3);
    await database.sql`update private.guesses set at = at - interval '16 minutes'`;
    for (let time = 0; time < 5; time += 1) await follow(database, { product, email });
    await database.sql`update private.guesses set at = at - interval '16 minutes'`;
    for (let time = 0; time < 5; time += 1) await follow(database, { product, email });
    assert.equal((await mailsTo(email, 'follow_asked')).length, 6, 'six a day');
    for (let time = 0; time < 25; time += 1) {
      await follow(database, { product, email: `${time}@mailbox.test` });
    }
    const limited = await follow(database, { product, email: 'late@mailbox.test' });
    assert.deepEqual([limited.reason, limited.status], ['too_many_tries', '429']);
    await database.sql`update private.follows set asked_at = now() - interval '4 days' where confirmed_at is null`;
    await runFollowJobs(database.sql);
    const [left] = await database.sql<{ count: number }[]>`
      select count(*)::int from private.follows where confirmed_at is null`;
    assert.equal(left?.count, 0);
  });

  test('takes no address that is none, no product that nobody sees, and nothing that can be had', async () => {
    const product = await productId(database.sql, url);
    const refused = async (asked: Parameters<typeof follow>[1]) => {
      const { reason, status } = await follow(database, asked);
      return `${status} ${reason}`;
    };
    for (const email of ['', 'x', 'a@b', 'a b@c.test', '<a@b.test>', `${'x'.repeat(300)}@b.test`]) {
      assert.equal(await refused({ product, email }), '422 email_invalid', email);
    }
    const email = 'asker@mailbox.test';
    const nowhere = '00000000-0000-4000-8000-00000000dead';
    assert.equal(await refused({ product: nowhere, email }), '404 unknown_product');
    const { product: foam, variant, pool } = await sellOut(database.sql, 'FOAM-60');
    assert.equal(await refused({ product, variant, email }), '409 not_gone', 'another product’s');
    await stock(database.sql, pool, 3);
    assert.equal(await refused({ product: foam, variant, email }), '409 not_gone');
    await database.sql`update public.products set status = 'draft' where id = ${foam}`;
    assert.equal(await refused({ product: foam, email }), '404 unknown_product');
    await database.sql`update public.products set status = 'published' where id = ${foam}`;
  });

  test('tells once that goods are back, first those who asked first, and few for each piece', async () => {
    const { product, variant, pool } = await sellOut(database.sql, 'FOAM-60');
    for (let index = 0; index < 7; index += 1) {
      await followByMail(database, `waits-${index}@mailbox.test`, product, variant);
    }
    const told = async () =>
      (
        await database.sql`select recipient from public.outbox where kind = 'back_in_stock' order by recipient`
      ).map(({ recipient }) => Number(String(recipient).slice(6, 7)));
    await runFollowJobs(database.sql);
    assert.deepEqual(await told(), []);
    await stock(database.sql, pool, 1);
    await runFollowJobs(database.sql);
    await runFollowJobs(database.sql);
    assert.deepEqual(await told(), [0, 1, 2, 3, 4]);
    await stock(database.sql, pool, 8);
    await runFollowJobs(database.sql);
    await runFollowJobs(database.sql);
    assert.deepEqual(await told(), [0, 1, 2, 3, 4, 5, 6], 'each once');
  });

  test('an account follows at once, twice is once, and an account without an address is told so', async () => {
    const product = await productId(database.sql, url);
    const first = person('second');
    assert.deepEqual(await follow(database, { product, as: first }), {
      is_asked: true,
      is_followed: true,
      status: '',
    });
    await follow(database, { product, as: first, email: 'stranger@mailbox.test' });
    const [rows] = await database.sql<{ count: number }[]>`
      select count(*)::int from private.follows where user_id = ${personId('second')}`;
    assert.equal(rows?.count, 1);
    assert.equal((await mailsTo('stranger@mailbox.test', 'follow_asked')).length, 0);
    await database.sql`update auth.users set email = null where id = ${personId('former')}`;
    assert.equal(
      (await follow(database, { product, as: person('former') })).reason,
      'email_missing',
    );
  });
});
