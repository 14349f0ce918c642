/* A server that speaks just enough of Postgres to die at the very moment that is asked for. */
import assert from 'node:assert/strict';
import net from 'node:net';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import '../../../scripts/local-supabase/sound-driver.ts';
import type postgres from 'postgres';

// Only once the mends are in place.
const { default: connectTo } = await import('postgres');

function message(kind: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(kind), length, body]);
}

const empty = Buffer.alloc(0);
const ready = (state: 'I' | 'T') => message('Z', Buffer.from(state));
const welcome = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('K', Buffer.alloc(8)),
  ready('I'),
]);
const done = (state: 'I' | 'T') =>
  Buffer.concat([
    message('1', empty),
    message('t', Buffer.alloc(2)),
    message('n', empty),
    message('2', empty),
    message('C', Buffer.from('DONE\0')),
    ready(state),
  ]);
const ended = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'));

const question = /\b(?:listen|select|begin|commit|rollback)\b[^\0]*/g;

interface Server {
  readonly sql: ReturnType<typeof postgres>;
  /** What was asked, with the number of the connection that it was asked on. */
  readonly asked: string[];
  endAll(): void;
  /** With no word of it. */
  breakAll(): void;
}

interface Setting {
  /** The first question that holds this ends its connection instead of being answered. */
  readonly diesOn?: string;
  /** The first connection is broken off before a word is said. */
  readonly refusesFirst?: boolean;
  readonly max?: number;
}

async function serve(
  context: TestContext,
  { diesOn, refusesFirst, max = 1 }: Setting = {},
): Promise<Server> {
  const asked: string[] = [];
  const sockets = new Set<net.Socket>();
  let hasDied = false;
  let count = 0;
  const server = net.createServer((socket) => {
    const number = (count += 1);
    let isGreeted = false;
    let isInTransaction = false;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    socket.on('data', (data) => {
      if (refusesFirst && number === 1) {
        socket.resetAndDestroy();
        return;
      }
      if (!isGreeted) socket.write(welcome);
      const questions = data.toString().match(question) ?? [];
      for (const each of isGreeted ? questions : []) {
        if (!each.includes('pg_type')) asked.push(`${number}: ${each}`);
        isInTransaction =
          each.startsWith('begin') || (isInTransaction && !/^(commit|rollback)/.test(each));
        if (diesOn !== undefined && !hasDied && each.includes(diesOn)) {
          hasDied = true;
          socket.end(ended);
        } else socket.write(done(isInTransaction ? 'T' : 'I'));
      }
      isGreeted = true;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  // Not prepared: the server knows a question by its words.
  const options = { port, max, prepare: false, backoff: () => 0.01, user: 'x', database: 'x' };
  const sql = connectTo({ host: '127.0.0.1', ...options });
  context.after(async () => {
    await sql.end({ timeout: 0 });
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    sql,
    asked,
    endAll: () => sockets.forEach((socket) => socket.end(ended)),
    breakAll: () => sockets.forEach((socket) => socket.resetAndDestroy()),
  };
}

test(
  'a listener that Postgres ends while it says so says it again',
  { timeout: 10_000 },
  async (context) => {
    const { sql, asked } = await serve(context, { diesOn: 'listen' });
    const heard = Promise.withResolvers<void>();
    await sql.listen('news', () => undefined, heard.resolve).catch(() => undefined);
    await heard.promise;
    assert.deepEqual(asked, ['1: listen "news"', '2: listen "news"']);
  },
);

test(
  'what comes after a question that was never answered is answered itself',
  { timeout: 10_000 },
  async (context) => {
    const { sql } = await serve(context, { diesOn: 'select 1' });
    await assert.rejects(sql`select 1`);
    assert.equal((await sql`select 2`).command, 'DONE');
  },
);

test(
  'who gives a dead connection back leaves a pool that answers',
  { timeout: 10_000 },
  async (context) => {
    const { sql, endAll, asked } = await serve(context);
    const held = await sql.reserve();
    await held`select 1`;
    const lost = held`select pg_sleep`.catch(() => null);
    endAll();
    await lost;
    await assert.rejects(async () => held`select 2`, { code: 'CONNECTION_CLOSED' });
    held.release();
    assert.equal((await sql`select 3`).command, 'DONE');
    await assert.rejects(async () => held`select 4`, { code: 'CONNECTION_CLOSED' });
    assert.deepEqual(asked.at(-1), '2: select 3', 'nobody asks on what is somebody else’s now');
  },
);

test(
  'a transaction whose connection went to somebody else asks nothing on it',
  { timeout: 10_000 },
  async (context) => {
    const { sql, endAll, asked } = await serve(context);
    const other = Promise.withResolvers<void>();
    const transaction = sql.begin(async (held) => {
      await held`select 1`;
      endAll();
      await other.promise;
      await held`select secret`;
    });
    await assert.rejects(transaction, { code: 'CONNECTION_CLOSED' });
    await sql`select 2`;
    other.resolve();
    await sql`select 3`;
    assert.deepEqual(asked.slice(2), ['2: select 2', '2: select 3']);
  },
);

test(
  'who waits for a connection of their own is given one when the others have ended',
  { timeout: 10_000 },
  async (context) => {
    const { sql, endAll, asked } = await serve(context);
    await sql.reserve();
    const waiting = sql.reserve();
    endAll();
    const held = await waiting;
    assert.equal((await held`select 1`).command, 'DONE');
    held.release();
    assert.equal((await sql`select 2`).command, 'DONE');
    assert.deepEqual(asked, ['2: select 1', '2: select 2']);
  },
);

test(
  'who was refused a connection of their own does not keep the next one from everybody',
  { timeout: 10_000 },
  async (context) => {
    const { sql } = await serve(context, { refusesFirst: true });
    await assert.rejects(sql.reserve());
    const held = await sql.reserve();
    held.release();
    assert.equal((await sql`select 1`).command, 'DONE');
  },
);

test(
  'whoever asks is answered, however often connections break off',
  { timeout: 20_000 },
  async (context) => {
    const { sql, breakAll } = await serve(context, { max: 3 });
    const over = new AbortController();
    const answers = { yes: 0, no: 0 };
    const ask = async () => {
      while (!over.signal.aborted) {
        const answer = await sql`select 1`.then(
          () => 'yes' as const,
          () => 'no' as const,
        );
        answers[answer] += 1;
      }
    };
    const readers = Promise.all(Array.from({ length: 8 }, ask));
    for (let round = 0; round < 200; round += 1) {
      breakAll();
      await sleep(round % 5);
    }
    over.abort();
    await readers;
    assert.ok(answers.yes > 0 && answers.no > 0, JSON.stringify(answers));
  },
);
