import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import { projectFolder } from '../../support/cluster.ts';
import { openTestDatabase, person, personId } from '../../support/database.ts';

const database = openTestDatabase();

const queued = async (kind: string, user: string | null) => {
  await database.sql`
    select private.queue_mail(${kind}, 'someone@people.test', ${`${kind}:${user}:${Math.random()}`}, '{}', ${user})`;
  const [row] = await database.sql`
    select count(*)::int as n from public.outbox where kind = ${kind} and user_id is not distinct from ${user}`;
  return row?.['n'];
};

const decide = (name: 'first' | 'second', topic: string, isWanted: boolean) =>
  database.keepAs(
    person(name),
    (sql) =>
      sql`insert into public.notification_choices (topic, is_wanted) values (${topic}, ${isWanted})`,
  );

describe('which mails somebody wants', () => {
  test('what was declined is not queued, for that person alone', async () => {
    await decide('first', 'batch_updates', false);
    assert.equal(await queued('batch_update', personId('first')), 0);
    assert.equal(await queued('batch_update', personId('second')), 1);
    assert.equal(await queued('batch_update', null), 1);
    assert.equal(await queued('stage_changed', personId('first')), 1);
  });

  test('what was declined and wanted again is queued again', async () => {
    await decide('second', 'group_buys', false);
    assert.equal(await queued('interest_became_group_buy', personId('second')), 0);
    await database.keepAs(
      person('second'),
      (sql) => sql`update public.notification_choices set is_wanted = true`,
    );
    assert.equal(await queued('interest_became_group_buy', personId('second')), 1);
  });

  test('money, parcels, deadlines and the account itself can’t be declined', async () => {
    const rows = await database.sql<{ kind: string; topic: string | null }[]>`
      select kind, private.mail_topic(kind) as topic
      from unnest(array['order_placed', 'payment_due', 'shipped', 'refunded', 'won', 'offer',
        'account_deletion', 'second_factor_removed']) kind`;
    assert.deepEqual(
      rows.filter(({ topic }) => topic !== null),
      [],
    );
  });

  test('every topic of the database is offered on the page, and no other', async () => {
    const [row] = await database.sql<{ definition: string }[]>`
      select pg_get_constraintdef(oid) as definition from pg_constraint
      where conrelid = 'public.notification_choices'::regclass and conname like '%topic%'`;
    const known = [...(row?.definition ?? '').matchAll(/'(\w+)'/g)].map(([, name]) => name);
    const card = await readFile(
      path.join(projectFolder, 'src/features/overview/ui/NotificationsCard.tsx'),
      'utf8',
    );
    const offered = [...card.matchAll(/topic: '(\w+)'/g)].map(([, name]) => name);
    assert.deepEqual(offered.toSorted(), known.toSorted());
  });
});
