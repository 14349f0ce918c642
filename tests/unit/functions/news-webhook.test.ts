import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import {
  callWebhooks,
  discordBody,
  signatureOf,
  toldNews,
  type WaitingCall,
} from '../../../supabase/functions/_shared/webhooks/webhook-call.ts';

const shopUrl = 'https://shop.test';
const raffle = {
  news: 'raffle',
  at: '2026-11-28T10:00:00Z',
  title: 'Koi, autumn',
  product_title: 'Koi',
  summary: 'A fish.',
  kind: 'artisan',
  url: 'koi',
  closes_at: '2026-12-03T18:00:00Z',
  picture: 'https://shop.test/koi.jpg',
} as const;
const call = {
  id: 'call-1',
  url: 'https://shop.example.org/hook',
  secret: 'word'.repeat(16),
  news: raffle,
};

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

/** Runs once over the calls; the network answers as said. */
async function run(calls: readonly WaitingCall[], answer: () => Response | Promise<Response>) {
  const sent: Sent[] = [];
  const noted: (readonly [string, string | null])[] = [];
  const waiting = [...calls];
  const report = await callWebhooks({
    environment: { SUPABASE_URL: 'https://project.supabase.co' },
    shopUrl,
    addPictures: (payload) => Promise.resolve(payload),
    claim: (most) => Promise.resolve(waiting.splice(0, most)),
    noteCalled: (id, problem) => Promise.resolve(void noted.push([id, problem])),
    send: async (url, init = {}) => {
      sent.push({ url: String(url), init });
      return await answer();
    },
  });
  return { sent, noted, report };
}

const taken = () => new Response(null, { status: 204 });

describe('a webhook', () => {
  test('of a program gets JSON whose signature it can check, under an id that stays', async () => {
    const { sent, noted } = await run([call], taken);
    const { init } = sent[0] ?? assert.fail();
    const headers = new Headers(init.headers);
    const body = String(init.body);
    assert.deepEqual(JSON.parse(body), {
      id: 'call-1',
      kind: 'raffle',
      at: raffle.at,
      title: 'Raffle open: Koi, autumn',
      text: 'Until 3 Dec 2026, 18:00 UTC.',
      url: 'https://shop.test/products/artisans#koi',
      picture: raffle.picture,
    });
    const [, at = '', signature] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers.get('keywright-signature') ?? '') ?? [];
    const wanted = createHmac('sha256', call.secret).update(`${at}.${body}`).digest('hex');
    assert.equal(signature, wanted);
    assert.ok(Math.abs(Date.now() / 1000 - Number(at)) < 60);
    assert.equal(headers.get('keywright-delivery'), 'call-1');
    assert.equal(init.redirect, 'error');
    assert.deepEqual(noted, [['call-1', null]]);
    const other = await signatureOf(`${body} `, call.secret, Number(at) * 1000);
    assert.ok(!other.endsWith(wanted), 'another body, another signature');
  });

  test('of Discord gets a card with title, link, picture and colour, and no mention works', async () => {
    const url = 'https://discord.com/api/webhooks/1/token';
    const { sent } = await run([{ ...call, url }], taken);
    const headers = new Headers(sent[0]?.init.headers);
    assert.equal(headers.get('keywright-signature'), null);
    const { embeds, allowed_mentions: mentions } = JSON.parse(String(sent[0]?.init.body));
    assert.deepEqual(mentions, { parse: [] });
    assert.deepEqual(
      [embeds[0].title, embeds[0].url, embeds[0].image.url, typeof embeds[0].color],
      [
        'Raffle open: Koi, autumn',
        'https://shop.test/products/artisans#koi',
        raffle.picture,
        'number',
      ],
    );
    const sly = discordBody(
      toldNews({ ...raffle, title: '@everyone [free](https://evil.test)' }, shopUrl),
    );
    assert.doesNotMatch(sly.embeds[0]?.title ?? '', /[@[\]]/);
  });

  test('that refuses, is silent, redirects or lies inside a network is noted, and none of it names its address', async () => {
    const refused = await run([call], () => new Response('no', { status: 500 }));
    assert.deepEqual(refused.noted, [['call-1', 'It answered 500']]);
    const broken = await run([call], () =>
      Promise.reject(new TypeError(`fetch failed: ${call.url}`)),
    );
    assert.deepEqual(broken.noted, [['call-1', 'It could not be reached']]);
    const slow = await run([call], () => Promise.reject(new DOMException('late', 'TimeoutError')));
    assert.deepEqual(slow.noted, [['call-1', 'It did not answer in time']]);
    for (const url of [
      'https://169.254.169.254/x',
      'http://shop.example.org/x',
      'https://db.internal/x',
      'x',
    ]) {
      const inside = await run([{ ...call, url }], () => assert.fail('it was called'));
      assert.deepEqual(inside.noted, [['call-1', 'Its address must not be called']], url);
    }
  });

  test('that fails keeps no other from its news', async () => {
    let count = 0;
    const calls = Array.from({ length: 12 }, (_, index) => ({ ...call, id: `call-${index}` }));
    const { noted, report } = await run(calls, () => {
      count += 1;
      return new Response(null, { status: count % 2 === 0 ? 204 : 503 });
    });
    assert.equal(new Set(noted.map(([id]) => id)).size, 12);
    assert.deepEqual(report, { called: 6, failing: 6 });
  });

  test('is told in words of every kind of news, and of a test', () => {
    const told = (news: object) => toldNews({ ...raffle, closes_at: null, ...news }, shopUrl);
    for (const [news, title, text] of [
      [{ news: 'product', title: '' }, 'New: Koi', 'A fish.'],
      [
        { news: 'minimum_reached', kit: 'Base kit', moq: 40 },
        'Minimum reached: Koi, autumn',
        'Base kit: 40 ordered and paid, so it can be made.',
      ],
      [
        { news: 'stage_changed', stage: 'in_production' },
        'Stage changed: Koi, autumn',
        'In production.',
      ],
      [
        { news: 'stage_changed', stage: 'announced', opens_at: '2026-12-03T18:00:00Z' },
        'Stage changed: Koi, autumn',
        'Announced: opens 3 Dec 2026, 18:00 UTC.',
      ],
      [
        { news: 'list_drawn' },
        'Raffle drawn: Koi, autumn',
        'The result is on the page, where anyone can check the draw.',
      ],
      [
        { news: 'test' },
        'Test from Keywright',
        'This is a test. News of the shop will look like this.',
      ],
    ] as const) {
      assert.deepEqual([told(news).title, told(news).text], [title, text]);
    }
  });
});
