import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { test } from 'node:test';
import { startHttpServer } from '../../../scripts/local-supabase/http-server.ts';
import { readText } from '../../../scripts/local-supabase/request-body.ts';

test('a sender who goes away in the middle leaves nothing in the log, and a fault of ours does', async () => {
  const log: string[] = [];
  const read = Promise.withResolvers<void>();
  const server = await startHttpServer({
    port: 0,
    async handle(request) {
      if (request.method === 'GET') throw new Error('a fault of ours');
      try {
        return new Response(await readText(request, 1000));
      } finally {
        read.resolve();
      }
    },
    log: (message) => log.push(message),
  });
  try {
    const socket = net.connect(server.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf');
    setTimeout(() => socket.destroy(), 50);
    await read.promise;
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(log, []);
    assert.equal((await fetch(`http://127.0.0.1:${server.port}/`)).status, 500);
    assert.match(log[0] ?? '', /a fault of ours/);
  } finally {
    await server.close();
  }
});
