/**
 * Invariant: every refusal is JSON with a code, and one function's failure, slowness or size ends that
 * call and no other.
 */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bearerOf } from '../callers.ts';
import type { LocalContext, ServiceModule } from '../context.ts';
import { corsHeaders, jsonResponse } from '../http-answers.ts';
import type { DenoProcess } from './deno-process.ts';
import { BodyTooLarge } from '../request-body.ts';
import { forward, NoAnswerInTime } from './forward.ts';
import { createEventLog, isEvent } from '../event-log.ts';
import { isFunction, readEnvironment, readRules } from './function-settings.ts';
import { createGenerations, type Generations } from './generations.ts';

export interface FunctionsOptions {
  /** The project's `supabase/functions` when not given. */
  readonly functionsFolder?: string | undefined;
  /** How long a function may take until its answer begins. */
  readonly timeoutMilliseconds?: number;
  readonly largestBodyBytes?: number;
  /** Starts Deno at once instead of with the first call. */
  readonly prewarm?: boolean;
}

export interface Functions extends ServiceModule {
  close(): Promise<void>;
}

interface Gate {
  readonly context: LocalContext;
  readonly folder: string;
  readonly generations: Generations;
  readonly milliseconds: number;
  readonly bodyBytes: number;
}

export function createFunctions(context: LocalContext, options: FunctionsOptions = {}): Functions {
  const { settings } = context;
  const folder = path.resolve(
    options.functionsFolder ?? path.join(settings.projectFolder, 'supabase/functions'),
  );
  const events = createEventLog(settings.dataFolder);
  const generations = createGenerations({
    settings: async () => ({
      functionsFolder: folder,
      projectFolder: settings.projectFolder,
      cacheFolder: path.join(settings.dataFolder, 'deno'),
      environment: await readEnvironment(folder, settings),
    }),
    port: settings.functionsPort,
    watched: [folder, path.join(settings.projectFolder, 'src')],
    log: (line) => (isEvent(line) ? events.write(line) : context.log(`functions: ${line}`)),
  });
  const gate: Gate = {
    context,
    folder,
    generations,
    milliseconds: options.timeoutMilliseconds ?? 150_000,
    bodyBytes: options.largestBodyBytes ?? 10 * 1024 * 1024,
  };
  if (options.prewarm) {
    void generations
      .run(() => Promise.resolve({ value: null, finished: Promise.resolve() }))
      .catch(() => {});
  }
  return { handle: (request) => handle(gate, request), close: () => generations.close() };
}

async function handle(gate: Gate, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const [, name = '', rest = ''] = /^\/functions\/v1\/([^/]+)(\/.*)?$/.exec(url.pathname) ?? [];
  const rules = isFunction(gate.folder, name)
    ? await readRules(gate.context.settings.projectFolder, name)
    : null;
  if (!rules?.isEnabled) return refuse(404, 'NOT_FOUND', 'Requested function was not found');
  if (rules.verifiesToken && request.method !== 'OPTIONS') {
    const refused = await refuseWithoutToken(gate.context, request);
    if (refused) return refused;
  }
  if (Number(request.headers.get('content-length')) > gate.bodyBytes) return tooLarge();
  return call(gate, request, `/${name}${rest}${url.search}`);
}

/** As hosted: a publishable or secret key is no token, so calling with nothing else is refused. */
async function refuseWithoutToken(
  context: LocalContext,
  request: Request,
): Promise<Response | null> {
  const authorization = request.headers.get('authorization') ?? '';
  if (authorization === '') {
    return refuse(401, 'UNAUTHORIZED_NO_AUTH_HEADER', 'Missing authorization header');
  }
  // Without a token the key beside it would count, which is none.
  const token = bearerOf(request);
  const isToken = token !== '' && !token.startsWith('sb_');
  const caller = isToken ? await context.identify(request) : { refused: 'bad_token' };
  return 'refused' in caller ? refuse(401, 'UNAUTHORIZED_INVALID_JWT_FORMAT', 'Invalid JWT') : null;
}

async function call(gate: Gate, request: Request, target: string): Promise<Response> {
  let reached: DenoProcess | null = null;
  try {
    return await gate.generations.run(async (deno) => {
      reached = deno;
      const { port, secret } = deno;
      const limits = { bodyBytes: gate.bodyBytes, milliseconds: gate.milliseconds };
      return untilFinished(await forward(request, { port, secret, path: target }, limits));
    });
  } catch (error) {
    if (error instanceof BodyTooLarge) return tooLarge();
    if (error instanceof NoAnswerInTime) {
      if (reached) await endIfStuck(reached);
      const seconds = Math.round(gate.milliseconds / 1000);
      return refuse(504, 'IDLE_TIMEOUT', `Request idle timeout limit (${seconds}s) reached`);
    }
    gate.context.log(`functions: ${target} failed: ${String(error)}`);
    if (reached) await endOrGiveUp(reached);
    return reached
      ? refuse(502, 'WORKER_ERROR', 'Function exited due to an error (please check logs)')
      : refuse(503, 'BOOT_ERROR', 'Function failed to start (please check logs)');
  }
}

/** An answer may stream for long after it began: the call lasts until its body does. */
function untilFinished(response: Response): { value: Response; finished: Promise<unknown> } {
  const headers = new Headers(response.headers);
  if (headers.has('x-keywright-failure')) {
    headers.delete('x-keywright-failure');
    for (const [name, value] of Object.entries(corsHeaders)) headers.set(name, value);
  }
  const { status } = response;
  if (!response.body) {
    return { value: new Response(null, { status, headers }), finished: Promise.resolve() };
  }
  const { body, finished } = watchBody(response.body);
  return { value: new Response(body, { status, headers }), finished };
}

function watchBody(body: ReadableStream<Uint8Array>): {
  readonly body: ReadableStream<Uint8Array>;
  readonly finished: Promise<void>;
} {
  const { promise: finished, resolve } = Promise.withResolvers<void>();
  const reader = body.getReader();
  const watched = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) {
          controller.enqueue(value);
          return;
        }
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      resolve();
    },
    async cancel(reason) {
      resolve();
      await reader.cancel(reason);
    },
  });
  return { body: watched, finished };
}

/** A broken connection means a dying process: the next call must not meet it. */
function endOrGiveUp(deno: DenoProcess): Promise<unknown> {
  return Promise.race([deno.ended, sleep(1000, null, { ref: false })]);
}

/** A function that never yields stops every other one: then only a new process helps. */
async function endIfStuck(deno: DenoProcess): Promise<void> {
  const health = new Request(`http://127.0.0.1:${deno.port}/_health`);
  const target = { port: deno.port, secret: deno.secret, path: '/_health' };
  try {
    const answer = await forward(health, target, { bodyBytes: 0, milliseconds: 1000 });
    await answer.body?.cancel();
  } catch {
    deno.kill();
    await deno.ended;
  }
}

const tooLarge = (): Response =>
  refuse(413, 'PAYLOAD_TOO_LARGE', 'The body of the request is too large');

function refuse(status: number, code: string, message: string): Response {
  return jsonResponse(status, { code, message });
}
