import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sendNotices } from '../../../supabase/functions/_shared/notices/send-notices.ts';
import type { WaitingNotice } from '../../../supabase/functions/_shared/notices/waiting-notices.ts';
import {
  encryptNotice,
  fromBase64Url,
  makePushKeys,
  pushAuthorization,
  toBase64Url,
  type PushKeys,
} from '../../../supabase/functions/_shared/notices/web-push.ts';
import { makePushReader } from '../../support/notices/push-reader.ts';

const shopUrl = 'https://shop.test';

describe('a notice', () => {
  test('is encrypted as in the example of RFC 8291', async () => {
    const sealed = await encryptNotice(
      'When I grow up, I want to be a watermelon',
      {
        publicKey:
          'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        secret: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
      {
        public:
          'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
        private: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
      },
      fromBase64Url('DGv6ra1nlYgDCS1FRnbzlw'),
    );
    assert.equal(
      toBase64Url(sealed),
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    );
  });

  test('is read by its browser alone, and each is sealed anew', async () => {
    const [reader, other] = [makePushReader(), makePushReader()];
    const sealed = await encryptNotice('Grüße', reader);
    assert.equal(reader.open(sealed), 'Grüße');
    assert.throws(() => other.open(sealed));
    assert.notEqual(toBase64Url(sealed), toBase64Url(await encryptNotice('Grüße', reader)));
  });

  test('says who sends it, to its push service alone and for a day at most', async () => {
    const keys = await makePushKeys();
    const now = Date.parse('2026-11-30T12:00:00Z');
    const word = await pushAuthorization(
      new URL('https://push.example.org/to/somebody'),
      shopUrl,
      keys,
      now,
    );
    const [, head = '', said = '', signature = '', key = ''] =
      /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(word) ?? [];
    assert.equal(key, keys.public);
    const read = (part: string): unknown =>
      JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    assert.deepEqual(read(head), { typ: 'JWT', alg: 'ES256' });
    const claims = read(said) as { aud: string; sub: string; exp: number };
    assert.equal(claims.aud, 'https://push.example.org');
    assert.equal(claims.sub, shopUrl);
    assert.ok(claims.exp * 1000 > now && claims.exp * 1000 <= now + 86_400_000);
    assert.ok(await isSignedBy(keys, `${head}.${said}`, signature));
    assert.ok(!(await isSignedBy(await makePushKeys(), `${head}.${said}`, signature)));
  });
});

async function isSignedBy(keys: PushKeys, text: string, signature: string): Promise<boolean> {
  const how = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const point = fromBase64Url(keys.public);
  const key = await crypto.subtle.importKey('raw', point, how, false, ['verify']);
  return crypto.subtle.verify(how, key, fromBase64Url(signature), Buffer.from(text));
}

const update = {
  about: 'updates',
  product_title: 'Saltmarsh',
  product_kind: 'keyset',
  product_url: 'saltmarsh',
  url: 'a-new-sample',
  title: 'A new sample',
  summary: 'It came today.',
};
const drop = {
  news: 'raffle',
  title: 'Koi, autumn',
  product_title: 'Koi',
  kind: 'artisan',
  url: 'koi',
};

/** Sends one to each reader; their push services answer as said. */
async function run(
  changes: Partial<WaitingNotice>,
  answer: () => Response | Promise<Response> = () => new Response(null, { status: 201 }),
) {
  const reader = makePushReader();
  let keys: PushKeys | null = null;
  const waiting: WaitingNotice[] = [
    {
      id: 'notice-1',
      kind: 'product_update',
      fact: 'update 1',
      payload: update,
      language: 'en',
      endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/one',
      public_key: reader.publicKey,
      secret: reader.secret,
      ...changes,
    },
  ];
  const noted: (readonly [string | null, boolean])[] = [];
  const waits: number[] = [];
  const sent: { url: string; init: RequestInit }[] = [];
  const report = await sendNotices({
    environment: { SUPABASE_URL: 'https://project.supabase.co' },
    shopUrl,
    claim: (most) =>
      Promise.resolve({ keys, notices: keys === null ? [] : waiting.splice(0, most) }),
    keepKeys: (made) => {
      keys = made;
      return Promise.resolve();
    },
    noteSent: (_, problem, { isGone, waitSeconds }) => {
      waits.push(waitSeconds);
      return Promise.resolve(void noted.push([problem, isGone]));
    },
    send: async (url, init = {}) => {
      sent.push({ url: String(url), init });
      return await answer();
    },
  });
  const [first] = sent;
  const headers = new Headers(first?.init.headers);
  const notice =
    first === undefined ? null : JSON.parse(reader.open(first.init.body as Uint8Array));
  return { report, noted, waits, sent, headers, notice: notice as Record<string, string> | null };
}

describe('a browser', () => {
  test('is told of an update with its words and its page, in the language that it follows in', async () => {
    const { report, noted, notice, headers } = await run({});
    assert.deepEqual(report, { sent: 1, failing: 0, gone: 0 });
    assert.deepEqual(noted, [[null, false]]);
    assert.deepEqual(notice, {
      title: 'Saltmarsh: A new sample',
      body: 'It came today.',
      url: 'https://shop.test/updates/a-new-sample',
      language: 'en',
      tag: 'update 1',
    });
    assert.equal(headers.get('content-encoding'), 'aes128gcm');
    assert.equal(headers.get('ttl'), '259200');
    assert.match(headers.get('topic') ?? '', /^[\w-]{32}$/);
    assert.match(headers.get('authorization') ?? '', /^vapid t=/);
    const german = await run({ language: 'de' });
    assert.equal(german.notice?.['url'], 'https://shop.test/de/updates/a-new-sample');
  });

  test('is told of one new thing by its name and page, and of several by their number', async () => {
    const of = (lines: readonly object[]) =>
      run({ kind: 'new_drops', payload: { about: 'drops', count: lines.length, lines } });
    const one = await of([drop]);
    assert.equal(one.notice?.['title'], 'New at Keywright: Koi, autumn');
    assert.equal(one.notice?.['body'], 'Raffle open');
    assert.equal(one.notice?.['url'], 'https://shop.test/products/artisans#koi');
    const two = await of([drop, { ...drop, title: 'Heron' }]);
    assert.equal(two.notice?.['title'], '2 new things at Keywright');
    assert.equal(two.notice?.['body'], 'Koi, autumn, Heron');
    assert.equal(two.notice?.['url'], 'https://shop.test/');
    const opened = await run({
      kind: 'new_drops',
      payload: { ...update, count: 1, lines: [drop] },
    });
    assert.equal(opened.notice?.['title'], 'Saltmarsh: Raffle open');
    assert.equal(opened.notice?.['body'], '', 'which the title says already');
  });

  test('that its push service knows no more, or whose key is none, is gone', async () => {
    for (const status of [404, 410]) {
      const { report, noted } = await run({}, () => new Response(null, { status }));
      assert.deepEqual(report, { sent: 0, failing: 0, gone: 1 });
      assert.deepEqual(noted, [[`It answered ${status}`, true]]);
    }
    const point = `B${'A'.repeat(86)}`;
    for (const wrong of [
      { public_key: point },
      { public_key: `B${'ä'.repeat(86)}` },
      { secret: '中'.repeat(22) },
    ]) {
      const { report, sent } = await run(wrong);
      assert.deepEqual([report.gone, sent.length], [1, 0]);
    }
  });

  test('is told while another’s push service keeps silent, which is not waited for again and again', async () => {
    const reader = makePushReader();
    const keys = await makePushKeys();
    const silent = 'https://slow.notify.windows.com';
    const waiting = Array.from({ length: 200 }, (_, number): WaitingNotice => ({
      id: String(number),
      kind: 'product_update',
      fact: 'update 1',
      payload: update,
      language: 'en',
      endpoint: `${number % 2 ? 'https://web.push.apple.com' : silent}/${number}`,
      public_key: reader.publicKey,
      secret: reader.secret,
    }));
    const { promise: patienceEnds, resolve: endPatience } = Promise.withResolvers<void>();
    const asked: string[] = [];
    const taken: string[] = [];
    const report = await sendNotices({
      environment: {},
      shopUrl,
      claim: (most, silences) => {
        // The quick ones of what was taken at first are through before anybody's patience ends.
        if (waiting.length < 200) setTimeout(endPatience);
        const due = waiting.filter(({ endpoint }) => !silences.includes(new URL(endpoint).origin));
        const notices = due.slice(0, most);
        for (const one of notices) waiting.splice(waiting.indexOf(one), 1);
        return Promise.resolve({ keys, notices });
      },
      keepKeys: () => Promise.resolve(),
      noteSent: (id, problem) => {
        if (problem === null) taken.push(id);
        return Promise.resolve();
      },
      send: async (url) => {
        const { origin } = new URL(String(url));
        asked.push(origin);
        if (origin !== silent) return new Response(null, { status: 201 });
        await patienceEnds;
        throw new DOMException('It took too long', 'TimeoutError');
      },
    });
    assert.equal(taken.length, 100);
    assert.equal(report.sent, 100);
    const waits = asked.filter((origin) => origin === silent).length;
    assert.ok(waits <= 40);
    assert.equal(waiting.length, 100 - waits, 'nobody has used up a try of the others');
  });

  test('is tried again where its push service is busy or can’t be reached', async () => {
    for (const status of [429, 500, 503, 403]) {
      const { noted } = await run({}, () => new Response(null, { status }));
      assert.deepEqual(noted, [[`It answered ${status}`, false]]);
    }
    const { noted, report } = await run({}, () =>
      Promise.reject(new TypeError('connect ECONNREFUSED https://secret')),
    );
    assert.deepEqual(noted, [['It could not be reached', false]]);
    assert.equal(report.failing, 1);
  });

  test('is left alone for as long as its push service asks', async () => {
    const busy = (retryAfter: string, status = 429) =>
      run({}, () => new Response(null, { status, headers: { 'retry-after': retryAfter } }));
    assert.deepEqual((await busy('120')).waits, [120]);
    assert.deepEqual((await busy('7', 503)).waits, [7]);
    const [seconds = 0] = (await busy(new Date(Date.now() + 600_000).toUTCString())).waits;
    assert.ok(seconds > 590 && seconds <= 601, String(seconds));
    for (const nonsense of ['', 'soon', '-5', new Date(0).toUTCString()])
      assert.deepEqual((await busy(nonsense)).waits, [0], nonsense);
    assert.deepEqual((await run({})).waits, [0]);
  });

  test('asks one that said to wait no more in this run', async () => {
    const reader = makePushReader();
    const keys = await makePushKeys();
    const asked: string[] = [];
    const waiting = Array.from({ length: 60 }, (_, number): WaitingNotice => ({
      id: String(number),
      kind: 'product_update',
      fact: 'update 1',
      payload: update,
      language: 'en',
      endpoint: `https://busy.notify.windows.com/${number}`,
      public_key: reader.publicKey,
      secret: reader.secret,
    }));
    await sendNotices({
      environment: {},
      shopUrl,
      claim: (most, silent) =>
        Promise.resolve({ keys, notices: silent.length > 0 ? [] : waiting.splice(0, most) }),
      keepKeys: () => Promise.resolve(),
      noteSent: () => Promise.resolve(),
      send: (url) => {
        asked.push(String(url));
        return Promise.resolve(
          new Response(null, { status: 429, headers: { 'retry-after': '60' } }),
        );
      },
    });
    assert.equal(waiting.length, 40, 'the others keep their tries');
    assert.ok(asked.length <= 20);
  });

  test('is never reached within the platform’s own network', async () => {
    for (const endpoint of [
      'http://updates.push.services.mozilla.com/one',
      'https://127.0.0.1/one',
      'https://metadata.internal/one',
      'https://localhost/one',
    ]) {
      const { sent, noted } = await run({ endpoint });
      assert.deepEqual([sent.length, noted], [0, [['Its address must not be called', false]]]);
    }
  });
});
