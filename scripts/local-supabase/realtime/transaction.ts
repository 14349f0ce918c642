/**
 * When the connection is lost inside one, postgres 3.4.9 would still write "rollback" to the closed
 * socket, and that error ends the process; here the work stands still instead, and `begin` itself
 * reports the loss.
 */
import type { Sql, TransactionSql } from 'postgres';

type Work<T> = (transaction: TransactionSql) => Promise<T>;

export async function inTransaction<T>(sql: Sql, run: Work<T>, options = ''): Promise<T> {
  const done = await sql.begin(options, async (transaction) => ({
    value: await standStillWhenLost(run(transaction)),
  }));
  return done.value as T;
}

export async function inSavepoint<T>(transaction: TransactionSql, run: Work<T>): Promise<T> {
  const done = await transaction.savepoint(async (step) => ({
    value: await standStillWhenLost(run(step)),
  }));
  return done.value as T;
}

async function standStillWhenLost<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isConnectionLoss(error)) return new Promise(() => {});
    throw error;
  }
}

/** Five characters are Postgres's own word: then the connection still stands, unless it is closing. */
function isConnectionLoss(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return false;
  return code.startsWith('CONNECTION_') || /^(?:57P0[123]|E[A-Z]{4,})$/.test(code);
}
