import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { errorEnvelope, framesFromStack, parseDsn } from '#shared/error-report.ts';
import { errorReporting } from '#telemetry/errors/source-maps.ts';
import { errorFromBuildLog, reportBuildError } from '#telemetry/errors/build-errors.ts';
import {
  createErrorCatcher,
  parseEnvelope,
} from '../../../scripts/local-supabase/error-catcher.ts';
import { startHttpServer, type HttpServer } from '../../../scripts/local-supabase/http-server.ts';
import { reportErrors } from '../../../supabase/functions/_shared/report-error.ts';

const catcher = createErrorCatcher({ log() {} });
let server: HttpServer;
let origin = '';

before(async () => {
  server = await startHttpServer({ port: 0, handle: (request) => catcher.handle(request) });
  origin = `http://localhost:${server.port}/_local/sentry`;
});
beforeEach(async () => {
  await fetch(`${origin}/envelopes`, { method: 'DELETE' });
});
after(() => server.close());

const dsn = () => `${origin.replace('//', '//public@')}/1`;

interface Caught {
  readonly key: string;
  readonly project: string;
  readonly raw: string;
  readonly items: readonly { readonly payload: Record<string, unknown> }[];
}

async function caught(): Promise<Caught[]> {
  const response = await fetch(`${origin}/envelopes`);
  return response.json();
}

test('a DSN may carry a path, and anything that is none is refused', () => {
  assert.match(
    parseDsn('http://public@localhost:54321/_local/sentry/1')?.envelopeUrl ?? '',
    /^http:\/\/localhost:54321\/_local\/sentry\/api\/1\/envelope\/\?.*sentry_key=public/,
  );
  assert.match(
    parseDsn('https://abc@o1.ingest.example/42')?.envelopeUrl ?? '',
    /^https:\/\/o1\.ingest\.example\/api\/42\/envelope\//,
  );
  for (const wrong of ['', 'nonsense', 'https://o1.example/42', 'ftp://a@b/1', 'https://a@b/']) {
    assert.equal(parseDsn(wrong), null);
  }
});

test('frames say file and line, and not whose machine it was', () => {
  const stack = [
    'Error: x',
    '    at pay (/home/jane/keywright/src/features/checkout/ui/pay.ts:12:5)',
    '    at async file:///home/jane/keywright/supabase/functions/ingest/index.ts:3:9',
    '    at run (/home/jane/keywright/node_modules/astro/dist/run.js:1:2)',
  ].join('\n');
  assert.deepEqual(
    framesFromStack(stack).map(({ filename, lineno, in_app }) => [filename, lineno, in_app]),
    [
      ['node_modules/astro/dist/run.js', 1, false],
      ['supabase/functions/ingest/index.ts', 3, true],
      ['src/features/checkout/ui/pay.ts', 12, true],
    ],
  );
});

test('an envelope holds one event, scrubbed', () => {
  const raw = errorEnvelope({
    eventId: 'e'.repeat(32),
    at: new Date(0),
    error: new Error('No mail for jane@example.com'),
    release: 'keywright@1.0.0',
    buildId: 'b1',
    environment: 'test',
    surface: 'function',
    place: 'send-mail',
  });
  const { header, items } = parseEnvelope(raw);
  assert.equal(header['event_id'], 'e'.repeat(32));
  assert.equal(items.length, 1);
  assert.ok(!raw.includes('jane'));
});

test('a function that throws is reported once, with release and build, and answers 500', async () => {
  const handler = reportErrors('ingest', { SENTRY_DSN: dsn(), KEYWRIGHT_BUILD_ID: 'b7' }, () =>
    Promise.reject(new TypeError('No row for jane@example.com')),
  );
  const response = await handler(new Request('http://localhost/'));
  assert.equal(response.status, 500);
  assert.deepEqual(await response.json(), { code: 500, message: 'Internal Server Error' });
  const [envelope, ...more] = await caught();
  assert.deepEqual(more, []);
  assert.equal(envelope?.key, 'public');
  assert.equal(envelope.project, '1');
  assert.ok(!envelope.raw.includes('jane'));
  const event = envelope.items[0]?.payload;
  assert.match(String(event?.['release']), /^keywright@\d/);
  assert.equal(event?.['dist'], 'b7');
  assert.deepEqual(event['tags'], { build_id: 'b7', surface: 'function', place: 'ingest' });
});

test('a function that answers is not reported, and without a DSN nothing is sent', async () => {
  const fine = reportErrors('ingest', { SENTRY_DSN: dsn() }, async () => new Response('fine'));
  assert.equal(await (await fine(new Request('http://localhost/'))).text(), 'fine');
  const silent = reportErrors('ingest', {}, () => Promise.reject(new Error('x')));
  assert.equal((await silent(new Request('http://localhost/'))).status, 500);
  assert.deepEqual(await caught(), []);
});

test('a failed build is reported once, as what Astro said went wrong', async () => {
  const log = [
    '12:00:00 [build] Building static entrypoints...',
    '\u001B[31m[NoMatchingStaticPathFound]\u001B[39m No path for jane@example.com',
    '  Hint:',
    '    See the docs.',
    '  Stack trace:',
    '    at render (/home/jane/keywright/src/pages/products/[url].astro:12:3)',
  ].join('\n');
  const error = errorFromBuildLog(log);
  assert.equal(error.name, 'NoMatchingStaticPathFound');
  await reportBuildError(error, { dsn: dsn(), release: 'keywright@1.0.0', buildId: 'b9' });
  const [envelope, ...more] = await caught();
  assert.deepEqual(more, []);
  assert.ok(!envelope?.raw.includes('jane'));
  const { dist, release, exception } = envelope?.items[0]?.payload ?? {};
  assert.deepEqual([dist, release], ['b9', 'keywright@1.0.0']);
  assert.deepEqual(exception, {
    values: [
      {
        type: 'NoMatchingStaticPathFound',
        value: 'No path for [e-mail]',
        stacktrace: {
          frames: [
            {
              filename: 'src/pages/products/[url].astro',
              function: 'render',
              lineno: 12,
              colno: 3,
              in_app: true,
            },
          ],
        },
        mechanism: { type: 'build', handled: false },
      },
    ],
  });
});

test('an error that is not Astro’s own is known by its message', () => {
  const log = [
    '12:00:00 [content] Syncing content',
    '▶ src/pages/faq.astro',
    'Table faq_entries, row 7: "no_such_number" is not a setting.',
    '  Stack trace:',
    '    at fillNumbers (/home/jane/keywright/src/content/texts.ts:12:3)',
    '  Caused by:',
    '  it is not there',
  ].join('\n');
  const error = errorFromBuildLog(log);
  assert.equal(error.name, 'BuildError');
  assert.equal(error.message, 'Table faq_entries, row 7: "no_such_number" is not a setting.');
  assert.match(error.stack ?? '', /at fillNumbers/);
  assert.equal(errorFromBuildLog('TypeError: of Node itself').name, 'TypeError');
  assert.equal(errorFromBuildLog('').message, 'The build failed');
});

test('a catcher that cannot be reached does not hide the error of the build', async () => {
  const facts = { dsn: 'http://public@localhost:9/1', release: 'r', buildId: 'b' };
  await assert.doesNotReject(reportBuildError(new Error('x'), facts));
});

test('the catcher keeps the latest 500, counts a repeated report once and forgets on request', async () => {
  const send = (id: string) =>
    fetch(`${origin}/api/1/envelope/?sentry_key=public`, {
      method: 'POST',
      body: `{"event_id":"${id}"}\n{"type":"event"}\n{"message":"${id}"}\n`,
    });
  for (let index = 0; index < 503; index += 1) await send(`n${index}`);
  await send('n502');
  const kept = await caught();
  assert.equal(kept.length, 500);
  assert.deepEqual(kept.at(-1)?.items[0]?.payload, { message: 'n502' });
  await fetch(`${origin}/envelopes`, { method: 'DELETE' });
  assert.deepEqual(await caught(), []);
});

test('the catcher understands lengths in bytes and refuses what is no envelope', async () => {
  const payload = '{"message":"zwei\\nZeilen ü"}';
  const { items } = parseEnvelope(
    `{}\n{"type":"event","length":${Buffer.byteLength(payload)}}\n${payload}\n{"type":"attachment"}\nplain\n`,
  );
  assert.deepEqual(
    items.map(({ payload: parsed }) => parsed),
    [{ message: 'zwei\nZeilen ü' }, 'plain'],
  );
  const refused = await fetch(`${origin}/api/1/envelope/`, { method: 'POST', body: 'nonsense' });
  assert.equal(refused.status, 400);
  assert.equal((await fetch(`${origin}/nowhere`)).status, 404);
});

test('source maps are made and uploaded only where a token says so', () => {
  const names = (environment: Record<string, string>) =>
    errorReporting(environment, 'dist').map(({ name }) => name);
  assert.deepEqual(names({}), ['keywright:lean-reporter']);
  assert.deepEqual(names({ SENTRY_AUTH_TOKEN: '' }), ['keywright:lean-reporter']);
  assert.ok(names({ SENTRY_AUTH_TOKEN: 'token' }).includes('@sentry/astro'));
});
