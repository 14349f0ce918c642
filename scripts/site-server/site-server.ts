/**
 * The only server of the built site. Invariant: it answers as a CDN with the same files does, with
 * the right code for every address, and a new build is served whole from its first request on.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAnswers, type Answer } from './answers.ts';
import { createFailureNumbers, tellCatcher, type TellFailure } from './failure-numbers.ts';
import type { IsKnownDesign } from './known-designs.ts';
import type { Previews } from './previews.ts';
import { errorMessage } from './views.ts';

export interface SiteServerOptions {
  /** The site's folder, or a link to it that a build moves on. */
  readonly folder: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Pages that are not built yet, for staff: the one thing that a CDN does not do. */
  readonly previews?: Previews;
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

function send(request: http.IncomingMessage, response: http.ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, {
    ...Object.fromEntries(answer.headers),
    ...(answer.status === 304 ? {} : { 'Content-Length': answer.body.length }),
  });
  response.end(request.method === 'HEAD' || answer.status === 304 ? undefined : answer.body);
}

export async function startSiteServer(options: SiteServerOptions): Promise<SiteServer> {
  const log = options.log ?? (() => undefined);
  const answers = createAnswers(options.folder, options.isKnownDesign);
  const numberOf = createFailureNumbers(options.folder, options.tell ?? tellCatcher);
  const server = http.createServer({ requestTimeout: 30_000 }, (request, response) => {
    (options.previews?.answer(request) ?? answers.answer(request))
      .catch((error: unknown) => {
        const address = request.url ?? '';
        const number = numberOf(error, address);
        log(`The site failed on ${address}: ${errorMessage(error, options.folder)} (${number})`);
        return answers.failure(error, number);
      })
      .then((answer) => send(request, response, answer))
      .catch(() => response.destroy());
  });
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
