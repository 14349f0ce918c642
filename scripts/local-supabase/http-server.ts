/** Invariant: a handler that throws answers 500 with JSON and never ends the process. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable, type Duplex } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { pipeline } from 'node:stream/promises';
import { jsonResponse, wholeBodyOf } from './http-answers.ts';
import { BodyTooLarge, BrokenOff, bodyOf, type Body } from './request-body.ts';
import { isLeftUnread, takeRest } from './unread-rest.ts';

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
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD';
  const sent = hasBody ? bodyOf(incoming) : null;
  try {
    const response = await handleSafely(incoming, sent?.body ?? null, options);
    await writeAnswer(incoming, outgoing, response);
    sent?.letGo();
    await takeRest(incoming);
    outgoing.end();
  } catch (error) {
    // The other side went away, or the body broke: there is nobody left to tell.
    outgoing.destroy(error instanceof Error ? error : undefined);
  }
}

/** Writes all of it and leaves it to the caller to end it. */
async function writeAnswer(
  incoming: http.IncomingMessage,
  outgoing: http.ServerResponse,
  response: Response,
): Promise<void> {
  const headers = headersOf(response);
  const whole = wholeBodyOf(response);
  const isBare = incoming.method === 'HEAD' || !(whole ?? response.body);
  if (!isLeftUnread(incoming)) {
    outgoing.writeHead(response.status, headers);
  } else if (response.status < 400 || isBare) {
    outgoing.writeHead(response.status, { ...headers, connection: 'close' });
  } else {
    // With its length a client knows that it has the whole refusal before the connection ends.
    const refusal = whole ?? Buffer.from(await response.arrayBuffer());
    const length = { 'content-length': refusal.length, connection: 'close' };
    outgoing.writeHead(response.status, { ...headers, ...length });
    outgoing.write(refusal);
    return;
  }
  if (isBare) return outgoing.flushHeaders();
  if (whole) return void outgoing.write(whole);
  await pipeline(Readable.fromWeb(response.body as WebStream), outgoing, { end: false });
}

async function handleSafely(
  incoming: http.IncomingMessage,
  body: Body | null,
  options: HttpServerOptions,
): Promise<Response> {
  try {
    return await options.handle(toRequest(incoming, body));
  } catch (error) {
    if (error instanceof BodyTooLarge) return jsonResponse(413, { message: error.message });
    // Nobody is there to read an answer, and it says nothing about this backend.
    if (error instanceof BrokenOff || incoming.destroyed) return jsonResponse(400, {});
    const shown = error instanceof Error ? (error.stack ?? error.message) : String(error);
    options.log?.(`${incoming.method} ${incoming.url} failed: ${shown}`);
    return jsonResponse(500, { code: 'XX000', message: 'Internal Server Error' });
  }
}

function toRequest(incoming: http.IncomingMessage, body: Body | null): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  // Limits by address lean on these headers, so what the client sent does not count.
  headers.delete('cf-connecting-ip');
  headers.set('x-forwarded-for', incoming.socket.remoteAddress ?? '');
  return new Request(`http://${incoming.headers.host ?? 'localhost'}${incoming.url ?? '/'}`, {
    method: incoming.method ?? 'GET',
    headers,
    ...(body === null ? {} : { body, duplex: 'half' }),
  });
}

function headersOf(response: Response): http.OutgoingHttpHeaders {
  const headers: http.OutgoingHttpHeaders = Object.fromEntries(response.headers);
  const cookies = response.headers.getSetCookie();
  return cookies.length > 0 ? { ...headers, 'set-cookie': cookies } : headers;
}
