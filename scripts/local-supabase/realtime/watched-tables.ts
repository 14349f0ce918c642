/** After `update`, every change that commits is queued. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { inTransaction } from './transaction.ts';

export interface WatchedTables {
  update(): Promise<void>;
  idle(): Promise<void>;
}

const writersPollMs = 10;
const writersPatienceMs = 5_000;

export function createWatchedTables(
  sql: Sql,
  wanted: () => Promise<ReadonlySet<number>>,
): WatchedTables {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;

  async function run(): Promise<void> {
    next = null;
    const oids = [...(await wanted())];
    const added = await inTransaction(sql, async (transaction) => {
      await transaction`delete from _realtime.watched where relation <> all(${oids}::oid[])`;
      return transaction<{ relation: number }[]>`
        insert into _realtime.watched (relation) select unnest(${oids}::oid[])
        on conflict do nothing returning relation::int8 as relation`;
    });
    await waitForWriters(added.map(({ relation }) => relation));
  }

  /** Who wrote before the table was watched may commit later: their change would be missed. */
  async function waitForWriters(oids: readonly number[]): Promise<void> {
    if (oids.length === 0) return;
    const writers = await writersOf(oids);
    const deadline = Date.now() + writersPatienceMs;
    while (writers.size > 0 && Date.now() < deadline) {
      await sleep(writersPollMs);
      const still = await writersOf(oids);
      for (const writer of writers) if (!still.has(writer)) writers.delete(writer);
    }
  }

  async function writersOf(oids: readonly number[]): Promise<Set<string>> {
    const rows = await sql<{ writer: string }[]>`
      select distinct virtualtransaction as writer from pg_locks
      where locktype = 'relation' and mode = 'RowExclusiveLock' and granted
        and database = (select oid from pg_database where datname = current_database())
        and relation = any(${oids}::oid[])`;
    return new Set(rows.map(({ writer }) => writer));
  }

  return {
    update() {
      // Whoever asks while one runs shares the next: it sees everything that was asked before it.
      next ??= running.catch(() => {}).then(() => (running = run()));
      return next;
    },
    async idle() {
      await (next ?? running).catch(() => {});
    },
  };
}
