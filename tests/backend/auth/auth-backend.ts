import assert from 'node:assert/strict';
import path from 'node:path';
import { type SupabaseClient, createClient } from '@supabase/supabase-js';
import postgres, { type Sql } from 'postgres';
import { type AuthOptions } from '../../../scripts/local-supabase/auth/auth-options.ts';
import { createAuth } from '../../../scripts/local-supabase/auth/auth.ts';
import {
  createAsCaller,
  createTokens,
  identifyCaller,
} from '../../../scripts/local-supabase/callers.ts';
import type { LocalContext, LocalSettings } from '../../../scripts/local-supabase/context.ts';
import { databaseValueTypes } from '../../../scripts/local-supabase/database-values.ts';
import { startHttpServer } from '../../../scripts/local-supabase/http-server.ts';
import { createMailbox } from '../../../scripts/local-supabase/mailbox.ts';
import { handleMailbox } from '../../../scripts/local-supabase/mailbox-page.ts';
import { findFreePort } from '../../../scripts/local-supabase/ports.ts';
import { embeddedKeys } from '../../../scripts/settings.ts';
import { createTestDatabase, projectFolder } from '../../support/cluster.ts';
import { type TestBackend, startTestBackend } from '../../support/local-backend.ts';
import { hostedSkips } from '../../support/hosted/contract.ts';
import { type MailReader, readMails } from '../../support/data/mailbox.ts';

export const siteUrl = 'http://localhost:4321';
export const goodPassword = 'Keywright-test-1';
export const otherPassword = 'Keywright-test-2';

export interface AuthBackend {
  readonly url: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly mails: MailReader;
  readonly sql: Sql;
  /** A client of its own, with nothing kept between tests. */
  client(flowType?: 'implicit' | 'pkce'): SupabaseClient;
  readonly admin: SupabaseClient['auth']['admin'];
  /** A confirmed user with `goodPassword`. */
  makeUser(attributes?: Record<string, unknown>): Promise<{ id: string; email: string }>;
  signedIn(email: string, password?: string): Promise<SupabaseClient>;
  request(path: string, init?: RequestInit): Promise<Response>;
  /** Lets the next mail go at once. */
  forgetLimits(): Promise<void>;
  stop(): Promise<void>;
}

let counter = 0;
export const newEmail = (name = 'person'): string =>
  `${name}.${process.pid}.${Date.now()}.${(counter += 1)}@keywright.test`;
export const newPhone = (): string => {
  counter += 1;
  return `+4790${String(process.pid % 1000).padStart(3, '0')}${String(counter).padStart(4, '0')}`;
};

function describeBackend(backend: TestBackend): AuthBackend {
  const { url, publishableKey, secretKey } = backend;
  const sql = postgres(backend.databaseUrl || 'postgres://nobody@127.0.0.1:1/none', {
    max: 2,
    onnotice() {},
  });
  const client = (flowType: 'implicit' | 'pkce' = 'implicit', key = publishableKey) =>
    createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false, flowType } });
  const { admin } = client('implicit', secretKey).auth;
  const made: string[] = [];
  const signedIn = async (email: string, password = goodPassword) => {
    const own = client();
    const { error } = await own.auth.signInWithPassword({ email, password });
    assert.equal(error, null);
    return own;
  };
  return {
    url,
    publishableKey,
    secretKey,
    sql,
    admin,
    mails: readMails(backend),
    client: (flowType) => client(flowType),
    signedIn,
    async makeUser(attributes = {}) {
      const email = newEmail();
      const { data, error } = await admin.createUser({
        email,
        password: goodPassword,
        email_confirm: true,
        ...attributes,
      });
      assert.equal(error, null);
      assert(data.user);
      made.push(data.user.id);
      return { id: data.user.id, email };
    },
    request(route, init = {}) {
      const headers = new Headers(init.headers);
      if (!headers.has('apikey')) headers.set('apikey', publishableKey);
      if (typeof init.body === 'string') headers.set('content-type', 'application/json');
      return fetch(`${url}/auth/v1${route}`, { redirect: 'manual', ...init, headers });
    },
    async forgetLimits() {
      await sql`delete from auth.attempts`;
    },
    async stop() {
      // A hosted project stays: it is left without the people that were made for a test.
      if (hostedSkips) await Promise.all(made.map((id) => admin.deleteUser(id)));
      await sql.end();
      await backend.stop();
    },
  };
}

/** The whole backend, or the hosted project that the settings name. */
export async function startContractBackend(): Promise<AuthBackend> {
  return describeBackend(await startTestBackend());
}

/** Auth alone with options of its own. */
export async function startAuthBackend(options: AuthOptions): Promise<AuthBackend> {
  const database = await createTestDatabase();
  const apiPort = await findFreePort();
  const settings: LocalSettings = {
    apiUrl: `http://127.0.0.1:${apiPort}`,
    siteUrl,
    apiPort,
    functionsPort: 0,
    ...embeddedKeys,
    jwtSecret: 'a-secret-of-this-test-that-is-long-enough',
    projectFolder,
    dataFolder: path.join(projectFolder, '.local'),
    databaseUrl: database.url,
  };
  const context = createContext(settings);
  const auth = await createAuth(context, options);
  const server = await startHttpServer({
    port: apiPort,
    handle: (request) =>
      new URL(request.url).pathname.startsWith('/_local')
        ? handleMailbox(request, context)
        : auth.handle(request),
  });
  return describeBackend({
    url: settings.apiUrl,
    ...embeddedKeys,
    databaseUrl: database.url,
    dataFolder: settings.dataFolder,
    emails: () => Promise.resolve(context.mailbox.list()),
    async stop() {
      await server.close();
      await auth.close?.();
      await context.sql.end();
      await database.drop();
    },
  });
}

function createContext(settings: LocalSettings): LocalContext {
  const sql = postgres(settings.databaseUrl, { max: 10, onnotice() {}, types: databaseValueTypes });
  const tokens = createTokens(settings);
  return {
    settings,
    sql,
    tokens,
    asCaller: createAsCaller(sql),
    identify: (request) => identifyCaller(request, settings, (token) => tokens.verify(token)),
    mailbox: createMailbox(),
    log() {},
  };
}

/** Asserts a refusal as supabase-js shows it. */
export function assertRefused(
  answer: {
    readonly error: {
      status?: number | undefined;
      code?: string | undefined;
      message: string;
    } | null;
  },
  status: number,
  code: string | undefined,
  message?: string | RegExp,
): void {
  assert(answer.error, 'an error was expected');
  assert.deepEqual([answer.error.status, answer.error.code], [status, code], answer.error.message);
  if (typeof message === 'string') assert.equal(answer.error.message, message);
  else if (message) assert.match(answer.error.message, message);
}

export async function postJson(
  backend: AuthBackend,
  route: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: unknown; headers: Headers }> {
  const response = await backend.request(route, {
    method: 'POST',
    body: JSON.stringify(body),
    headers,
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text === '' ? null : JSON.parse(text),
    headers: response.headers,
  };
}

export function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

export async function sessionOf(client: SupabaseClient) {
  const { data } = await client.auth.getSession();
  assert(data.session, 'a session was expected');
  return data.session;
}
