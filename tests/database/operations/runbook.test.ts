/** What the runbook tells an owner to run in the database is run, and comes to what it says. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { projectFolder } from '../../support/cluster.ts';
import { openTestDatabase } from '../../support/database.ts';

const database = openTestDatabase();
const text = await readFile(path.join(projectFolder, 'docs/operations.md'), 'utf8');
const statements = [...text.matchAll(/`((?:select|update|delete|insert) [^`]+;)`/g)].map(
  ([, sql = '']) => sql,
);

class Undone extends Error {}

/** As the role that owns the shop on a hosted project, and undone. */
async function run(planted: string, statement: string, look: string): Promise<unknown> {
  let found: unknown;
  await database.sql
    .begin(async (sql) => {
      await sql`set local role postgres`;
      await sql.unsafe(planted);
      await sql.unsafe(statement);
      const [row] = await sql.unsafe<{ found: unknown }[]>(`select (${look}) as found`);
      found = row?.found;
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  return found;
}

test('every statement of the runbook can be run by the database’s owner', async () => {
  assert.ok(statements.length >= 8, `${statements.length}`);
  for (const statement of statements) await run('select 1', statement, '1');
});

const statementOf = (words: string): string => {
  const found = statements.find((statement) => statement.includes(words));
  assert.ok(found, words);
  return found;
};

test('bank transfer alone is offered once the methods are switched over', async () => {
  const look = `select array_agg(code order by code) from payment_methods where is_offered`;
  assert.deepEqual(await run('select 1', statementOf('is_offered'), look), ['invoice']);
});

test('mails that wait go at once, and those that were given up are tried again', async () => {
  const planted = `delete from outbox;
    insert into outbox (kind, dedupe_key, recipient, send_after, attempts, given_up_at) values
      ('order_placed', 'waits', 'a@buyers.test', now() + interval '8 hours', 6, null),
      ('order_placed', 'given up', 'a@buyers.test', now(), 10, now() - interval '1 hour')`;
  const look = `select jsonb_array_length(private.claim_mails(20))`;
  assert.equal(await run(planted, 'select 1', look), 0);
  assert.equal(await run(planted, statementOf('given_up_at is null'), look), 1);
  assert.equal(await run(planted, statementOf('attempts = 0'), look), 1);
});

test('a kind of rows is forgotten sooner once its rule says so', async () => {
  const planted = `insert into analytics_events (insert_id, name, happened_at, received_at)
    values ('old-event-of-the-runbook', 'product_viewed', now() - interval '40 days', now() - interval '40 days')`;
  const swept = 'select private.sweep_old_rows()';
  const look = `not exists (select from analytics_events where insert_id = 'old-event-of-the-runbook')`;
  assert.equal(await run(planted, swept, look), false);
  assert.equal(await run(planted, `${statementOf('private.retention')} ${swept}`, look), true);
});

test('every command that the runbook names is there', async () => {
  const { scripts } = JSON.parse(await readFile(path.join(projectFolder, 'package.json'), 'utf8'));
  const named = [...text.matchAll(/npm run ([a-z:]+)/g)].map(([, name = '']) => name);
  assert.ok(named.length > 6);
  for (const name of named) assert.ok(Object.hasOwn(scripts, name), name);
});
