/**
 * Invariant: REST is connected anew after each time that Postgres was away, however often it dies
 * while that is tried.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import type { RestModule } from './rest.ts';

const pauseMs = 100;

export async function followSchema(
  sql: Sql,
  rest: Pick<RestModule, 'forgetSchema' | 'reconnect'>,
  log: (message: string) => void,
): Promise<() => Promise<void>> {
  const complain = (error: unknown) => log(`REST did not reconnect: ${String(error)}`);
  /** How often Postgres has been away, and after which of these REST was connected anew. */
  const turns = { away: 0, mended: 0 };
  const state = { isMending: false, isOver: false };
  const mend = async () => {
    turns.away += 1;
    if (state.isMending) return;
    state.isMending = true;
    while (turns.mended < turns.away && !state.isOver) {
      const turn = turns.away;
      await rest.reconnect().then(
        () => void (turns.mended = turn),
        (error: unknown) => {
          complain(error);
          return sleep(pauseMs);
        },
      );
    }
    state.isMending = false;
  };
  let isFirst = true;
  // Listening starts again whenever Postgres comes back, and then everything known of it is stale.
  const listening = await sql.listen(
    'pgrst',
    () => void rest.forgetSchema().catch(complain),
    () => {
      if (!isFirst) void mend();
      isFirst = false;
    },
  );
  return async () => {
    state.isOver = true;
    await listening.unlisten();
  };
}
