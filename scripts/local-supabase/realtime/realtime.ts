/**
 * Invariant: a socket opens for a valid apikey alone, and `close` leaves neither socket nor timer.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { isSecretInBrowser } from '../browser-guard.ts';
import type { LocalContext, ServiceModule } from '../context.ts';
import { concerns } from './bindings.ts';
import { createBroadcastRequests } from './broadcast-requests.ts';
import { openChangeFeed } from './change-feed.ts';
import { openConnection } from './connection.ts';
import { createDelivery } from './deliver-changes.ts';
import { limits } from './limits.ts';
import { createPresences } from './presences.ts';
import { createRelations, type Relations } from './relations.ts';
import { createSessions } from './sessions.ts';
import { createTopics, type Topics } from './topics.ts';
import { createWatchedTables } from './watched-tables.ts';

export interface Realtime extends ServiceModule {
  /** False when the request is not for Realtime. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  /** After migrations: every table of the publication, and no other, tells of its changes. */
  syncTriggers(): Promise<void>;
  close(): Promise<void>;
}

const cleanupMs = 3_600_000;

export async function createRealtime(context: LocalContext): Promise<Realtime> {
  const topics = createTopics();
  const relations = createRelations(context.sql);
  const watched = createWatchedTables(context.sql, () => wantedTables(topics, relations));
  const presences = createPresences(topics);
  const sessions = createSessions({ context, relations, watched, topics, presences });
  const sockets = createSocketServer(context, sessions);

  async function syncTriggers(): Promise<void> {
    relations.forget();
    await context.sql`select _realtime.sync_triggers()`;
    await watched.update();
  }

  const feed = await openChangeFeed(context, {
    changes: createDelivery(context, relations, topics),
    schemaChanged: syncTriggers,
    reconnected: syncTriggers,
  });
  await deleteOldMessages(context);
  const cleanup = setInterval(() => {
    deleteOldMessages(context).catch((error: unknown) => context.log(String(error)));
  }, cleanupMs).unref();

  return {
    syncTriggers,
    handle: createBroadcastRequests(context, topics),
    upgrade: sockets.upgrade,
    async close() {
      clearInterval(cleanup);
      sockets.close();
      await feed.close();
      await watched.idle();
    },
  };
}

/** As on a hosted project, messages are kept for three days. */
async function deleteOldMessages({ sql }: LocalContext): Promise<void> {
  await sql`delete from realtime.messages where inserted_at < now() - interval '3 days'`;
}

async function wantedTables(topics: Topics, relations: Relations): Promise<ReadonlySet<number>> {
  const wanted = new Set<number>();
  const published = await relations.published();
  for (const channel of topics.all()) {
    for (const binding of channel.bindings) {
      for (const table of published) if (concerns(binding, table)) wanted.add(table.oid);
    }
  }
  return wanted;
}

function createSocketServer(context: LocalContext, sessions: ReturnType<typeof createSessions>) {
  const server = new WebSocketServer({ noServer: true, maxPayload: limits.frameBytes });

  const origins = new WeakMap<WebSocket, string>();

  function hasRoom(origin: string): boolean {
    if (server.clients.size >= limits.connections) return false;
    const ofOrigin = [...server.clients].filter((client) => origins.get(client) === origin);
    return ofOrigin.length < limits.connectionsPerOrigin;
  }

  async function accept(incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const url = new URL(incoming.url ?? '/', 'http://realtime');
    const { apikey: header } = incoming.headers;
    const apikey = url.searchParams.get('apikey') ?? (typeof header === 'string' ? header : '');
    const isBrowser = isSecretInBrowser(incoming.headers, apikey, context.settings.secretKey);
    const caller = isBrowser ? null : await identify(context, apikey);
    if (caller === null) return refuse(socket, '401 Unauthorized');
    const origin = incoming.headers.origin ?? '';
    if (!hasRoom(origin)) return refuse(socket, '429 Too Many Requests');
    const version = url.searchParams.get('vsn')?.startsWith('2') ? 2 : 1;
    server.handleUpgrade(incoming, socket, head, (websocket) => {
      origins.set(websocket, origin);
      openConnection(websocket, { version, apikey }, sessions);
    });
  }

  return {
    upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): boolean {
      const { pathname } = new URL(incoming.url ?? '/', 'http://realtime');
      if (pathname !== '/realtime/v1/websocket') return false;
      accept(incoming, socket, head).catch((error: unknown) => {
        context.log(`realtime can't open a socket: ${String(error)}`);
        socket.destroy();
      });
      return true;
    },
    close() {
      for (const client of server.clients) client.terminate();
      server.close();
    },
  };
}

async function identify(context: LocalContext, apikey: string) {
  try {
    const caller = await context.identify(new Request('http://realtime/', { headers: { apikey } }));
    return 'refused' in caller ? null : caller;
  } catch {
    return null;
  }
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
