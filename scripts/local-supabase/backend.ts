/**
 * Invariant: when `startLocalSupabase` returns, every service answers; after `stop` nothing runs.
 */
import postgres from 'postgres';
import { createAuth, type Auth } from './auth/auth.ts';
import { readAuthOptions } from './auth-settings.ts';
import { refuseForeignHost, refuseSecretInBrowser } from './browser-guard.ts';
import { createAsCaller, createTokens, identifyCaller } from './callers.ts';
import { readConfig, type SupabaseConfig } from './config.ts';
import type { LocalContext, LocalSettings, ServiceModule } from './context.ts';
import { databaseValueTypes } from './database-values.ts';
import { seedDemoAccounts } from './demo-accounts.ts';
import { fillings, isFillingWanted, type Filling } from './seeds.ts';
import { createErrorCatcher } from './error-catcher.ts';
import { followSchema } from './follow-schema.ts';
import { createFunctions } from './functions/functions.ts';
import { corsHeaders, jsonResponse } from './http-answers.ts';
import { startHttpServer } from './http-server.ts';
import { secondsToRetry, surviveLostConnections } from './lost-connections.ts';
import { handleDemoPayment } from './demo-payments.ts';
import { answerDeployHook } from './deploy-hook.ts';
import { startJobTimer } from './job-timer.ts';
import { createMailbox } from './mailbox.ts';
import { handleMailbox } from './mailbox-page.ts';
import { prepareDatabase, prepareServices } from './migrate.ts';
import { createRealtime } from './realtime/realtime.ts';
import { createRest } from './rest.ts';
import { createStorage } from './storage/storage.ts';
import { readTokenSecret } from './token-secret.ts';

export interface LocalSupabaseOptions {
  readonly projectFolder: string;
  readonly dataFolder: string;
  /** As superuser, so that services can be prepared before migrations run. */
  readonly databaseUrl: string;
  readonly apiPort: number;
  readonly functionsPort: number;
  readonly siteUrl: string;
  readonly apiUrl?: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  /** Another folder than the project's `supabase/functions`: for tests of the functions module. */
  readonly functionsFolder?: string;
  /** Whether a new database gets the demo shop; without it, the starter set alone. */
  readonly demo?: boolean;
  /** Each fills a new demo shop further before anything answers, and says so by `noteFilling`. */
  readonly fillings?: Partial<Readonly<Record<Filling, () => Promise<void>>>>;
  /** Runs jobs and sends mail by the clock, as a hosted project's scheduler does. */
  readonly runsJobs?: boolean;
  /** Without the project's migrations, seeds and demo accounts, as a hosted project is handed over. */
  readonly isEmpty?: boolean;
  /** Called when an editor has asked for a build. Without it requests wait. */
  readonly onPublish?: () => void;
  readonly log?: (message: string) => void;
}

export interface LocalSupabase {
  readonly url: string;
  readonly mailbox: LocalContext['mailbox'];
  stop(): Promise<void>;
}

export async function startLocalSupabase(options: LocalSupabaseOptions): Promise<LocalSupabase> {
  const closers: (() => Promise<unknown> | void)[] = [];
  const stop = async () => {
    for (const close of closers.splice(0).toReversed()) await close();
  };
  try {
    return { ...(await assemble(options, closers)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function assemble(
  options: LocalSupabaseOptions,
  closers: (() => Promise<unknown> | void)[],
): Promise<Omit<LocalSupabase, 'stop'>> {
  const config = await readConfig(options.projectFolder);
  const context = createContext(options, await readTokenSecret(options.dataFolder));
  closers.push(() => context.sql.end({ timeout: 5 }));
  if (options.isEmpty) await prepareServices(context.sql);
  else {
    const more = fillings.filter((name) => options.fillings?.[name] !== undefined);
    await prepareDatabase(context.sql, options.projectFolder, options.demo ?? true, more);
  }

  const auth = await createAuth(context, readAuthOptions(config));
  if (!options.isEmpty) {
    await seedDemoAccounts(context, auth, options.projectFolder);
    for (const name of fillings) {
      if (await isFillingWanted(context.sql, name)) await options.fillings?.[name]?.();
    }
  }
  const services = await createServices(context, auth, config, options);
  for (const service of Object.values(services)) closers.push(() => service.close?.());
  await services.realtime.syncTriggers();
  closers.push(await followSchema(context.sql, services.rest, context.log));
  closers.push(surviveLostConnections(context.log));

  const server = await startHttpServer({
    port: options.apiPort,
    async handle(request) {
      const refused =
        refuseSecretInBrowser(request, context.settings.secretKey) ?? refuseForeignHost(request);
      if (refused) return refused;
      if (new URL(request.url).pathname !== '/_local/publish') {
        return route(request, services, context);
      }
      return answerDeployHook(request, context.settings, options.onPublish);
    },
    upgrade: (request, socket, head) => services.realtime.upgrade(request, socket, head),
    log: context.log,
  });
  closers.push(() => server.close());
  if (options.runsJobs) closers.push(startJobTimer(context, services.functions));
  return { url: context.settings.apiUrl, mailbox: context.mailbox };
}

function createContext(options: LocalSupabaseOptions, jwtSecret: string): LocalContext {
  const log = options.log ?? (() => {});
  const settings: LocalSettings = {
    apiUrl: options.apiUrl ?? `http://localhost:${options.apiPort}`,
    siteUrl: options.siteUrl,
    apiPort: options.apiPort,
    functionsPort: options.functionsPort,
    publishableKey: options.publishableKey,
    secretKey: options.secretKey,
    jwtSecret,
    projectFolder: options.projectFolder,
    dataFolder: options.dataFolder,
    databaseUrl: options.databaseUrl,
  };
  const sql = postgres(options.databaseUrl, {
    max: 10,
    onnotice() {},
    types: databaseValueTypes,
    backoff: secondsToRetry,
  });
  const tokens = createTokens(settings);
  return {
    settings,
    sql,
    tokens,
    asCaller: createAsCaller(sql),
    identify: (request, graceSeconds) =>
      identifyCaller(request, settings, tokens.verify, graceSeconds),
    mailbox: createMailbox(),
    log,
  };
}

interface Services {
  readonly rest: Awaited<ReturnType<typeof createRest>>;
  readonly auth: Auth;
  readonly storage: ServiceModule;
  readonly realtime: Awaited<ReturnType<typeof createRealtime>>;
  readonly functions: ServiceModule;
  readonly errors: ServiceModule;
}

async function createServices(
  context: LocalContext,
  auth: Auth,
  config: SupabaseConfig,
  options: LocalSupabaseOptions,
): Promise<Services> {
  return {
    rest: await createRest(context, config.number('api.max_rows', 1000)),
    auth,
    storage: await createStorage(context, { fileSizeLimit: config.at('storage.file_size_limit') }),
    realtime: await createRealtime(context),
    functions: createFunctions(context, { functionsFolder: options.functionsFolder }),
    errors: createErrorCatcher(context),
  };
}

/** Longest first where one begins with another. */
function route(request: Request, services: Services, context: LocalContext): Promise<Response> {
  const { pathname } = new URL(request.url);
  const under = (prefix: string) => pathname.startsWith(prefix);
  if (under('/rest/v1')) return services.rest.handle(request);
  if (under('/auth/v1')) return services.auth.handle(request);
  if (under('/storage/v1')) return services.storage.handle(request);
  if (under('/realtime/v1')) return services.realtime.handle(request);
  if (under('/functions/v1')) return services.functions.handle(request);
  if (under('/_local/sentry')) return services.errors.handle(request);
  if (under('/_local/pay')) return handleDemoPayment(request, context, services.functions);
  if (under('/_local/emails') || under('/_local/mail')) return handleMailbox(request, context);
  return Promise.resolve(jsonResponse(404, { message: `No such path: ${pathname}` }, corsHeaders));
}
