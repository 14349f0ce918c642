import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Sql, TransactionSql } from 'postgres';
import { compareCatalogues, readCatalogue } from '../../../scripts/catalogue.ts';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { applyMigrations } from '../../../scripts/local-supabase/migrate.ts';
import { inNewDatabase } from '../../../scripts/schema-changes.ts';
import { projectFolder } from '../../support/cluster.ts';
import { openTestDatabase, rolledBack, service } from '../../support/database.ts';
import { findBrokenInvariants } from '../../support/data/orders.ts';
import { pushMigrations } from '../../support/hosted/pushed-migrations.ts';

const database = openTestDatabase();
const oldShop = `old_shop_${process.pid}`;
const upgradedShop = `upgraded_shop_${process.pid}`;
const names: string[] = [oldShop, upgradedShop];

/** A shop of the first release in use, or a copy of another one. */
const inShop = <T>(from: string, work: (sql: Sql, url: string) => Promise<T>): Promise<T> => {
  const name = `shop_${process.pid}_${names.length}`;
  names.push(name);
  return inNewDatabase(database.url, name, work, from);
};

const untouched = [
  'auth.users',
  'public.designs',
  'public.lists',
  'public.list_entries',
  'public.offers',
  'public.order_lines',
  'private.holds',
  'public.payments',
  'public.order_events',
  'public.order_batches',
  'public.stock_pools',
  'public.discount_codes',
];

const contradiction = `update public.order_records set refund_due_minor = 200 where number = 'KW-13'`;

const sumsOf = (sql: Sql) => sql`
  select number, status, total_minor, captured_minor, refunded_minor, private.balance_due(o) as due_minor,
    refund_due_minor, version, updated_at
  from public.order_records o order by placed_at`;

const ownerId = '00000000-0000-4000-8000-00000000000a';
const owner: Caller = {
  role: 'authenticated',
  claims: { role: 'authenticated', sub: ownerId },
};

/** What the shop would refund for what is left of the first line of an order. */
async function refundOfLine(sql: TransactionSql, number: string): Promise<number> {
  const [answer] = await sql<{ answer: { amount_minor: number } }[]>`
    select public.refund_order(l.order_id, null, jsonb_build_array(jsonb_build_object('line_id', l.id, 'quantity', l.quantity - l.refunded_quantity)), 'Sent back') as answer
    from public.order_lines l join public.order_records o on o.id = l.order_id
    where o.number = ${number} and l.position = 1`;
  return answer?.answer.amount_minor ?? 0;
}

async function tell(
  sql: TransactionSql,
  id: string,
  kind: string,
  reference: string,
  amount: number,
) {
  const [answer] = await sql<{ answer: { outcome: string } }[]>`
    select public.apply_payment_event('stripe', ${id}, ${kind}, null, ${reference}, ${amount}, 'EUR') as answer`;
  return answer?.answer.outcome;
}

describe('upgrading', () => {
  before(async () => {
    const rows = await readFile(
      path.join(projectFolder, 'tests/support/data/first-release.sql'),
      'utf8',
    );
    await inNewDatabase(database.url, oldShop, async (sql) => {
      await applyMigrations(sql, projectFolder, (name) => name === '20261121000000_initial.sql');
      await sql.begin((transaction) => transaction.unsafe(rows).simple());
    });
    const upgrade = (sql: Sql) => applyMigrations(sql, projectFolder);
    await inNewDatabase(database.url, upgradedShop, upgrade, oldShop);
  });
  after(async () => {
    for (const name of names) {
      await database.sql`drop database if exists ${database.sql(name)} with (force)`;
    }
  });

  describe('a shop of the first release that is upgraded', () => {
    test('has orders that come to what they did', async () => {
      const was = await inShop(oldShop, sumsOf);
      assert.equal(was.length, 23);
      assert.deepEqual(await inShop(upgradedShop, sumsOf), was);
    });

    test('has the same accounts, designs, lists, offers, lines, holds, payments and history', async () => {
      const rowsOf = (sql: Sql) =>
        sql.unsafe(
          untouched
            .map(
              (name) =>
                `select '${name}' as name, to_jsonb(t) - 'tax_scheme' - 'sent_at' - 'flaws' - 'language' - 'restocked_quantity' as row from ${name} t`,
            )
            .join(' union all ') + ' order by 1, 2',
        );
      const was = await inShop(oldShop, rowsOf);
      assert.deepEqual(new Set(was.map((row) => row['name'])), new Set(untouched));
      assert.deepEqual(await inShop(upgradedShop, rowsOf), was);
    });

    test('forgets the words of orders that were forgotten before, and mails that the log had taken down', async () => {
      await inShop(oldShop, async (sql) => {
        const forgotten = sql`select id from public.order_records order by placed_at limit 1`;
        await sql`update private.order_contacts set email = 'deleted@account.invalid' where order_id = (${forgotten})`;
        const mail = { kind: 'shipped', recipient: 'ada@people.test', payload: { said: 'Hello' } };
        await sql`insert into public.audit_log (actor_role, action, table_name, row_id, after)
          values ('owner', 'insert', 'outbox', 'again', ${sql.json(mail)})`;
        await applyMigrations(sql, projectFolder);
        const [found] = await sql`
          select (select after from public.audit_log where row_id = 'again') as told,
            exists (select from private.forgotten_orders f where f.order_id = (${forgotten})) as is_due`;
        assert.deepEqual(found, { told: { kind: 'shipped' }, is_due: true });
      });
    });

    test('has refunds that left when they were made', async () => {
      const rows = await inShop(
        upgradedShop,
        (sql) => sql<{ told: string }[]>`
          select distinct concat_ws(' ', kind, sent_at is not null, sent_at = at) as told
          from public.payments order by 1`,
      );
      assert.deepEqual(
        rows.map(({ told }) => told),
        ['capture f', 'refund t t'],
      );
    });

    test('collects tax where it did, by registrations', async () => {
      const rows = await inShop(
        upgradedShop,
        (sql) => sql<{ told: string }[]>`
          select concat_ws(' ', coalesce(country_code, 'EU'), name, valid_from, limit_minor) as told
          from public.tax_registrations order by 1`,
      );
      assert.deepEqual(
        rows.map(({ told }) => told),
        ['EU OSS 2012-10-01', 'GB VAT 2011-01-04'],
      );
    });

    test('keeps every rule of stock, orders and books', async () => {
      const broken = await inShop(upgradedShop, findBrokenInvariants);
      assert.deepEqual(broken, []);
    });

    test('has no fault on its check page', async () => {
      const faults = await inShop(
        upgradedShop,
        (sql) => sql<{ code: string; about: string }[]>`
        select code, about from private.find_faults(array['orders', 'payments', 'stock', 'batches', 'lists', 'mails']::text[])
        where severity = 'fault' and code <> 'no_bank_account'`,
      );
      assert.deepEqual([...faults], []);
    });

    for (const [number, amount, because] of [
      ['KW-5', 2000, 'two pieces of three'],
      ['KW-8', 10_000, 'with what the closing owed'],
      ['KW-9', 8500, 'less what the closing gave back'],
      ['KW-10', 4500, 'less the share of a closing'],
      ['KW-22', 3600, 'with its tax'],
    ] as const) {
      test(`refunds a line of ${number} at what was paid for it, ${because}`, async () => {
        await inShop(upgradedShop, async (sql) => {
          assert.equal(
            await rolledBack(sql, owner, (transaction) => refundOfLine(transaction, number)),
            amount,
          );
        });
      });
    }

    test('knows which payment each event told of, and how much it took out of it', async () => {
      const rows = await inShop(
        upgradedShop,
        (sql) => sql<{ told: string }[]>`
          select concat_ws(' ', event_id, reference, counted_minor) as told from private.payment_events order by event_id`,
      );
      assert.deepEqual(
        rows.map(({ told }) => told),
        [
          'evt_14 pi_14 0',
          'evt_14b pi_14b 0',
          'evt_16 pi_16 0',
          'evt_16d pi_16 0',
          'evt_17 pi_17 0',
          'evt_17r pi_17 300',
          'evt_17s pi_17 200',
          'evt_18 pi_18 0',
          'evt_18r pi_18 3500',
        ],
      );
    });

    test('counts what a provider tells again once', async () => {
      await inShop(upgradedShop, (sql) =>
        rolledBack(sql, service, async (transaction) => {
          assert.equal(await tell(transaction, 'evt_17s', 'refunded', 'pi_17', 500), 'known');
          assert.equal(
            await tell(transaction, 'evt_17t', 'refunded', 'pi_17', 500),
            'known_refund',
          );
          assert.equal(await tell(transaction, 'evt_17u', 'refunded', 'pi_17', 800), 'refunded');
          assert.equal(
            await tell(transaction, 'evt_16l', 'dispute_lost', 'pi_16', 10_900),
            'dispute_lost',
          );
          await transaction`reset role`;
          const rows = await transaction`
          select number, refunded_minor from public.order_records where number in ('KW-16', 'KW-17') order by number`;
          assert.deepEqual(
            rows.map((row) => row['refunded_minor']),
            [10_900, 800],
          );
        }),
      );
    });

    test('keeps what its orders were promised, also those that wait', async () => {
      const rows = await inShop(
        upgradedShop,
        (sql) => sql`
        select o.number from public.order_records o left join private.discount_uses u on u.order_id = o.id
        where o.confirmed_at is distinct from o.placed_at or o.keep_until is not null
          or u.order_id is not null and u.counted_at is distinct from o.placed_at`,
      );
      assert.deepEqual([...rows], []);
    });

    test('lets its staff work, and asks them for a second factor within a week', async () => {
      await inShop(upgradedShop, async (sql) => {
        const [due] = await sql`
        select private.factor_due_at(${ownerId}) between now() + interval '6 days' and now() + interval '7 days' as in_a_week`;
        assert.equal(due?.['in_a_week'], true);
      });
    });

    test('has the settings that its functions ask for', async () => {
      const missing = await inShop(
        upgradedShop,
        (sql) => sql`
          select distinct m[1] as key from pg_proc p, regexp_matches(p.prosrc, $$(?:private\\.setting\\(|s\\.key = )'(\\w+)'$$, 'g') m
          where not exists (select from public.settings s where s.key = m[1])`,
      );
      assert.deepEqual([...missing], []);
    });
  });

  describe('db push to a hosted project', () => {
    test('upgrades a shop as an embedded one is upgraded', async () => {
      const was = await inShop(upgradedShop, readCatalogue);
      await inShop(oldShop, async (sql, url) => {
        const sums = await sumsOf(sql);
        assert.match(await pushMigrations(url), /Finished/);
        assert.deepEqual(compareCatalogues(was, await readCatalogue(sql)), []);
        assert.deepEqual(await sumsOf(sql), sums);
      });
    });

    test('leaves a shop as it was when an order contradicts itself', async () => {
      await inShop(oldShop, async (sql, url) => {
        await sql.unsafe(contradiction);
        const was = await readCatalogue(sql);
        await assert.rejects(pushMigrations(url), /KW-13: total/);
        assert.deepEqual(compareCatalogues(was, await readCatalogue(sql)), []);
      });
    });
  });

  describe('an upgrade that fails', () => {
    for (const [what, plan, message] of [
      [
        'of an order that owes and is owed at once',
        contradiction,
        /KW-13: total 4500, paid 3500, refunded 0, due 1000, refund due 200 became/,
      ],
      ['halfway', 'create table public.order_entries ()', /order_entries.* already exists/],
    ] as const) {
      test(`${what} leaves the shop as it was`, async () => {
        await inShop(oldShop, async (sql) => {
          await sql.unsafe(plan);
          const was = { catalogue: await readCatalogue(sql), sums: await sumsOf(sql) };
          await assert.rejects(applyMigrations(sql, projectFolder), message);
          assert.deepEqual(compareCatalogues(was.catalogue, await readCatalogue(sql)), []);
          assert.deepEqual(await sumsOf(sql), was.sums);
          const versions = await sql`select version from supabase_migrations.schema_migrations`;
          assert.deepEqual([...versions], [{ version: '20261121000000' }]);
        });
      });
    }
  });
});
