import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { after, before, describe, test } from 'node:test';
import postgres, { type Sql } from 'postgres';
import { WebSocket } from 'ws';
import { readTokenSecret } from '../../../scripts/local-supabase/token-secret.ts';
import { createDemoPages } from '../../../supabase/functions/_shared/payments/demo.ts';
import { asSomeone, place, prepareOrder } from '../../support/data/buyers.ts';
import { line } from '../../support/data/orders.ts';
import { startTestBackend, type TestBackend } from '../../support/local-backend.ts';

const evil = 'http://evil.localhost:8080';

describe(
  'a page in the developer’s browser',
  { skip: Boolean(process.env['SUPABASE_TEST_URL']) },
  () => {
    let backend: TestBackend;
    let sql: Sql;
    before(async () => {
      backend = await startTestBackend();
      sql = postgres(backend.databaseUrl, { max: 1, onnotice() {} });
    });
    after(async () => {
      await sql.end();
      await backend.stop();
    });

    test('acts nowhere with the secret key, whose name everybody knows', async () => {
      const { url, secretKey: key } = backend;
      const doors = [
        '/rest/v1/orders?select=id',
        '/rest/v1/rpc/run_due_jobs',
        '/auth/v1/admin/users',
        '/storage/v1/bucket',
        '/functions/v1/run-jobs',
        '/realtime/v1/api/broadcast',
        '/_local/emails',
      ];
      for (const door of doors) {
        const query = door.includes('?') ? '&' : '?';
        const ways: readonly (readonly [string, Record<string, string>])[] = [
          [door, { apikey: key }],
          [door, { authorization: `Bearer ${key}` }],
          [`${door}${query}apikey=${key}`, {}],
        ];
        for (const [place, headers] of ways) {
          for (const sent of [{ origin: evil }, { 'sec-fetch-site': 'cross-site' }]) {
            const answer = await ask(`${url}${place}`, { ...headers, ...sent });
            assert.deepEqual([answer.status, place], [401, place]);
            assert.match(answer.text, /Forbidden use of secret API key in browser/);
          }
        }
      }
      const server = await ask(`${url}/auth/v1/admin/users`, {
        apikey: key,
        authorization: `Bearer ${key}`,
      });
      assert.equal(server.status, 200);
      const visitor = { apikey: backend.publishableKey, origin: evil };
      assert.equal((await ask(`${url}/rest/v1/products?select=id`, visitor)).status, 200);
    });

    test('opens no live connection with the secret key', async () => {
      const outcome = async (key: string) => {
        const address = `${backend.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=1.0.0`;
        const socket = new WebSocket(address, { origin: evil });
        const opened = once(socket, 'open').then(
          () => 'open',
          (error: Error) => error.message,
        );
        const said = await opened;
        socket.terminate();
        return said;
      };
      assert.match(await outcome(backend.secretKey), /401/);
      assert.equal(await outcome(backend.publishableKey), 'open');
    });

    test('reaches the mailbox and its neighbours by no name but this machine’s own', async () => {
      const { port } = new URL(backend.url);
      const places = [
        '/_local/emails',
        '/_local/mail',
        '/_local/sentry/envelopes',
        '/_local/pay',
        '/_local/publish',
      ];
      for (const place of places) {
        for (const host of [
          'evil.example',
          `evil.example:${port}`,
          'localhost.evil.example',
          'notlocalhost',
          '127.0.0.1.evil.example',
        ]) {
          const answer = await ask(`${backend.url}${place}`, { host });
          assert.deepEqual([answer.status, place, host], [403, place, host]);
        }
      }
      for (const host of [
        `localhost:${port}`,
        `127.0.0.1:${port}`,
        `[::1]:${port}`,
        `shop.localhost:${port}`,
        'localhost',
      ]) {
        assert.equal((await ask(`${backend.url}/_local/emails`, { host })).status, 200, host);
      }
    });

    test('starts no build: the hook has a secret of this shop', async () => {
      let builds = 0;
      const shop = await startTestBackend({ onPublish: () => (builds += 1) });
      try {
        const hook = `${shop.url}/_local/publish`;
        for (const query of ['', '?secret=', '?secret=0'])
          assert.equal((await fetch(hook + query, { method: 'POST' })).status, 404);
        assert.equal(builds, 0);
        const secret = createHmac('sha256', await readTokenSecret(shop.dataFolder));
        const address = `${hook}?secret=${secret.update('deploy hook').digest('hex')}`;
        assert.equal((await fetch(address)).status, 405);
        assert.equal((await fetch(address, { method: 'POST' })).status, 202);
        assert.equal(builds, 1);
      } finally {
        await shop.stop();
      }
    });

    test('reads no error reports from another origin', async () => {
      const answer = await fetch(`${backend.url}/_local/sentry/envelopes`, {
        headers: { origin: evil },
      });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('access-control-allow-origin'), null);
    });

    test('pays, declines and ends no order by its id: the payment page takes what the shop signed', async () => {
      await sql`
      update stock_pools set on_hand = allocated + 5
      where id = (select stock_pool_id from variants where sku = 'FOAM-65')`;
      const lines = [await line(sql, 'FOAM-65')];
      const placed = await place(backend, asSomeone(await prepareOrder(backend, lines)));
      assert.equal(placed.status, 200, placed.reason);
      const [order] = await sql`
      select id, number, total_minor, currency from order_records where id = ${placed.body.order.id}`;
      assert.ok(order);
      const returnUrl = 'http://localhost:4321/orders?x=1';
      const facts = new URLSearchParams({
        attempt: '',
        order: order['id'],
        number: order['number'],
        amount: String(order['total_minor']),
        currency: order['currency'],
        return: returnUrl,
      });
      const statusOf = async () =>
        (await sql`select status from order_records where id = ${order['id']}`)[0]?.['status'];
      const choose = (choice: string, sent: URLSearchParams) =>
        fetch(`${backend.url}/_local/pay`, {
          method: 'POST',
          redirect: 'manual',
          body: new URLSearchParams([...sent, ['choice', choice]]),
        });
      for (const choice of ['late', 'pay', 'decline', 'twice']) {
        for (const signature of ['', '00', '0'.repeat(64)]) {
          const sent = new URLSearchParams([...facts, ['signature', signature]]);
          assert.equal((await choose(choice, sent)).status, 400, choice);
        }
      }
      assert.equal(await statusOf(), 'awaiting_payment');
      assert.equal((await fetch(`${backend.url}/_local/pay?${facts}`)).status, 400);

      const jwtSecret = await readTokenSecret(backend.dataFolder);
      const open = createDemoPages({
        DEMO_PAYMENT_URL: `${backend.url}/_local/pay`,
        DEMO_PAYMENT_SECRET: createHmac('sha256', jwtSecret).update('demo payments').digest('hex'),
      });
      const attempt = {
        attempt_id: 'an attempt',
        order_id: order['id'],
        number: order['number'],
        email: 'nobody@example.com',
        amount_minor: order['total_minor'],
        currency: order['currency'],
      };
      const page = new URL((await open?.(attempt, returnUrl)) ?? '');
      assert.equal((await fetch(page)).status, 200);
      page.searchParams.set('amount', '1');
      assert.equal((await choose('late', page.searchParams)).status, 400);
      page.searchParams.set('amount', String(order['total_minor']));
      assert.equal((await choose('late', page.searchParams)).status, 303);
      assert.notEqual(await statusOf(), 'awaiting_payment');
    });
  },
);

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** With headers that `fetch` keeps to itself. */
async function ask(url: string, headers: Record<string, string>): Promise<Answer> {
  const request = http.request(url, { headers });
  request.end();
  const [response]: http.IncomingMessage[] = await once(request, 'response');
  let text = '';
  for await (const part of response ?? []) text += String(part);
  return { status: response?.statusCode ?? 0, text };
}
