import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { designToJson } from '#features/designs/model/design-json.ts';
import { startingDesign } from '#features/designs/model/design.ts';
import {
  handleShareImage,
  type ShareDeps,
  type SharedDesign,
} from '../../../supabase/functions/share-image/handler.ts';

const shared: SharedDesign = {
  code: '7harb0wr5x',
  name: 'Harbour "at" <six>',
  version: 3,
  design: designToJson(startingDesign),
};

const ordered = '3b0f5c0e-8d0e-4a57-9a6d-2f8a56c3d111';

const depsWith = (found: SharedDesign | null): ShareDeps => ({
  siteUrl: 'https://keywright.test',
  ownUrl: 'https://api.test/functions/v1/share-image',
  readDesign: () => Promise.resolve(found),
  readLineDesign: (line) => Promise.resolve(line === ordered ? shared.design : null),
  toPng: (svg) => Promise.resolve(new TextEncoder().encode(svg)),
});

const ask = (query: string, found: SharedDesign | null = shared, init: RequestInit = {}) =>
  handleShareImage(
    new Request(`https://api.test/functions/v1/share-image?${query}`, init),
    depsWith(found),
  );

test('a robot is given the name and the picture, and people are sent on', async () => {
  const page = await ask('design=7harb0wr5x&format=page');
  const html = await page.text();
  assert.match(html, /property="og:image" content="[^"]*design=7harb0wr5x&#38;format=png&#38;v=3"/);
  assert.match(html, /url=https:\/\/keywright\.test\/colorpicker\/7harb0wr5x"/);
  assert.doesNotMatch(html, /<six>/);
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
});

test('a robot is led to no other host, whatever the request calls this one', async () => {
  const page = await handleShareImage(
    new Request('https://evil.example/elsewhere?design=7harb0wr5x&format=page'),
    depsWith(shared),
  );
  const html = await page.text();
  assert.doesNotMatch(html, /evil\.example|elsewhere/);
  assert.match(html, /content="https:\/\/api\.test\/functions\/v1\/share-image\?design=7harb0wr5x/);
});

test('the picture is the design’s own, drawn by the shop’s renderer', async () => {
  const picture = await ask('design=7harb0wr5x&format=svg');
  assert.equal(picture.headers.get('content-type'), 'image/svg+xml');
  assert.match(await picture.text(), /viewBox=.*data-key="66"/s);
  assert.equal((await ask('design=7harb0wr5x')).headers.get('content-type'), 'image/png');
});

test('what nobody may see, what does not exist and what can’t be an id are all not found', async () => {
  for (const [query, found] of [
    ['design=7harb0wr5x', null],
    ['design=nope', shared],
    ['', shared],
    ['design=7harb0wr5x', { ...shared, design: {} }],
  ] as const) {
    const answer = await ask(query, found);
    assert.equal(answer.status, 404);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  }
  assert.equal((await ask('design=7harb0wr5x', shared, { method: 'POST' })).status, 405);
});

test('the design of an ordered line has a picture for mails, kept for good; another id has none', async () => {
  const picture = await ask(`line=${ordered}`, null);
  assert.equal(picture.headers.get('content-type'), 'image/png');
  assert.match(picture.headers.get('cache-control') ?? '', /immutable/);
  for (const line of [ordered.replace('3b', '3c'), 'nope', '']) {
    assert.equal((await ask(`line=${line}`)).status, 404);
  }
});

test('the drawing becomes a PNG of the size that previews want', async () => {
  const program = new URL(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'));
  await initWasm(readFileSync(program));
  // What the function hands on to be made a PNG.
  const svg = await (await ask('design=7harb0wr5x')).text();
  assert.doesNotMatch(svg, /<path filter=/, 'soft shadows take nine tenths of the time');
  const picture = new Resvg(svg, { fitTo: { mode: 'width', value: 1200 } }).render();
  assert.deepEqual([picture.width, picture.height], [1200, 630]);
  assert.deepEqual([...picture.asPng().subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
});
