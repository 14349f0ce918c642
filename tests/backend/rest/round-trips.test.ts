import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import postgres from 'postgres';
import {
  sendBeginWithNext,
  type DriverPool,
} from '../../../scripts/local-supabase/rest-round-trips.ts';
import { createTestDatabase, type TestDatabase } from '../../support/cluster.ts';

const takeRole = `select set_config('role', $1, true), set_config('request.path', $2, true)`;
const whoAmI = 'select current_user as name, now() = statement_timestamp() as is_first';

describe('the transaction of a request', () => {
  let database: TestDatabase;
  let sql: ReturnType<typeof postgres>;
  let pool: DriverPool;

  before(async () => {
    database = await createTestDatabase();
    sql = postgres(database.url, { max: 1, onnotice() {} });
    pool = sql as unknown as DriverPool;
    sendBeginWithNext(pool);
  });
  after(async () => {
    await sql.end();
    await database.drop();
  });

  async function held<T>(run: (ask: Ask) => Promise<T>): Promise<T> {
    const connection = (await pool.reserve()) as Reserved;
    try {
      return await run(async (text, values = []) => {
        const rows = await connection.unsafe(text, values);
        return Array.from(rows) as Record<string, unknown>[];
      });
    } finally {
      connection.release();
    }
  }

  test('has its role until its end, and nobody has it after', async () => {
    const [inside, outside] = await held(async (ask) => {
      await ask('begin');
      await ask(takeRole, ['anon', '/products']);
      const during = await ask(whoAmI);
      await ask('commit');
      return [during[0], (await ask(whoAmI))[0]];
    });
    assert.deepEqual(inside, { name: 'anon', is_first: false });
    assert.deepEqual(outside, { name: 'supabase_admin', is_first: true });
  });

  test('ends without a statement of the caller when its role can’t be taken', async () => {
    await held(async (ask) => {
      await ask('begin');
      await assert.rejects(ask(takeRole, ['nobody_at_all', '/']), { code: '22023' });
      await assert.rejects(ask('create table public.left_behind (id int)'), { code: '25P02' });
      await ask('rollback');
      const [found] = await ask(`select to_regclass('public.left_behind') as name`);
      assert.deepEqual(found, { name: null });
    });
  });

  test('stands before a statement that is no setting', async () => {
    await held(async (ask) => {
      await ask('begin');
      await ask('create table public.taken_back (id int)');
      await ask('rollback');
      const [found] = await ask(`select to_regclass('public.taken_back') as name`);
      assert.deepEqual(found, { name: null });
    });
  });

  test('that asks nothing leaves no transaction behind', async () => {
    await held(async (ask) => {
      await ask('begin');
      await ask('commit');
      assert.deepEqual((await ask(whoAmI))[0], { name: 'supabase_admin', is_first: true });
    });
  });

  test('is begun and given its role with one journey', async () => {
    const answered: string[] = [];
    const own = postgres(database.url, { max: 1, onnotice() {} });
    const counted: DriverPool = {
      async reserve() {
        const connection = (await own.reserve()) as unknown as Reserved;
        const send = connection.unsafe.bind(connection);
        // Told in the order in which the two are sent and answered.
        connection.unsafe = async (text, values, options) => {
          answered.push(`ask ${text.slice(0, 6)}`);
          const answer = await send(text, values, options);
          answered.push(`hear ${text.slice(0, 6)}`);
          return answer;
        };
        return connection;
      },
    };
    sendBeginWithNext(counted);
    const connection = (await counted.reserve()) as Reserved;
    await connection.unsafe('begin', []);
    await connection.unsafe(takeRole, ['anon', '/']);
    await connection.unsafe('rollback', []);
    connection.release();
    await own.end();
    assert.deepEqual(answered.slice(0, 2), ['ask begin', 'ask select']);
  });
});

type Ask = (text: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>;

type Reserved = Awaited<ReturnType<DriverPool['reserve']>> & { release(): void };
