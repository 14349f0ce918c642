/**
 * Invariant: it answers as a CDN with the same files does, with the right code for every address, and
 * a new build is served whole from its first request on.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { isLeftUnread, takeRest } from '../local-supabase/unread-rest.ts';
import { createAnswers, type Answer } from './answers.ts';
import { createFailureNumbers, tellCatcher, type TellFailure } from './failure-numbers.ts';
import type { IsKnownDesign } from './known-designs.ts';
import { withSafeHeaders } from './safe-headers.ts';
import { answerUnreadableRequests } from './unreadable-requests.ts';
import { errorMessage } from './views.ts';

export interface SiteServerOptions {
  /** The site's folder, or a link to it that a build moves on. */
  readonly folder: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Tells a design that nobody made from one that is there; without it both are answered 200, as by a CDN. */
  readonly isKnownDesign?: IsKnownDesign;
  readonly log?: (line: string) => void;
  /** Who hears of a failure; the shop's catcher of errors, if nobody is named. */
  readonly tell?: TellFailure;
}

export interface SiteServer {
  readonly port: number;
  readonly url: string;
  close(): Promise<void>;
}

async function send(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  { status, headers, body }: Answer,
): Promise<void> {
  const isLeft = isLeftUnread(request);
  response.writeHead(status, {
    ...withSafeHeaders(headers),
    ...(status === 304 ? {} : { 'Content-Length': body.length }),
    ...(isLeft ? { Connection: 'close' } : {}),
  });
  const shown = request.method === 'HEAD' || status === 304 ? undefined : body;
  if (!isLeft) return void response.end(shown);
  if (shown === undefined) response.flushHeaders();
  else response.write(shown);
  await takeRest(request);
  response.end();
}

export async function startSiteServer(options: SiteServerOptions): Promise<SiteServer> {
  const log = options.log ?? (() => undefined);
  const answers = createAnswers(options.folder, options.isKnownDesign);
  const numberOf = createFailureNumbers(options.folder, options.tell ?? tellCatcher);
  // Node would refuse a request without a host by itself, without our headers.
  const settings = { requestTimeout: 30_000, requireHostHeader: false };
  const server = http.createServer(settings, (request, response) => {
    answers
      .answer(request)
      .catch((error: unknown) => {
        const address = request.url ?? '';
        const number = numberOf(error, address);
        log(`The site failed on ${address}: ${errorMessage(error, options.folder)} (${number})`);
        return answers.failure(error, number);
      })
      .then((answer) => send(request, response, answer))
      .catch(() => response.destroy());
  });
  answerUnreadableRequests(server);
  server.keepAliveTimeout = 30_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: options.port, host: '127.0.0.1' }, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://localhost:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
