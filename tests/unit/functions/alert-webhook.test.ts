import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import {
  callWebhook,
  webhookAddress,
  webhookBody,
} from '../../../supabase/functions/_shared/alerts/webhook.ts';
import { handleHealth } from '../../../supabase/functions/health/handler.ts';
import { logEvent } from '../../../supabase/functions/_shared/log-event.ts';
import { runFacts, runJobs } from '../../../supabase/functions/run-jobs/handler.ts';
import { renderMail } from '../../../supabase/functions/_shared/mail/mail-kinds.ts';

const hosted = { SUPABASE_URL: 'https://project.supabase.co' };
const embedded = { SUPABASE_URL: 'http://localhost:54321' };
const alert = { id: '1', about: 'KW-7', message: 'A refund is due.' };

test('the webhook may be a chat’s address, and none where nothing is set', () => {
  for (const address of [
    'https://hooks.slack.com/services/T0/B0/x',
    'https://discord.com/api/webhooks/1/x',
  ])
    assert.equal(webhookAddress({ ...hosted, ALERT_WEBHOOK_URL: address })?.href, address);
  assert.equal(webhookAddress({ ...hosted, ALERT_WEBHOOK_URL: '' }), null);
  assert.equal(webhookAddress(hosted), null);
});

test('the webhook is never an address inside a network, however it is written', () => {
  for (const address of [
    'http://hooks.slack.com/services/x',
    'https://localhost/x',
    'https://localhost./x',
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://0x7f000001/x',
    'https://0177.0.0.1/x',
    'https://127.1/x',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.8/x',
    'https://[::1]/x',
    'https://[::ffff:169.254.169.254]/x',
    'https://metadata.google.internal/x',
    'https://db/x',
    'https://printer.local/x',
    'https://user:word@hooks.slack.com/x',
    'https://hooks.slack.com:8443/x',
    'file:///etc/passwd',
    'gopher://hooks.slack.com/x',
    'nonsense',
  ])
    assert.throws(
      () => webhookAddress({ ...hosted, ALERT_WEBHOOK_URL: address }),
      /ALERT_WEBHOOK_URL/,
      address,
    );
  const own = 'http://127.0.0.1:9999/x';
  assert.equal(webhookAddress({ ...embedded, ALERT_WEBHOOK_URL: own })?.href, own);
});

test('Slack and Discord each get the field that they read, and no mention or link of an alert works', () => {
  const sly = { id: '2', about: '<!channel> @everyone', message: '[free](https://evil.test) `x`' };
  const slack = webhookBody('hooks.slack.com', [alert, sly], 'https://shop.test');
  assert.deepEqual(Object.keys(slack), ['text']);
  const text = 'text' in slack ? slack.text : '';
  assert.match(text, /• KW-7: A refund is due\.\n/);
  assert.match(text, /https:\/\/shop\.test\/admin\/health$/);
  assert.doesNotMatch(text, /[<>@`[\]]/);
  const discord = webhookBody('discord.com', [alert], 'https://shop.test');
  assert.deepEqual('allowed_mentions' in discord && discord.allowed_mentions, { parse: [] });
  const many = Array.from({ length: 50 }, () => ({ ...alert, message: 'x'.repeat(300) }));
  const long = webhookBody('discord.com', many, 'https://shop.test');
  assert.ok('content' in long && long.content.length <= 2000);
});

async function receiver(status: number, headers: Readonly<Record<string, string>> = {}) {
  const bodies: string[] = [];
  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      bodies.push(body);
      response.writeHead(status, headers).end('answer');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { bodies, url: `http://127.0.0.1:${port}/hook`, close: () => server.close() };
}

test('an alert counts as told once the chat took it, and neither after a refusal nor a redirect', async () => {
  for (const [status, headers, isTold] of [
    [204, {}, true],
    [500, {}, false],
    [302, { location: 'http://127.0.0.1:1/' }, false],
  ] as const) {
    const chat = await receiver(status, headers);
    const told: string[] = [];
    const calling = callWebhook({
      address: webhookAddress({ ...embedded, ALERT_WEBHOOK_URL: chat.url }),
      shopUrl: 'https://shop.test',
      claim: () => Promise.resolve([alert]),
      noteCalled: (ids) => Promise.resolve(void told.push(...ids)),
    });
    if (isTold) assert.deepEqual(await calling, { called: 1 });
    else await assert.rejects(calling);
    assert.equal(chat.bodies.length, 1);
    assert.deepEqual(told, isTold ? ['1'] : []);
    chat.close();
  }
});

test('without a webhook no alert is taken', async () => {
  const done = await callWebhook({
    address: null,
    shopUrl: '',
    claim: () => assert.fail('nothing may be claimed'),
    noteCalled: () => assert.fail(),
  });
  assert.deepEqual(done, { called: 0 });
});

test('the health address is 200 where all is well and 503 where it is not, and takes no writing', async () => {
  const ask = async (query: string, read: () => Promise<{ database: string; jobs: string }>) => {
    const response = await handleHealth(new Request(`https://x.test/health${query}`), read);
    return [response.status, await response.json()];
  };
  const well = () => Promise.resolve({ database: 'ok', jobs: 'ok' });
  const late = () => Promise.resolve({ database: 'ok', jobs: 'late' });
  const down = () => Promise.reject(new Error('password of postgres is wrong'));
  assert.deepEqual(await ask('', well), [
    200,
    { status: 'ok', api: 'ok', database: 'ok', jobs: 'ok' },
  ]);
  assert.equal((await ask('', late))[0], 200);
  assert.equal((await ask('?of=jobs', late))[0], 503);
  assert.deepEqual(await ask('', down), [
    503,
    { status: 'failing', api: 'ok', database: 'down', jobs: 'unknown' },
  ]);
  const post = await handleHealth(new Request('https://x.test/health', { method: 'POST' }), well);
  assert.equal(post.status, 405);
});

test('a log line holds counts and names of events, and nothing that somebody typed', () => {
  const lines: string[] = [];
  const { log } = console;
  console.log = (line: string) => void lines.push(line);
  try {
    logEvent('run-jobs', 'run', { count: 3, who: 'ada@buyers.test', code: 'mail_failed' });
  } finally {
    console.log = log;
  }
  const line = JSON.parse(lines[0] ?? '');
  assert.deepEqual(
    [line.place, line.event, line.count, line.who, line.code],
    ['run-jobs', 'run', 3, 'left_out', 'mail_failed'],
  );
  assert.deepEqual(
    runFacts({
      jobs: { orders_failed: 'ada@buyers.test', swept: 4, new_alerts: 0 },
      mails: { sent: 2, failed: 0 },
      alerts: { failed: 'x' },
    }),
    { 'jobs.orders_failed': true, 'jobs.swept': 4, 'mails.sent': 2, 'alerts.failed': true },
  );
});

test('a webhook that fails is reported and keeps neither jobs nor mails from running', async () => {
  const reported: string[] = [];
  const done = await runJobs({
    runDueJobs: () => Promise.resolve({ swept: 0 }),
    notePaymentKeys: () => Promise.resolve(0),
    sendRefunds: () => Promise.resolve({ sent: 2 }),
    sendMails: () => Promise.resolve({ sent: 1 }),
    callWebhook: () => Promise.reject(new Error('the chat is down')),
    tellNews: () => Promise.resolve({ called: 1 }),
    sendNotices: () => Promise.resolve({ sent: 1 }),
    sweepPhotos: () => Promise.resolve({ removed: 0 }),
    report: async (error) => {
      reported.push(String(error));
    },
  });
  assert.deepEqual([done['mails'], done['news']], [{ sent: 1 }, { called: 1 }]);
  assert.deepEqual(reported, ['Error: the chat is down']);
});

test('the mail about alerts names each, counts the rest, and leads to the health page', () => {
  const one = renderMail(
    'shop_alerts',
    { count: 1, alerts: [{ about: 'KW-7', message: 'A refund is due.' }] },
    'https://shop.test',
  );
  assert.equal(one.subject, 'Keywright: KW-7: A refund is due.');
  assert.match(one.text, /https:\/\/shop\.test\/admin\/health/);
  const many = renderMail(
    'shop_alerts',
    { count: 23, alerts: [{ about: '<b>Merlow</b>', message: 'Out of stock.' }] },
    'https://shop.test',
  );
  assert.equal(many.subject, 'Keywright: 23 problems need attention');
  assert.match(many.text, /And 22 more\./);
  assert.doesNotMatch(many.html, /<b>Merlow/);
});
