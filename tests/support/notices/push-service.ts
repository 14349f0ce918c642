/**
 * Stands in for the push service of Firefox: browsers wait at a socket, the shop posts notices for them. Other
 * browsers' services can't be stood in for; of what is posted for them, the bytes are kept.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';

/** What pages and the shop know it by, which is checked; the machine of the test is reached by another. */
export const pushOrigin = 'https://updates.push.services.mozilla.com';

export interface Posted {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface PushService {
  readonly url: string;
  readonly posted: Posted[];
  /** What it answers to the shop from now on. */
  answer(status: number): void;
  stop(): Promise<void>;
}

interface Said {
  readonly messageType?: string;
  readonly channelID?: string;
}

export async function startPushService(): Promise<PushService> {
  const waiting = new Map<string, WebSocket>();
  const posted: Posted[] = [];
  let status = 201;

  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const [path, body] = [request.url ?? '', Buffer.concat(parts)];
      posted.push({ path, headers: request.headers, body });
      const channelID = path.split('/').at(-1) ?? '';
      const headers = { encoding: request.headers['content-encoding'] };
      const notice = { messageType: 'notification', channelID, version: randomUUID(), headers };
      const data = body.toString('base64url');
      if (status < 300) waiting.get(channelID)?.send(JSON.stringify({ ...notice, data }));
      response.writeHead(status).end();
    });
  });

  const hear = (socket: WebSocket, { messageType, channelID = '' }: Said): object | null => {
    const answer = { messageType, channelID, status: 200 };
    switch (messageType) {
      case 'hello':
        return { messageType, status: 200, uaid: randomUUID(), use_webpush: true, broadcasts: {} };
      case 'register':
        waiting.set(channelID, socket);
        return { ...answer, pushEndpoint: `${pushOrigin}/wpush/v2/${channelID}` };
      case 'unregister':
        waiting.delete(channelID);
        return answer;
      // Firefox asks with an empty object whether somebody is there.
      case undefined:
        return {};
      default:
        return null;
    }
  };
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => {
    socket.on('message', (text) => {
      const answer = hear(socket, JSON.parse(String(text)) as Said);
      if (answer !== null) socket.send(JSON.stringify(answer));
    });
  });

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posted,
    answer: (next) => {
      status = next;
    },
    async stop() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
