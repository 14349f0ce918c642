/**
 * The program that runs inside Deno: loads each function when it is first called and answers for it.
 * Invariant: it ends when its parent ends, however that happened, because its input then ends.
 */
import process from 'node:process';
import { isSameSecret } from '../same-secret.ts';

declare const Deno: {
  readonly stdin: { readonly readable: ReadableStream<Uint8Array> };
  serve(options: ServeOptions, handler: Handler): unknown;
};

type Handler = (request: Request, info?: unknown) => Response | Promise<Response>;

interface ServeOptions {
  readonly port: number;
  readonly hostname: string;
  readonly onListen: (address: { readonly port: number }) => void;
}

const folder = new URL(process.env['KEYWRIGHT_FUNCTIONS_FOLDER'] ?? '');
const wantedPort = Number(process.env['KEYWRIGHT_FUNCTIONS_PORT'] ?? '0');
const listen = Deno.serve.bind(Deno);

const modules = new Map<string, Promise<Handler>>();
const background = new Set<Promise<unknown>>();
let loading: Promise<unknown> = Promise.resolve();
let served: Handler | null = null;

/** Functions call `Deno.serve(handler)` or `Deno.serve(options, handler)`; the port is ours. */
function keepHandler(...given: readonly unknown[]): unknown {
  const handler = given.findLast((one) => typeof one === 'function') ?? optionHandler(given[0]);
  served = handler as Handler;
  const never = new Promise<void>(() => {});
  return { finished: never, shutdown: () => never, ref() {}, unref() {} };
}

function optionHandler(options: unknown): unknown {
  return typeof options === 'object' && options !== null && 'handler' in options
    ? options.handler
    : null;
}

function defaultHandler(module: Record<string, unknown>): Handler | null {
  const entry = module['default'];
  if (typeof entry === 'function') return entry as Handler;
  const hasFetch = typeof entry === 'object' && entry !== null && 'fetch' in entry;
  return hasFetch ? (request) => (entry.fetch as Handler)(request) : null;
}

/** One after the other, so that each call of `Deno.serve` belongs to one function. */
function load(name: string): Promise<Handler> {
  const known = modules.get(name);
  if (known) return known;
  const loaded = loading.then(async () => {
    served = null;
    const module: Record<string, unknown> = await import(new URL(`${name}/index.ts`, folder).href);
    const handler = served ?? defaultHandler(module);
    if (!handler) throw new Error(`${name}/index.ts calls no Deno.serve`);
    return handler;
  });
  loading = loaded.catch(() => {});
  modules.set(name, loaded);
  return loaded;
}

function logError(name: string, error: unknown): void {
  const shown = error instanceof Error ? (error.stack ?? error.message) : String(error);
  console.error(`${name}: ${shown}`);
}

async function answer(request: Request, secret: string): Promise<Response> {
  const name = new URL(request.url).pathname.split('/')[1] ?? '';
  if (!isSameSecret(request.headers.get('x-keywright-gateway') ?? '', secret)) {
    return new Response(null, { status: 403 });
  }
  if (name === '_health') return new Response(null, { status: 204 });
  const headers = new Headers(request.headers);
  headers.delete('x-keywright-gateway');
  let handler: Handler;
  try {
    handler = await load(name);
  } catch (error) {
    logError(name, error);
    return failure(503, 'BOOT_ERROR', 'Function failed to start (please check logs)');
  }
  try {
    const response = await handler(new Request(request, { headers }));
    if (response instanceof Response) return response;
    throw new TypeError('The function answered with something that is no Response');
  } catch (error) {
    logError(name, error);
    return failure(500, 'WORKER_ERROR', 'Function exited due to an error (please check logs)');
  }
}

function failure(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status, headers: { 'x-keywright-failure': code } });
}

/** The first line is the gateway's secret; `drain` asks to end when nothing is left to do. */
async function* lines(): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of Deno.stdin.readable) {
    const parts = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
}

globalThis.addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  logError('unhandled rejection', event.reason);
});
globalThis.addEventListener('error', (event) => {
  event.preventDefault();
  logError('uncaught error', event.error);
});
Object.assign(globalThis, {
  EdgeRuntime: {
    waitUntil(work: Promise<unknown>) {
      const watched = work.catch((error: unknown) => logError('waitUntil', error));
      background.add(watched);
      void watched.finally(() => background.delete(watched));
      return work;
    },
  },
});
Object.assign(Deno, { serve: keepHandler });

const input = lines();
const secret = String((await input.next()).value);
try {
  listen(
    {
      port: wantedPort,
      hostname: '127.0.0.1',
      onListen: ({ port }) => console.log(`KEYWRIGHT_FUNCTIONS_READY ${port}`),
    },
    (request) => answer(request, secret),
  );
} catch (error) {
  console.error(String(error));
  process.exit(1);
}
for await (const line of input) {
  if (line === 'drain') {
    await Promise.all(background);
    break;
  }
}
process.exit(0);
