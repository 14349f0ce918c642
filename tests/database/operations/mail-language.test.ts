import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { anonymous, openTestDatabase, person, personId, service } from '../../support/database.ts';
import { draftedOrder } from '../../support/data/drafted-orders.ts';
import { answer, productId, secretOf } from '../../support/data/follows.ts';
import { enter, makeEntrants, makeList } from '../../support/data/lists.ts';
import { buy, line } from '../../support/data/orders.ts';
import { newHome, offer, placeGroupBuy, transfersOf } from '../../support/data/transfers.ts';

const database = openTestDatabase();

const publishGerman = () => database.sql`
  insert into public.settings (key, value, unit, meaning)
  values ('language_de', 1, 'count', 'German below /de'), ('language_fr', 0, 'count', 'French one day')
  on conflict (key) do nothing`;

/** As a page whose requests carry this header. */
const from = <T>(
  client: string | null,
  caller: Caller,
  run: (sql: TransactionSql) => Promise<T>,
): Promise<T> =>
  database.keepAs(caller, async (sql) => {
    const headers = client === null ? {} : { 'x-client-info': client };
    await sql`select set_config('request.headers', ${JSON.stringify(headers)}, true)`;
    return run(sql);
  });

const german = 'keywright/de';

const languageFor = async (client: string | null): Promise<string> => {
  const [row] = await from(
    client,
    anonymous,
    (sql) => sql<{ language: string }[]>`select private.request_language() as language`,
  );
  return row?.language ?? '';
};

const mailsTo = async (email: string): Promise<readonly string[]> => {
  const rows = await database.sql<{ kind: string; language: string }[]>`
    select kind, language from public.outbox where recipient = ${email} order by created_at, kind`;
  return rows.map(({ kind, language }) => `${kind} ${language}`);
};

describe('the language of a request', () => {
  before(publishGerman);

  test('is the one that its page names and the owner publishes', async () => {
    assert.equal(await languageFor(german), 'de');
    assert.equal(await languageFor(null), 'en');
  });

  test('is the first for every other header, whatever somebody writes there', async () => {
    const others = [
      'supabase-js-web/2.119.0',
      'keywright/fr',
      'keywright/en',
      'keywright/xx',
      'keywright/DE',
      'keywright/de; drop table orders',
      'keywright/%',
      'keywright/__',
      'keywright/',
      'x keywright/de',
      "keywright/'' or true --",
      'keywright/de\nkeywright/de',
      '',
      '"}]{',
      'ä'.repeat(10_000),
    ];
    for (const header of others) assert.equal(await languageFor(header), 'en', header.slice(0, 40));
  });

  test('is the first where no request is: in jobs and at the console', async () => {
    const [row] = await database.sql<
      { language: string }[]
    >`select private.request_language() as language`;
    assert.equal(row?.language, 'en');
  });
});

describe('a mail', () => {
  before(publishGerman);

  test('about an order is in the language it was placed in, whoever moves it on', async () => {
    const lines = [await line(database.sql, 'FOAM-60')];
    const email = 'besteller@people.test';
    const { order } = await from(german, anonymous, (sql) => buy(sql, { lines, email }));
    await from(
      null,
      person('fulfilment'),
      (sql) => sql`
      select public.cancel_order(${order.id}, 'Sold elsewhere')`,
    );
    assert.deepEqual(await mailsTo(email), ['order_placed de', 'order_cancelled de']);
    const [mail] = await database.keepAs(
      service,
      (sql) => sql<{ mails: { recipient: string; language: string }[] }[]>`
      select public.claim_mails(100) as mails`,
    );
    const told = mail?.mails.find(({ recipient }) => recipient === email);
    assert.equal(told?.language, 'de', 'the sender learns of it');
  });

  test('about an order of an English page stays English for a German account', async () => {
    await database.sql`update auth.users set raw_user_meta_data = '{"language": "de"}' where id = ${personId('first')}`;
    const lines = [await line(database.sql, 'FOAM-60')];
    await from(null, person('first'), (sql) => buy(sql, { lines, email: 'first@people.test' }));
    assert.deepEqual(await mailsTo('first@people.test'), ['order_placed en']);
  });

  test('about an order that staff made is in the language of its customer’s account', async () => {
    const drafted = await draftedOrder(database, ['FOAM-60']);
    assert.deepEqual(await mailsTo('wanted@people.test'), ['order_placed en']);
    await database.sql`
      insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
      values (gen_random_uuid(), 'wanted@people.test', now(), '{"language": "de"}')`;
    const again = await draftedOrder(database, ['FOAM-60']);
    const rows = await database.sql<{ language: string }[]>`
      select language from public.order_records where id in (${drafted.id}, ${again.id}) order by placed_at`;
    assert.deepEqual(
      rows.map(({ language }) => language),
      ['en', 'de'],
    );
  });

  test('about an order that staff made is in the first, whatever an account calls its language', async () => {
    await database.sql`
      update auth.users set raw_user_meta_data = '{"language": "german"}' where email = 'wanted@people.test'`;
    await database.sql`delete from public.profiles where user_id = (select id from auth.users where email = 'wanted@people.test')`;
    const { id } = await draftedOrder(database, ['FOAM-60']);
    const [order] = await database.sql`select language from public.order_records where id = ${id}`;
    assert.equal(order?.['language'], 'en');
  });

  test('that waits while its language is no longer published leaves in the first', async () => {
    await database.sql`
      insert into public.outbox (kind, dedupe_key, recipient, language) values ('order_placed', 'order_placed:late', 'spaet@people.test', 'de')`;
    await database.sql`update public.settings set value = 0 where key = 'language_de'`;
    const [claimed] = await database.keepAs(
      service,
      (sql) => sql<{ mails: { recipient: string; language: string }[] }[]>`
        select public.claim_mails(100) as mails`,
    );
    const mail = claimed?.mails.find(({ recipient }) => recipient === 'spaet@people.test');
    assert.equal(mail?.language, 'en');
    await database.sql`update public.settings set value = 1 where key = 'language_de'`;
  });

  test('about an order that was passed on is in the language of each of the two', async () => {
    await database.sql`delete from public.outbox`;
    const order = await placeGroupBuy(database);
    await offer(database, order.id, 'second@people.test');
    const { received } = await transfersOf(database, 'second');
    const id = received.find(({ number }) => number === order.number)?.id ?? '';
    await from(
      german,
      person('second'),
      (sql) => sql`
      select public.answer_transfer(${id}, true, ${sql.json({ ...newHome })})`,
    );
    assert.ok((await mailsTo('second@people.test')).includes('order_taken_over de'));
    assert.ok((await mailsTo('first@people.test')).includes('order_passed_on en'));
  });

  test('about a wish follows the page that asked last, until its mailbox has said yes', async () => {
    const product = await productId(database.sql, 'saltmarsh');
    const email = 'wunsch@mailbox.test';
    const ask = (client: string | null) =>
      from(
        client,
        anonymous,
        (sql) => sql`select public.follow_product(${product}, null, ${email})`,
      );
    await ask(null);
    await ask(german);
    assert.deepEqual(await mailsTo(email), ['follow_asked en', 'follow_asked de']);
    await answer(database, await secretOf(database.sql, email), true);
    await ask(null);
    const [follow] =
      await database.sql`select language from private.follows where email = ${email}`;
    assert.equal(follow?.['language'], 'de', 'a stranger can’t change it');
  });

  test('about a place on a list is in the language it was taken in', async () => {
    const list = await makeList(database.sql);
    const [entrant] = await makeEntrants(database.sql, 1);
    assert.ok(entrant);
    await from(german, entrant.caller, (sql) => enter(sql, list.id, list.choices));
    const [mail] = await database.sql`
      select kind, language from public.outbox where user_id = ${entrant.caller.claims.sub ?? ''}`;
    assert.deepEqual({ ...mail }, { kind: 'list_joined', language: 'de' });
  });

  test('about an account is in the language of what it did last, else of its sign-up', async () => {
    const id = personId('second');
    await database.sql`update public.order_records set user_id = null where user_id = ${id}`;
    await database.sql`update auth.users set raw_user_meta_data = '{"language": "de"}' where id = ${id}`;
    const tell = async () => {
      await database.sql`delete from public.outbox where user_id = ${id}`;
      await database.sql`select private.tell_of_safety('password_changed', ${id})`;
      const [mail] = await database.sql<{ language: string }[]>`
        select language from public.outbox where user_id = ${id}`;
      return mail?.language;
    };
    assert.equal(await tell(), 'de');
    const save = (client: string | null, name: string) =>
      from(
        client,
        person('second'),
        (sql) => sql`
        insert into public.profiles (full_name) values (${name})
        on conflict (user_id) do update set full_name = excluded.full_name`,
      );
    await save(null, 'Second');
    assert.equal(await tell(), 'en');
    await save(german, 'Zweite');
    assert.equal(await tell(), 'de');
    await database.sql`update public.settings set value = 0 where key = 'language_de'`;
    assert.equal(await tell(), 'en', 'its pages are gone');
    await database.sql`update public.settings set value = 1 where key = 'language_de'`;
  });

  test('to staff is in the first, whatever they shop in', async () => {
    await database.sql`
      select private.queue_mail('shop_alerts', 'owner@people.test', 'x', '{"language": "de"}', ${personId('owner')})`;
    assert.ok((await mailsTo('owner@people.test')).includes('shop_alerts en'));
  });

  test('that is sent once more is in the language of the first', async () => {
    await database.sql`
      insert into public.outbox (kind, dedupe_key, recipient, language) values ('order_placed', 'order_placed:again', 'noch@people.test', 'de')`;
    const [mail] = await database.sql<
      { id: string }[]
    >`select id from public.outbox where recipient = 'noch@people.test'`;
    await from(null, person('owner'), (sql) => sql`select public.resend_mail(${mail?.id ?? ''})`);
    assert.deepEqual(await mailsTo('noch@people.test'), ['order_placed de', 'order_placed de']);
  });
});
