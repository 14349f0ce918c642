import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js';
import postgres, { type Sql } from 'postgres';
import {
  createAsCaller,
  createTokens,
  identifyCaller,
} from '../../scripts/local-supabase/callers.ts';
import type { LocalContext } from '../../scripts/local-supabase/context.ts';
import { databaseValueTypes } from '../../scripts/local-supabase/database-values.ts';
import { startHttpServer } from '../../scripts/local-supabase/http-server.ts';
import { createRealtime } from '../../scripts/local-supabase/realtime/realtime.ts';
import { createTestDatabase, projectFolder } from './cluster.ts';

export const publishableKey = 'sb_publishable_test';
export const secretKey = 'sb_secret_test';
const jwtSecret = 'a-secret-that-only-these-tests-know-0123456789';

export interface TestRealtime {
  readonly url: string;
  /** As superuser. */
  readonly sql: Sql;
  readonly log: readonly string[];
  /** An access token of that user, valid for an hour unless told otherwise. */
  tokenOf(sub: string, claims?: Record<string, unknown>): Promise<string>;
  /** A client that is closed with the backend. */
  client(token?: string, key?: string): SupabaseClient;
  stop(): Promise<void>;
}

export async function startTestRealtime(): Promise<TestRealtime> {
  const database = await createTestDatabase();
  const holdTimers = releaseTimers();
  const sql = postgres(database.url, { max: 10, onnotice() {}, types: databaseValueTypes });
  const log: string[] = [];
  const context = createContext(sql, database.url, log);
  const realtime = await createRealtime(context);
  await realtime.syncTriggers();
  const server = await startHttpServer({
    port: 0,
    handle: (request) => realtime.handle(request),
    upgrade: (request, socket, head) => realtime.upgrade(request, socket, head),
    log: (message) => log.push(message),
  });
  const url = `http://127.0.0.1:${server.port}`;
  const clients: SupabaseClient[] = [];
  return {
    url,
    sql,
    log,
    tokenOf: (sub, claims = {}) =>
      context.tokens.sign({ sub, role: 'authenticated', exp: inSeconds(3600), ...claims }),
    client(token, key = publishableKey) {
      const client = createClient(url, key, {
        auth: { persistSession: false, autoRefreshToken: false },
        ...(token === undefined ? {} : { accessToken: () => Promise.resolve(token) }),
      });
      clients.push(client);
      return client;
    },
    async stop() {
      await disconnect(...clients);
      await realtime.close();
      await server.close();
      await sql.end({ timeout: 5 });
      await database.drop();
      holdTimers();
    },
  };
}

function createContext(sql: Sql, databaseUrl: string, log: string[]): LocalContext {
  const apiUrl = 'http://127.0.0.1';
  const tokens = createTokens({ apiUrl, jwtSecret });
  const keys = { publishableKey, secretKey };
  return {
    settings: {
      ...keys,
      apiUrl,
      siteUrl: 'http://127.0.0.1',
      apiPort: 0,
      functionsPort: 0,
      jwtSecret,
      projectFolder,
      dataFolder: '',
      databaseUrl,
    },
    sql,
    tokens,
    asCaller: createAsCaller(sql),
    identify: (request) => identifyCaller(request, keys, tokens.verify),
    mailbox: { deliver: () => Promise.resolve(), list: () => [], clear() {} },
    log: (message) => log.push(message),
  };
}

export async function disconnect(
  ...clients: readonly Pick<SupabaseClient, 'removeAllChannels' | 'realtime'>[]
): Promise<void> {
  await Promise.all(clients.map((client) => client.removeAllChannels()));
  await Promise.all(clients.map((client) => client.realtime.disconnect()));
}

/** The client leaves a timer of ten seconds at each end of a socket: none may hold the test process. */
export function releaseTimers(): () => void {
  const { setTimeout: setTimer } = globalThis;
  const setReleasedTimer = (...args: Parameters<typeof setTimer>) => setTimer(...args).unref();
  globalThis.setTimeout = Object.assign(setReleasedTimer, setTimer) as typeof setTimer;
  return () => {
    globalThis.setTimeout = setTimer;
  };
}

export function inSeconds(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds;
}

/** Waits for what must come; says what there was when it doesn't. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  say: () => unknown = () => '',
  patienceMs = 5_000,
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`it never happened: ${JSON.stringify(say())}`);
    await sleep(5);
  }
}

/** Long enough for anything wrong to arrive, given that right things take milliseconds. */
export function quiet(): Promise<void> {
  return sleep(250);
}

export interface Joined {
  readonly status: string;
  readonly error: string;
}

/** The first status that `subscribe` reports. */
export function join(channel: RealtimeChannel): Promise<Joined> {
  return new Promise((resolve) => {
    channel.subscribe((status, error) => resolve({ status, error: error?.message ?? '' }));
  });
}

/** Joins and waits until the database has the subscription too. */
export async function subscribe(channel: RealtimeChannel): Promise<string> {
  const told = Promise.withResolvers<string>();
  channel.on('system', {}, (payload: { extension: string; status: string; message: string }) => {
    if (payload.extension === 'postgres_changes') told.resolve(payload.message);
  });
  const { status, error } = await join(channel);
  return status === 'SUBSCRIBED' ? told.promise : `${status}: ${error}`;
}

export function newTopic(): string {
  return `topic-${randomUUID()}`;
}
