import { randomUUID } from 'node:crypto';
import type { TransactionSql } from 'postgres';
import { assumeCaller } from '../callers.ts';
import type { Caller, LocalContext } from '../context.ts';
import { inSavepoint, inTransaction } from './transaction.ts';

interface Rights {
  readonly read: boolean;
  readonly write: boolean;
}

export interface ChannelRights {
  readonly broadcast: Rights;
  readonly presence: Rights;
}

export const everyRight: ChannelRights = {
  broadcast: { read: true, write: true },
  presence: { read: true, write: true },
};

class Undo extends Error {}

export async function readChannelRights(
  context: LocalContext,
  caller: Caller,
  topic: string,
): Promise<ChannelRights> {
  const found: { rights?: ChannelRights } = {};
  await inTransaction(context.sql, async (transaction) => {
    found.rights = await tryOut(transaction, caller, topic);
    throw new Undo();
  }).catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
  if (!found.rights) throw new Error('the policies of the channel could not be asked');
  return found.rights;
}

async function tryOut(
  transaction: TransactionSql,
  caller: Caller,
  topic: string,
): Promise<ChannelRights> {
  const broadcastId = randomUUID();
  const presenceId = randomUUID();
  await transaction`
    insert into realtime.messages (id, topic, extension)
    values (${broadcastId}, ${topic}, 'broadcast'), (${presenceId}, ${topic}, 'presence')`;
  await assumeCaller(transaction, caller);
  await transaction`
    select set_config('realtime.topic', ${topic}, true), set_config('statement_timeout', '3s', true)`;
  const visible = await attempt(
    transaction,
    (step) => step<{ id: string }[]>`
      select id from realtime.messages
      where topic = ${topic} and id in (${broadcastId}, ${presenceId})`,
  );
  const readable = new Set((visible ?? []).map(({ id }) => id));
  return {
    broadcast: {
      read: readable.has(broadcastId),
      write: await mayWrite(transaction, topic, 'broadcast'),
    },
    presence: {
      read: readable.has(presenceId),
      write: await mayWrite(transaction, topic, 'presence'),
    },
  };
}

async function mayWrite(
  transaction: TransactionSql,
  topic: string,
  extension: string,
): Promise<boolean> {
  const written = await attempt(
    transaction,
    (step) =>
      step`insert into realtime.messages (topic, extension) values (${topic}, ${extension})`,
  );
  return written !== null;
}

/** A policy that refuses or fails gives no right; the transaction goes on. */
async function attempt<T>(
  transaction: TransactionSql,
  run: (step: TransactionSql) => Promise<T>,
): Promise<T | null> {
  try {
    return await inSavepoint(transaction, run);
  } catch (error) {
    // Five characters are Postgres's own verdict; anything else means that it was not asked.
    const { code } = error as { code?: unknown };
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return null;
    throw error;
  }
}
