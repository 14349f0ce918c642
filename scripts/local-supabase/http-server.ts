/**
 * The only place that turns Node's HTTP into Request and Response, for the backend and the site.
 * Invariant: a handler that throws answers 500 with JSON and never ends the process.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { pipeline } from 'node:stream/promises';
import type { Duplex } from 'node:stream';
import { jsonResponse } from './http-answers.ts';

export type RequestHandler = (request: Request) => Promise<Response>;
export type UpgradeHandler = (
  request: http.IncomingMessage,
  socket: Duplex,
  head: Buffer,
) => boolean;

export interface HttpServer {
  readonly port: number;
  close(): Promise<void>;
}

export interface HttpServerOptions {
  readonly port: number;
  readonly handle: RequestHandler;
  readonly upgrade?: UpgradeHandler;
  readonly log?: (message: string) => void;
}

export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const server = http.createServer((incoming, outgoing) => {
    void respond(incoming, outgoing, options);
  });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    if (options.upgrade?.(request, socket, head)) return;
    socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
  });
  await listenOnLoopback(server, options.port);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listenOnLoopback(server: http.Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1' }, () => resolve());
  });
}

async function respond(
  incoming: http.IncomingMessage,
  outgoing: http.ServerResponse,
  options: HttpServerOptions,
): Promise<void> {
  try {
    const response = await handleSafely(incoming, options);
    outgoing.writeHead(response.status, headersOf(response));
    if (incoming.method === 'HEAD' || !response.body) outgoing.end();
    else await pipeline(Readable.fromWeb(response.body as WebStream), outgoing);
  } catch (error) {
    // The other side went away, or the body broke: there is nobody left to tell.
    outgoing.destroy(error instanceof Error ? error : undefined);
  }
}

async function handleSafely(
  incoming: http.IncomingMessage,
  options: HttpServerOptions,
): Promise<Response> {
  try {
    return await options.handle(toRequest(incoming));
  } catch (error) {
    const shown = error instanceof Error ? (error.stack ?? error.message) : String(error);
    options.log?.(`${incoming.method} ${incoming.url} failed: ${shown}`);
    return jsonResponse(500, { code: 'XX000', message: 'Internal Server Error' });
  }
}

function toRequest(incoming: http.IncomingMessage): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  // Limits by address lean on this header, so what the client sent does not count.
  headers.set('x-forwarded-for', incoming.socket.remoteAddress ?? '');
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD';
  return new Request(`http://${incoming.headers.host ?? 'localhost'}${incoming.url ?? '/'}`, {
    method: incoming.method ?? 'GET',
    headers,
    ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' } : {}),
  });
}

function headersOf(response: Response): http.OutgoingHttpHeaders {
  const headers: http.OutgoingHttpHeaders = Object.fromEntries(response.headers);
  const cookies = response.headers.getSetCookie();
  return cookies.length > 0 ? { ...headers, 'set-cookie': cookies } : headers;
}
