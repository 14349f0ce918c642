/**
 * Invariant: the role and the claims of every statement are those that `identify` verified. The
 * package is alpha and the mends lean on its internal names: its version is pinned exactly.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { App } from '@supabase/lite';
import { createPostgresConnection } from '@supabase/lite/postgres';
import { sql as statement, type Kysely } from 'kysely';
import type { Caller, LocalContext, Refusal, ServiceModule } from './context.ts';
import { databaseValueTypes } from './database-values.ts';
import { corsHeaders, inOnePiece, jsonResponse } from './http-answers.ts';
import { isLostConnection, secondsToRetry } from './lost-connections.ts';
import { isFilterTooDeep, isJsonTooDeep } from './nesting.ts';
import { findCostlyQuery } from './query-costs.ts';
import { readBytes } from './request-body.ts';
import { findRefusal } from './rest-refusals.ts';
import {
  createStatementNames,
  sendBeginWithNext,
  type DriverPool,
  type StatementNames,
} from './rest-round-trips.ts';
import { statusOfSqlState } from './sql-states.ts';

const maxBodyBytes = 1_000_000;
const graceMs = 500;
/** Clocks differ: PostgREST takes a token for as long after its end. */
const tokenGraceSeconds = 30;
/** A connection that dies while its schema is read never answers. */
const connectMs = 5_000;
/** As PostgREST says it: the client library tries a read again after a 503. */
const connectionLost = {
  code: 'PGRST001',
  message: 'Database connection error. Retrying the connection.',
  details: null,
  hint: null,
};

/** What the driver says to a number or an object where a list is wanted, before Postgres sees it. */
const notWritable = 'ERR_INVALID_ARG_TYPE';
const noList = { code: '22P02', message: 'malformed array literal', details: null, hint: null };

interface RestRequest {
  readonly caller: Caller;
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
}

interface LiteSchema extends Readonly<Record<string, unknown>> {
  readonly tables: readonly unknown[];
}

interface ExposedSchema extends LiteSchema {
  /** The services have tables in any database, the project none before its first migration. */
  readonly wasRead: boolean;
}

interface LiteCall {
  readonly method: string;
  readonly path: string;
  readonly requestHeaders?: Readonly<Record<string, string>>;
}

/** The parts of lite's connection that are not in its types, or not as we need them. */
interface LiteConnection {
  readonly driver: DriverPool;
  rlsState: 'active';
  normalizeDbError(error: unknown): unknown;
  applyJwtSessionContext(database: Kysely<unknown>): Promise<void>;
  applyRpcRequestGucs(database: Kysely<unknown>, call: LiteCall): Promise<void>;
  clearSchemaCache(): Promise<void>;
  introspect(options: { readonly useCache: boolean }): Promise<ExposedSchema>;
  close(): Promise<void>;
}

const requests = new AsyncLocalStorage<RestRequest>();

export interface RestModule extends ServiceModule {
  forgetSchema(): Promise<void>;
  /** After Postgres was gone: lite goes on asking through the connections that died with it. */
  reconnect(): Promise<void>;
  close(): Promise<void>;
}

export async function createRest(context: LocalContext, maxRows: number): Promise<RestModule> {
  let current = await connect(context, maxRows);
  // Requests wait while the schema is read anew, and so does the end: lite never answers a reading
  // whose connections were closed under it.
  let reading: Promise<unknown> = Promise.resolve();
  const restoreConsole = silenceAnsweredErrors();
  return {
    async handle(request) {
      const { app, lost } = current;
      await Promise.race([reading.catch(() => {}), lost.promise]);
      return answer(request, context, (forwarded) =>
        Promise.race([
          app.fetch(forwarded),
          lost.promise.then(() => jsonResponse(503, connectionLost)),
        ]),
      );
    },
    async forgetSchema() {
      reading = readAgain(reading, current);
      await reading;
    },
    async reconnect() {
      const dead = current;
      const connected = connect(context, maxRows);
      current = await Promise.race([connected, sleep(connectMs, null, { ref: false })]).then(
        orLate,
      );
      reading = Promise.resolve();
      // Whoever was in the middle of a transaction would wait for ever: lite never hears of its end.
      await Promise.race([dead.lite.close().catch(() => {}), sleep(graceMs)]);
      dead.lost.resolve();
    },
    async close() {
      restoreConsole();
      await reading.catch(() => {});
      // Without Postgres it would wait for answers that never come.
      await Promise.race([current.lite.close(), sleep(5000)]);
    },
  };
}

function orLate<Value>(connected: Value | null): Value {
  if (connected === null) throw new Error('Postgres took too long to answer.');
  return connected;
}

interface Known {
  readonly lite: LiteConnection;
  readonly names: StatementNames;
  readonly readTimeouts: () => Promise<void>;
}

async function readAgain(before: Promise<unknown>, known: Known): Promise<void> {
  const { lite, names, readTimeouts } = known;
  await before.catch(() => {});
  await lite.clearSchemaCache();
  await readSchema(lite);
  await readTimeouts();
  names.forget();
}

/** Where Postgres dies meanwhile, lite goes on with an empty schema and answers 404 to everything. */
async function readSchema(lite: LiteConnection): Promise<void> {
  const { wasRead } = await lite.introspect({ useCache: true });
  if (!wasRead) throw new Error('The schema could not be read.');
}

async function connect(context: LocalContext, maxRows: number) {
  const connection = createPostgresConnection({
    url: context.settings.databaseUrl,
    postgresOptions: { max: 10, onnotice() {}, types: databaseValueTypes, backoff: secondsToRetry },
  });
  const names = createStatementNames();
  const timeouts: Timeouts = new Map();
  const readTimeouts = () => readTimeoutsInto(timeouts, context);
  await readTimeouts();
  const lite = mend(connection as unknown as LiteConnection, timeouts, names);
  const app = new App({
    connection,
    auth: { enabled: false },
    storage: { enabled: false },
    studio: { enabled: false },
    api: { max_rows: maxRows },
  });
  await app.init();
  // Each request reads the schema that is not known yet on a connection beside its own: ten first
  // requests at once would hold all ten connections and wait for an eleventh for ever.
  await readSchema(lite);
  return { app, lite, names, readTimeouts, lost: Promise.withResolvers<void>() };
}

type Timeouts = Map<string, string>;

/**
 * By the name of a role, or the path of a function: a role's own settings hold for who signs in as it, and
 * whoever is made it by `set role` is given them here; a function's own comes before both, as PostgREST has it.
 */
async function readTimeoutsInto(timeouts: Timeouts, { sql }: LocalContext): Promise<void> {
  const rows = await sql<{ whose: string; timeout: string }[]>`
    select s.whose, split_part(setting, '=', 2) as timeout
    from (
      select rolname as whose, rolconfig as settings from pg_roles
      union all
      select '/rpc/' || proname, proconfig from pg_proc where pronamespace = 'public'::regnamespace
    ) s, unnest(s.settings) as setting
    where split_part(setting, '=', 1) = 'statement_timeout'`;
  timeouts.clear();
  for (const { whose, timeout } of rows) timeouts.set(whose, timeout);
}

/** lite prints every statement that Postgres refuses, although the caller gets the same as the answer. */
function silenceAnsweredErrors(): () => void {
  const print = console.error;
  console.error = (...shown: unknown[]) => {
    if (requests.getStore() && typeof (shown[0] as DatabaseError)?.code === 'string') return;
    print(...shown);
  };
  return () => {
    console.error = print;
  };
}

function mend(
  connection: LiteConnection,
  timeouts: Timeouts,
  names: StatementNames,
): LiteConnection {
  const normalize = connection.normalizeDbError.bind(connection);
  const introspect = connection.introspect.bind(connection);
  sendBeginWithNext(connection.driver, (text) => {
    const role = requests.getStore()?.caller.role;
    return role === undefined ? null : names.named(text, role);
  });
  return Object.assign(connection, {
    // Anything else makes it GRANT ALL to anon and authenticated on its first request.
    rlsState: 'active' as const,
    normalizeDbError: (error: unknown) => asPostgrestError(normalize(error)),
    introspect: async (options: { readonly useCache: boolean }) =>
      asExposed(await introspect(options)),
    async applyJwtSessionContext(database: Kysely<unknown>) {
      const request = requests.getStore();
      if (!request) throw new Error('a statement outside of any request');
      await assumeRequest(database, request, timeouts);
    },
    applyRpcRequestGucs: assumeCall,
  });
}

const exposedSchema = 'public';

interface Introspected {
  readonly schema?: string;
  readonly fk_def?: string;
}

/**
 * lite reads all schemas and asks for tables by their names alone: `messages` would have the columns of
 * Realtime's, `users` those of Auth's. Postgres writes no schema before what lies in the first of the
 * path, so a reference with one leads elsewhere.
 */
function asExposed(whole: LiteSchema): ExposedSchema {
  const known = exposed.get(whole);
  if (known) return known;
  const narrowed = narrow(whole);
  exposed.set(whole, narrowed);
  return narrowed;
}

/** lite asks for the schema several times in each request, and keeps what it has read itself. */
const exposed = new WeakMap<LiteSchema, ExposedSchema>();

function narrow(whole: LiteSchema): ExposedSchema {
  const isExposed = ({ schema = exposedSchema, fk_def = '' }: Introspected) =>
    schema === exposedSchema && !/ REFERENCES [^ (]+\./.test(fk_def);
  const narrowed = Object.entries(whole).map(([kind, all]) => [
    kind,
    Array.isArray(all) ? all.filter(isExposed) : all,
  ]);
  // A relation is to one by a constraint. lite takes every unique index for one, those of some rows
  // or of an expression too, and uses indexes for nothing else.
  return {
    ...(Object.fromEntries(narrowed) as LiteSchema),
    indexes: [],
    wasRead: whole.tables.length > 0,
  };
}

async function assumeRequest(
  database: Kysely<unknown>,
  request: RestRequest,
  timeouts: Timeouts,
): Promise<void> {
  const { caller } = request;
  const timeout =
    timeouts.get(request.path) ?? timeouts.get(caller.role) ?? timeouts.get('authenticator');
  await statement`
    select set_config('role', ${caller.role}, true),
      set_config('statement_timeout', ${timeout ?? '0'}, true),
      set_config('request.jwt.claims', ${JSON.stringify(caller.claims)}, true),
      set_config('request.jwt.claim.sub', ${caller.claims.sub ?? ''}, true),
      set_config('request.jwt.claim.role', ${caller.role}, true),
      set_config('request.method', ${request.method}, true),
      set_config('request.path', ${request.path}, true),
      set_config('request.headers', ${JSON.stringify(request.headers)}, true)`.execute(database);
}

/** lite would say each of them in a statement of its own. */
async function assumeCall(database: Kysely<unknown>, call: LiteCall): Promise<void> {
  await statement`
    select set_config('response.status', '', true),
      set_config('response.headers', '', true),
      set_config('request.method', ${call.method}, true),
      set_config('request.path', ${call.path}, true),
      set_config('request.headers', ${JSON.stringify(call.requestHeaders ?? {})}, true)`.execute(
    database,
  );
}

interface DatabaseError {
  readonly code?: unknown;
  readonly message?: string;
  readonly detail?: string;
  readonly hint?: string;
}

/** lite passes SQLSTATE `PGRST` through word for word: it carries all that lite would answer 500 to. */
function asPostgrestError(error: unknown): unknown {
  const { code, message, detail, hint } = (error ?? {}) as DatabaseError;
  if (isLostConnection(code)) return ownAnswer(503, connectionLost);
  if (code === notWritable) return ownAnswer(400, noList);
  if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code) || code === 'PGRST') return error;
  const caller = requests.getStore()?.caller;
  const status = statusOfSqlState(code, caller?.role !== 'anon');
  return ownAnswer(status, { code, message, details: detail ?? null, hint: hint ?? null });
}

function ownAnswer(status: number, body: object): Error {
  return Object.assign(new Error(JSON.stringify(body)), {
    code: 'PGRST',
    detail: JSON.stringify({ status, headers: {} }),
  });
}

async function answer(
  request: Request,
  context: LocalContext,
  forward: (request: Request) => Promise<Response> | Response,
): Promise<Response> {
  if (request.method === 'OPTIONS')
    return new Response(null, { status: 204, headers: corsHeaders });
  const caller = await context.identify(request, tokenGraceSeconds);
  if ('refused' in caller) return refuse(caller);
  const body = await readBytes(request, maxBodyBytes);
  const url = new URL(request.url);
  const fault =
    findFault(url, request.headers.get('content-type') ?? '', body) ??
    findRefusal({ method: request.method, url, headers: request.headers });
  if (fault) {
    const { code, message } = fault;
    const status = 'status' in fault ? fault.status : 400;
    return jsonResponse(status, { code, message, details: null, hint: null });
  }
  const reported = reportedHeaders(request.headers);
  const known = {
    caller,
    method: request.method,
    path: url.pathname.replace('/rest/v1', ''),
    headers: { ...askedDesign(url), ...Object.fromEntries(reported) },
  };
  const forwarded = new Request(request.url, {
    method: request.method,
    headers: withoutCredentials(reported),
    ...(request.body === null ? {} : { body }),
  });
  const response = await requests.run(known, () => forward(forwarded));
  for (const [name, value] of Object.entries(corsHeaders)) response.headers.set(name, value);
  return inOnePiece(response);
}

const nulInText = { code: '22021', message: 'invalid byte sequence for encoding "UTF8": 0x00' };
const filterTooDeep = { code: 'PGRST100', message: 'The filter is nested too deeply' };
const jsonTooDeep = { code: 'PGRST102', message: 'The JSON is nested too deeply' };

/**
 * What lite would hand to Postgres as it is. The name of a column is part of a statement, which a NUL
 * cuts short: Postgres would call it a fault of the connection, and clients would try again.
 */
function findFault(url: URL, contentType: string, body: Buffer) {
  const words = [...url.searchParams].flat();
  if (words.some((word) => word.includes('\0'))) return nulInText;
  if (words.some(isFilterTooDeep)) return filterTooDeep;
  const costly = findCostlyQuery(url.searchParams);
  if (costly) return costly;
  const isJson = contentType === '' || contentType.includes('json');
  return isJson && isJsonTooDeep(body.toString('utf8')) ? jsonTooDeep : null;
}

/**
 * An unlisted design is read by its id alone. Policies can't see a filter, so the id is named in a
 * header; here the filter is enough, while a hosted project wants the header or `open_design`.
 */
function askedDesign(url: URL): Record<string, string> {
  const id = /^eq\.([0-9a-f-]{36})$/i.exec(url.searchParams.get('id') ?? '')?.[1];
  return id !== undefined && url.pathname.endsWith('/designs') ? { 'x-design-id': id } : {};
}

/** Races and benches order much from one machine: a visitor without an address is limited by none. */
function reportedHeaders(headers: Headers): Headers {
  const reported = new Headers(headers);
  if (process.env['KEYWRIGHT_ORDER_LIMITS'] === 'off') reported.delete('x-forwarded-for');
  return reported;
}

function withoutCredentials(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of ['authorization', 'apikey', 'content-length']) kept.delete(name);
  // A project commits whatever a request prefers; lite would say that it rolled back, and commit.
  const preferences = (headers.get('prefer') ?? '').split(',').map((each) => each.trim());
  const heeded = preferences.filter((each) => !each.startsWith('tx='));
  if (heeded.length < preferences.length) {
    if (heeded.length > 0) kept.set('prefer', heeded.join(', '));
    else kept.delete('prefer');
  }
  return kept;
}

const refusals = {
  no_key: {
    message: 'No API key found in request',
    hint: 'No `apikey` request header or url param was found.',
  },
  bad_key: { message: 'Invalid API key', hint: 'Double check your API key.' },
  bad_token: { code: 'PGRST301', message: 'JWT could not be verified', details: null, hint: null },
  expired_token: { code: 'PGRST303', message: 'JWT expired', details: null, hint: null },
} as const;

function refuse({ refused }: Refusal): Response {
  return jsonResponse(401, refusals[refused]);
}
