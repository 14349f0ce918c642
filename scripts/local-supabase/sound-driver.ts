/**
 * Without it a connection that Postgres ends at the wrong moment ends the process, or is dead for ever
 * and keeps whoever is given it waiting. Invariant: each text that is replaced is there exactly once,
 * or the process does not start.
 */
import { registerHooks } from 'node:module';

type Mend = readonly [was: string, is: string];

const connection: readonly Mend[] = [
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
  // The error of the last question on the old socket was the answer to the first one on the next,
  // which was never sent: a `listen` that was lost so was never said again. And what was asked between
  // a break and its end, an error or none, was left for the next connection, which never heard of it.
  [
    "    if (initial)\n      return reconnect()\n\n    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))\n",
    "    !initial && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))\n    query = results = errorResponse = null\n    result = new Result()\n    rows = 0\n\n    if (initial)\n      return reconnect()\n\n",
  ],
];

const closed = "return q.reject(Errors.connection('CONNECTION_CLOSED', options))";

const pool: readonly Mend[] = [
  // Whoever waits for a connection of their own was taken out of the queue by the end of another's, and
  // told nothing when the new one stood. They stay in it until they are served or refused.
  [
    '    queries.length && connect(c, queries.shift())\n',
    '    if (!queries.length)\n      return\n\n    const next = queries.shift()\n    next.reserve && queries.push(next)\n    connect(c, next)\n',
  ],
  [
    '        const query = { reserve: resolve, reject }\n',
    '        const query = { reserve: resolve, reject: (error) => (queries.remove(query), reject(error)) }\n',
  ],
  // Who gives a connection back after its end gave everybody a dead one; and whoever asked on it
  // after it was somebody else's asked in that one's transaction.
  [
    '    c.reserved.release = true\n\n    const sql = Sql(handler)\n    sql.release = () => {\n',
    '    c.reserved.release = true\n\n    const held = c.reserved\n    const sql = Sql(handler)\n    sql.release = () => {\n      if (c.reserved !== held)\n        return\n\n',
  ],
  [
    '    function handler(q) {\n      c.queue === full\n        ? queue.push(q)',
    `    function handler(q) {\n      if (c.reserved !== held)\n        ${closed}\n\n      c.queue === full\n        ? queue.push(q)`,
  ],
  [
    '      , connection\n      , prepare = null\n',
    '      , connection\n      , held\n      , prepare = null\n',
  ],
  [
    '      c.reserved = () => queries.length\n        ? c.execute(queries.shift())',
    '      c.reserved = held = () => queries.length\n        ? c.execute(queries.shift())',
  ],
  [
    '        c.queue === full\n          ? queries.push(q)',
    `        if (c.reserved !== held)\n          ${closed}\n\n        c.queue === full\n          ? queries.push(q)`,
  ],
];

// In each request it looked through every column of the schema, those of views with regular expressions,
// for the types that need another form: the schema alone decides which these are.
const columnsOfOtherForm: readonly Mend[] = [
  [
    'function cx(t,e){for(let n of e.columns){if(!qe(wl(n,e)))continue;',
    'const cxKnown=new WeakMap;function cx(t,e){let k=cxKnown.get(e);k||cxKnown.set(e,k=e.columns.filter(n=>qe(wl(n,e))));for(let n of k){',
  ],
];

const mends: Readonly<Record<string, readonly Mend[]>> = {
  '/node_modules/postgres/src/connection.js': connection,
  '/node_modules/postgres/src/index.js': pool,
  '/node_modules/@supabase/lite/dist/index.js': columnsOfOtherForm,
};

function mend(source: string, all: readonly Mend[]): string {
  return all.reduce((text, [was, is]) => {
    if (text.split(was).length !== 2) throw new Error(`A package is another version: no ${was}`);
    return text.replace(was, () => is);
  }, source);
}

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const file = Object.keys(mends).find((end) => url.endsWith(end));
    if (file === undefined) return loaded;
    const { source = '' } = loaded;
    const text = typeof source === 'string' ? source : decode(source);
    return { ...loaded, source: mend(text, mends[file] ?? []) };
  },
});

function decode(source: ArrayBuffer | NodeJS.TypedArray | null): string {
  return source === null ? '' : new TextDecoder().decode(source);
}
