/** Invariant: a body that is too long and an answer that doesn't come end the call. */
import http from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { boundBody } from '../request-body.ts';

export interface Target {
  readonly port: number;
  readonly secret: string;
  /** `/name/rest?query` */
  readonly path: string;
}

export class NoAnswerInTime extends Error {}

const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'x-keywright-gateway',
]);

export async function forward(
  request: Request,
  target: Target,
  limits: { readonly bodyBytes: number; readonly milliseconds: number },
): Promise<Response> {
  const outgoing = http.request({
    host: '127.0.0.1',
    port: target.port,
    method: request.method,
    path: target.path,
    headers: { ...headersFor(request), 'x-keywright-gateway': target.secret },
    agent: false,
  });
  const timer = setTimeout(() => outgoing.destroy(new NoAnswerInTime()), limits.milliseconds);
  try {
    return toResponse(await send(request, outgoing, limits.bodyBytes), request.method);
  } finally {
    clearTimeout(timer);
  }
}

function send(
  request: Request,
  outgoing: http.ClientRequest,
  mostBytes: number,
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.on('response', resolve);
    outgoing.on('error', reject);
    if (!request.body) {
      outgoing.end();
      return;
    }
    const body = boundBody(request.body, mostBytes);
    const readable = Readable.fromWeb(body as NodeReadableStream);
    readable.on('error', (error) => outgoing.destroy(error));
    readable.pipe(outgoing);
  });
}

function headersFor(request: Request): Record<string, string> {
  const url = new URL(request.url);
  const kept = [...request.headers].filter(([name]) => !hopByHop.has(name));
  return {
    ...Object.fromEntries(kept),
    host: url.host,
    'x-forwarded-host': url.host,
    'x-forwarded-proto': url.protocol.slice(0, -1),
  };
}

function toResponse(incoming: http.IncomingMessage, method: string): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (hopByHop.has(name)) continue;
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  const status = incoming.statusCode ?? 502;
  const isEmpty = method === 'HEAD' || [101, 204, 205, 304].includes(status);
  if (isEmpty) incoming.resume();
  const body = isEmpty ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>);
  return new Response(body, { status, headers });
}
