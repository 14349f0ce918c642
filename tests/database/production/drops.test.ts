import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, personId } from '../../support/database.ts';
import { answer, follow, secretOf, type FollowAnswer } from '../../support/data/follows.ts';
import {
  addBatch,
  addList,
  addProduct,
  clearDrops,
  dropsSeen,
  later,
  runDropJobs,
} from '../../support/data/drops.ts';
import type { Caller } from '../../../scripts/local-supabase/context.ts';

const database = openTestDatabase();
const { as, keepAs } = { as: database.as, keepAs: database.keepAs };
const email = 'reader@mailbox.test';

beforeEach(() => clearDrops(database.sql));

async function followAll(asked: { email?: string; as?: Caller }): Promise<FollowAnswer> {
  return keepAs(asked.as ?? anonymous, async (sql) => {
    const [row] = await sql<{ answer: Omit<FollowAnswer, 'status'> }[]>`
      select public.follow_product(p_email => ${asked.email ?? null}) as answer`;
    const [after] = await sql<{ status: string | null }[]>`
      select current_setting('response.status', true) as status`;
    assert.ok(row);
    return { ...row.answer, status: after?.status ?? '' };
  });
}

async function followAllByMail(address = email): Promise<string> {
  await followAll({ email: address });
  const secret = await secretOf(database.sql, address);
  await answer(database, secret, true);
  return secret;
}

/** The addresses of what each digest to somebody held, the oldest mail first. */
async function digests(to = email): Promise<readonly string[]> {
  const mails = await database.sql<{ payload: { lines: { news: string; url: string }[] } }[]>`
    select payload from public.outbox where kind = 'new_drops' and recipient = ${to} order by created_at`;
  return mails.map(({ payload }) =>
    payload.lines.map(({ news, url }) => `${news} ${url}`).join(', '),
  );
}

describe('what is new', () => {
  test('is what anyone can see, from the moment on at which it opened', async () => {
    const { sql } = database;
    const product = await addProduct(sql, { at: '2020-01-01' });
    const drafts = [
      await addProduct(sql, { status: 'draft' }),
      await addProduct(sql, { status: 'scheduled', at: 'tomorrow' }),
      await addProduct(sql, { status: 'archived' }),
    ];
    const batch = await addBatch(sql, product.id);
    const list = await addList(sql, product.id);
    const hidden = [
      await addBatch(sql, product.id, { stage: 'draft' }),
      await addBatch(sql, product.id, { stage: 'interest_check' }),
      await addBatch(sql, product.id, { opensAt: 'tomorrow' }),
      await addBatch(sql, drafts[0]?.id ?? ''),
      await addList(sql, product.id, { status: 'draft' }),
      await addList(sql, product.id, { opensAt: 'tomorrow' }),
      await addList(sql, drafts[1]?.id ?? ''),
      ...drafts.map(({ id }) => id),
    ];
    const seen = await dropsSeen(database);
    for (const one of [`product ${product.id}`, `group_buy ${batch}`, `waiting_list ${list}`])
      assert.ok(seen.includes(one), one);
    for (const id of hidden) assert.ok(!seen.some((one) => one.endsWith(id)), id);
    for (const caller of [person('owner'), person('editor')]) {
      const count = await as(
        caller,
        (own) => own`select from public.drops where id = any (${hidden}::uuid[])`,
      );
      assert.equal(count.length, 0, 'not even for staff, who see drafts');
    }
  });

  test('counts a group buy from its announcement on, however early its window is dated', async () => {
    const product = await addProduct(database.sql, { at: '2020-01-01' });
    const batch = await addBatch(database.sql, product.id, {
      stage: 'draft',
      opensAt: '2020-02-01',
    });
    await database.sql`update public.batches set stage = 'announced' where id = ${batch}`;
    const [row] = await database.sql<{ is_new: boolean }[]>`
      select at > now() - interval '1 hour' as is_new from public.drops where id = ${batch}`;
    assert.equal(row?.is_new, true);
  });
});

describe('following everything new', () => {
  test('mails what is new once, to mailboxes that have said yes and accounts that are proven', async () => {
    await followAllByMail();
    await followAll({ email: 'silent@mailbox.test' });
    assert.equal((await followAll({ as: person('first') })).is_followed, true);
    const { url } = await addProduct(database.sql);
    await runDropJobs(database.sql);
    await runDropJobs(database.sql);
    for (const to of [email, 'first@people.test'])
      assert.deepEqual(await digests(to), [`product ${url}`], to);
    assert.deepEqual(await digests('silent@mailbox.test'), []);
    const [mail] = await database.sql<{ payload: object }[]>`
      select payload from public.outbox where kind = 'new_drops' and recipient = ${email}`;
    assert.doesNotMatch(JSON.stringify(mail), /secret/);
  });

  test('waits ten minutes for what comes next, then a day, and forgets nothing in between', async () => {
    const { sql } = database;
    await followAllByMail();
    const first = await addProduct(sql);
    await sql`select private.note_news(), private.tell_of_drops()`;
    assert.deepEqual(await digests(), [], 'more may come');
    const second = await addProduct(sql, { at: 'yesterday' });
    await runDropJobs(sql);
    assert.deepEqual(await digests(), [`product ${first.url}, product ${second.url}`]);
    const third = await addProduct(sql);
    await runDropJobs(sql);
    assert.equal((await digests()).length, 1, 'one in a day');
    await later(sql, '23 hours');
    await runDropJobs(sql);
    assert.equal((await digests()).length, 1);
    await later(sql, '1 hour');
    await runDropJobs(sql);
    assert.deepEqual((await digests()).slice(1), [`product ${third.url}`]);
  });

  test('tells once of a product that opens as it is announced, and of what opens later', async () => {
    const { sql } = database;
    await followAllByMail();
    const product = await addProduct(sql);
    await addBatch(sql, product.id);
    await runDropJobs(sql);
    assert.deepEqual(await digests(), [`group_buy ${product.url}`]);
    await addList(sql, product.id);
    await later(sql, '2 days');
    await runDropJobs(sql);
    assert.deepEqual((await digests()).slice(1), [`waiting_list ${product.url}`]);
  });

  test('tells nothing that is no longer public, has closed, is dated far back or was told before', async () => {
    const { sql } = database;
    await followAllByMail();
    const gone = await addProduct(sql);
    const old = await addProduct(sql, { at: '2020-01-01' });
    const closed = await addBatch(sql, old.id);
    await sql`select private.note_news()`;
    await sql`update public.products set status = 'draft' where id = ${gone.id}`;
    await sql`update public.batches set opens_at = now() - interval '2 days', closes_at = now() - interval '1 second' where id = ${closed}`;
    await runDropJobs(sql);
    assert.deepEqual(await digests(), []);
    const told = await addProduct(sql);
    await runDropJobs(sql);
    await sql`update public.products set status = 'draft' where id = ${told.id}`;
    await sql`update public.products set status = 'published', publish_at = now() where id = ${told.id}`;
    await later(sql, '2 days');
    await runDropJobs(sql);
    assert.deepEqual(await digests(), [`product ${told.url}`]);
  });

  test('calls nothing open that was closed before its date, or has none and was ended', async () => {
    const { sql } = database;
    await followAllByMail();
    const product = await addProduct(sql, { at: '2020-01-01' });
    const batch = await addBatch(sql, product.id, { stage: 'open' });
    const list = await addList(sql, product.id);
    await sql`select private.note_news()`;
    await sql`update public.batches set stage = 'closed' where id = ${batch}`;
    await sql`update public.lists set status = 'finished' where id = ${list}`;
    await runDropJobs(sql);
    assert.deepEqual(await digests(), []);
  });

  test('tells whoever follows a product when it opens, and nobody twice', async () => {
    const { sql } = database;
    const [followed, other] = [
      await addProduct(sql, { at: '2020-01-01' }),
      await addProduct(sql, { at: '2020-01-01' }),
    ];
    for (const as of [person('first'), person('second')])
      await follow(database, { product: followed.id, as });
    await followAll({ as: person('second') });
    await addBatch(sql, followed.id);
    await addBatch(sql, other.id);
    await runDropJobs(sql);
    await runDropJobs(sql);
    assert.deepEqual(await digests('first@people.test'), [`group_buy ${followed.url}`]);
    const [everything = '', ...more] = await digests('second@people.test');
    assert.deepEqual(everything.split(', ').toSorted(), [
      `group_buy ${followed.url}`,
      `group_buy ${other.url}`,
    ]);
    assert.deepEqual(more, []);
  });

  test('says nothing of what came before the mailbox agreed', async () => {
    await addProduct(database.sql);
    await database.sql`select private.note_news()`;
    await later(database.sql, '1 minute');
    await followAllByMail();
    await runDropJobs(database.sql);
    assert.deepEqual(await digests(), []);
  });

  test('a run that is killed has told nobody, and two at once tell once', async () => {
    const { sql } = database;
    await followAllByMail();
    const { url } = await addProduct(sql);
    await sql`select private.note_news()`;
    await later(sql, '15 minutes');
    await assert.rejects(
      sql.begin(async (one) => {
        await one`select private.tell_of_drops()`;
        throw new Error('killed');
      }),
    );
    assert.deepEqual(await digests(), []);
    await Promise.all(Array.from({ length: 4 }, () => sql`select private.tell_of_drops()`));
    assert.deepEqual(await digests(), [`product ${url}`]);
  });

  test('one press ends it for the mailbox, whether it asked with its account or without', async () => {
    const address = 'first@people.test';
    const secret = await followAllByMail(address);
    await followAll({ as: person('first') });
    await addProduct(database.sql);
    await runDropJobs(database.sql);
    assert.equal((await digests(address)).length, 1, 'one mail for both');
    const said = await answer(database, secret, false);
    assert.deepEqual([said['found'], said['about']], [true, 'drops']);
    await later(database.sql, '2 days');
    await addProduct(database.sql);
    await runDropJobs(database.sql);
    assert.equal((await digests(address)).length, 1);
    await followAllByMail();
    await answer(database, secret, false);
    const [other] = await database.sql<{ is: boolean }[]>`
      select ended_at is null as is from private.follows where email = ${email}`;
    assert.equal(other?.is, true, 'nobody else’s');
  });

  test('can be taken up again, without what was new in the meantime', async () => {
    const secret = await followAllByMail();
    await answer(database, secret, false);
    await later(database.sql, '1 day');
    await addProduct(database.sql);
    await database.sql`select private.note_news()`;
    await later(database.sql, '1 hour');
    await answer(database, secret, true);
    const { url } = await addProduct(database.sql);
    await runDropJobs(database.sql);
    assert.deepEqual(await digests(), [`product ${url}`]);
  });

  test('answers the same of every address, and an account that is not proven is asked by mail', async () => {
    await followAllByMail('known@mailbox.test');
    const answers = new Set<string>();
    for (const address of ['known@mailbox.test', 'unknown@mailbox.test', 'second@people.test'])
      answers.add(JSON.stringify(await followAll({ email: address })));
    assert.equal(answers.size, 1);
    await database.sql`update auth.users set email_confirmed_at = null where id = ${personId('second')}`;
    const asked = await followAll({ as: person('second'), email: 'victim@mailbox.test' });
    await database.sql`update auth.users set email_confirmed_at = now() where id = ${personId('second')}`;
    assert.equal(asked.is_followed, false);
    const mails = await database.sql<{ recipient: string }[]>`
      select recipient from public.outbox where kind = 'follow_asked' and recipient in ('second@people.test', 'victim@mailbox.test')`;
    assert.deepEqual(
      mails.map(({ recipient }) => recipient),
      ['second@people.test', 'second@people.test'],
      'to its own address, and no other',
    );
  });

  test('is limited like any following, and has no variant', async () => {
    for (let time = 0; time < 30; time += 1) await followAll({ email: `${time}@mailbox.test` });
    assert.equal((await followAll({ email: 'late@mailbox.test' })).reason, 'too_many_tries');
    const [row] = await as(
      anonymous,
      (sql) => sql<{ said: { reason: string } }[]>`
      select public.follow_product(null, (select id from public.variants limit 1), 'a@b.test') as said`,
    );
    assert.equal(row?.said.reason, 'unknown_product');
  });

  test('ends for the account and its mailbox at once, whichever of the two is ended', async () => {
    await followAll({ as: person('first') });
    await followAllByMail('first@people.test');
    const [own] = await as(
      person('first'),
      (sql) => sql<{ id: string }[]>`
        select f ->> 'id' as id from jsonb_array_elements(public.my_follows()) f limit 1`,
    );
    await keepAs(person('first'), (sql) => sql`select public.unfollow_product(${own?.id ?? ''})`);
    const left = await database.sql`select from private.follows where ended_at is null`;
    assert.equal(left.length, 0);
  });

  test('is listed for its account, which ends it, and goes with the account', async () => {
    await followAll({ as: person('first') });
    const own = await as(person('first'), async (sql) => {
      const [row] = await sql<{ follows: { id: string; about: string }[] }[]>`
        select public.my_follows() as follows`;
      return row?.follows ?? [];
    });
    assert.deepEqual(
      own.map(({ about }) => about),
      ['drops'],
    );
    const ended = (name: 'first' | 'second') =>
      keepAs(person(name), async (sql) => {
        const [row] = await sql<{ is: boolean }[]>`
          select public.unfollow_product(${own[0]?.id ?? ''}) as is`;
        return row?.is;
      });
    assert.equal(await ended('second'), false);
    assert.equal(await ended('first'), true);
    await addProduct(database.sql);
    await runDropJobs(database.sql);
    assert.deepEqual(await digests('first@people.test'), []);
  });
});
