/**
 * Invariant: a change leaves the queue after it was handed on; when the connection that listens drops,
 * it is made again and what was queued meanwhile follows.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import type { LocalContext } from '../context.ts';
import type { ChangeKind } from './bindings.ts';

export interface Change {
  readonly id: number;
  readonly relation: number;
  readonly kind: ChangeKind | 'BROADCAST';
  readonly committedAt: string;
  /** JSON text, so that nothing is rounded on the way. */
  readonly record: string | null;
  readonly oldRecord: string | null;
  /** Over a mebibyte: only short values are left in the records. */
  readonly tooLarge: boolean;
}

export interface ChangeHandlers {
  changes(changes: readonly Change[]): Promise<void>;
  schemaChanged(): Promise<void>;
  /** The database may have forgotten what is not logged. */
  reconnected(): Promise<void>;
}

export interface ChangeFeed {
  close(): Promise<void>;
}

const batchRows = 200;
const retryMs = 250;

export async function openChangeFeed(
  context: LocalContext,
  handlers: ChangeHandlers,
): Promise<ChangeFeed> {
  const closing = new AbortController();
  const pump = createPump(context, handlers, closing.signal);
  const listening = Promise.withResolvers<void>();
  const running = listenForever();

  async function listenForever(): Promise<void> {
    for (let round = 0; !closing.signal.aborted; round += 1) {
      try {
        await listenOnce(round > 0);
      } catch (error) {
        if (!closing.signal.aborted) context.log(`realtime can't listen: ${String(error)}`);
      }
      await sleep(retryMs, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  /** Ends when the connection does. */
  async function listenOnce(again: boolean): Promise<void> {
    const ended = Promise.withResolvers<void>();
    const client = listeningClient(context, pump.notified, ended.resolve);
    const stop = () => ended.resolve();
    closing.signal.addEventListener('abort', stop);
    try {
      await client`listen realtime`;
      if (again) await handlers.reconnected();
      await pump.takeAll();
      listening.resolve();
      await ended.promise;
    } finally {
      closing.signal.removeEventListener('abort', stop);
      await client.end({ timeout: 1 });
    }
  }

  await listening.promise;
  return {
    async close() {
      closing.abort();
      await running;
      await pump.idle();
    },
  };
}

/** One connection that is never exchanged: `sql.listen` would not try again while Postgres starts. */
function listeningClient(
  context: LocalContext,
  notified: (payload: string) => void,
  ended: () => void,
): Sql {
  const options = {
    max: 1,
    idle_timeout: null,
    max_lifetime: null,
    fetch_types: false,
    onnotice() {},
    onnotify: (_channel: string, payload: string) => notified(payload),
    onclose: ended,
  };
  return postgres(context.settings.databaseUrl, options as object);
}

function createPump(context: LocalContext, handlers: ChangeHandlers, closing: AbortSignal) {
  const transactions: string[] = [];
  const handedOn = new Set<number>();
  let schemaChanged = false;
  let running: Promise<void> | null = null;

  function notified(payload: string): void {
    if (payload === 'schema') schemaChanged = true;
    else transactions.push(payload);
    start();
  }

  function start(): void {
    running ??= run().finally(() => {
      running = null;
      if (waits()) start();
    });
  }

  function waits(): boolean {
    return !closing.aborted && (schemaChanged || transactions.length > 0);
  }

  async function run(): Promise<void> {
    while (waits()) {
      const taken = transactions.splice(0, 500);
      try {
        if (schemaChanged) {
          schemaChanged = false;
          await handlers.schemaChanged();
        }
        await handOn(taken);
      } catch (error) {
        if (closing.aborted) return;
        context.log(`realtime tries again: ${String(error)}`);
        transactions.unshift(...taken);
        await sleep(retryMs, undefined, { signal: closing }).catch(() => {});
      }
    }
  }

  async function handOn(taken: readonly string[]): Promise<void> {
    while (taken.length > 0) {
      const changes = await readChanges(context.sql, taken, [...handedOn]);
      if (changes.length > 0) await handlers.changes(changes);
      for (const { id } of changes) handedOn.add(id);
      if (handedOn.size > 0) {
        await context.sql`delete from _realtime.changes where id = any(${[...handedOn]}::bigint[])`;
        handedOn.clear();
      }
      if (changes.length < batchRows) return;
    }
  }

  return {
    notified,
    /** For what was committed while nobody listened. */
    async takeAll(): Promise<void> {
      const rows = await context.sql<{ transaction: string }[]>`
        select transaction::text as transaction from _realtime.changes group by 1 order by min(id)`;
      for (const { transaction } of rows) notified(transaction);
    },
    idle: async () => {
      await running;
    },
  };
}

async function readChanges(
  sql: Sql,
  transactions: readonly string[],
  except: readonly number[],
): Promise<readonly Change[]> {
  return sql<Change[]>`
    with waiting as (
      select c.id, c.relation, c.kind, c.record, c.old_record,
        array_position(${transactions}::text[], c.transaction::text) as turn,
        coalesce(octet_length(c.record::text), 0) > 1048576
          or coalesce(octet_length(c.old_record::text), 0) > 1048576 as too_large
      from _realtime.changes c
      where c.transaction = any(${transactions}::text[]::xid8[]) and c.id <> all(${except}::bigint[])
      order by turn, c.id limit ${batchRows}
    )
    select id, relation::int8 as relation, kind, too_large as "tooLarge",
      to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "committedAt",
      case when not too_large or kind = 'BROADCAST' then record::text
        else (select jsonb_object_agg(key, value)::text from jsonb_each(record)
          where octet_length(value::text) <= 64) end as record,
      case when not too_large then old_record::text
        else (select jsonb_object_agg(key, value)::text from jsonb_each(old_record)
          where octet_length(value::text) <= 64) end as "oldRecord"
    from waiting order by turn, id`;
}
