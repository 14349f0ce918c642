/**
 * The only place that mends the driver postgres 3.4.9, while Node loads it: named by `--import` for
 * every process that serves the API. Without it a connection that Postgres ends at the wrong moment
 * ends the process, or is dead for ever and keeps whoever is given it waiting.
 * Invariant: each text that is replaced is there exactly once, or the process does not start.
 */
import { registerHooks } from 'node:module';

const mends: readonly (readonly [string, string])[] = [
  // What was still to be written to the old socket kept anything from being written to the next one.
  [
    "    clearImmediate(nextWriteTimer)\n    socket.removeListener('data', data)",
    "    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    socket.removeListener('data', data)",
  ],
  // A transaction says `rollback` to a connection that is gone: an error for it, not for everybody.
  [
    '    if (stream)\n      return queryError(q,',
    "    if (!socket)\n      return queryError(q, Errors.connection('CONNECTION_CLOSED', options)), true\n\n    if (stream)\n      return queryError(q,",
  ],
  // The first question of a connection is the driver's own, and nobody waits for its answer.
  ['        return fetchArrayTypes()\n', '        return fetchArrayTypes().catch(() => {})\n'],
];

function mend(source: string): string {
  return mends.reduce((text, [was, is]) => {
    if (text.split(was).length !== 2) throw new Error(`postgres is another version: no ${was}`);
    return text.replace(was, () => is);
  }, source);
}

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith('/node_modules/postgres/src/connection.js')) return loaded;
    const { source = '' } = loaded;
    return { ...loaded, source: mend(typeof source === 'string' ? source : decode(source)) };
  },
});

function decode(source: ArrayBuffer | NodeJS.TypedArray | null): string {
  return source === null ? '' : new TextDecoder().decode(source);
}
