import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { deflateSync, crc32 } from 'node:zlib';
import sharp from 'sharp';
import { picture, startStorageBackend, type StorageBackend } from './storage-backend.ts';
import { hostedSkips } from '../../support/hosted/contract.ts';

const skip = { skip: hostedSkips };
let world: StorageBackend;
let bucket: string;

before(async () => {
  world = await startStorageBackend();
  bucket = await world.bucket({
    public: true,
    fileSizeLimit: '5MB',
    allowedMimeTypes: ['image/*'],
  });
});
after(() => world.stop());

const latin = (content: string) => Buffer.from(content, 'latin1');
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const html = '<!doctype html><script>alert(1)</script>';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([latin(type), data]);
  const framed = Buffer.alloc(8 + body.length);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), 4 + body.length);
  return framed;
}

/** A small file that says it is 30,000 by 30,000 pixels. */
function pixelBomb(): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(30_000, 0);
  head.writeUInt32BE(30_000, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(4096))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function withPngText(png: Buffer, content: string): Buffer {
  const at = 8 + 25;
  return Buffer.concat([
    png.subarray(0, at),
    chunk('tEXt', latin(`c\0${content}`)),
    png.subarray(at),
  ]);
}

const emptyZip = Buffer.concat([latin('PK\u0005\u0006'), Buffer.alloc(18)]);

async function hostileFiles(): Promise<Record<string, readonly [string, Buffer]>> {
  const png = await picture();
  const jpeg = await sharp(png).jpeg().toBuffer();
  const gif = await sharp(png).gif().toBuffer();
  const webp = await sharp(png).webp().toBuffer();
  const avif = await sharp(png).avif().toBuffer();
  return {
    'svg-as-png': ['image/png', latin(svg)],
    'svg-as-jpeg': ['image/jpeg', latin(svg)],
    'svg-with-script': ['image/svg+xml', latin(svg)],
    'svg-with-handler': ['image/svg+xml', latin('<svg onload="alert(1)"></svg>')],
    'svg-with-entity': ['image/svg+xml', latin('<!DOCTYPE s [<!ENTITY x "y">]><svg>&x;</svg>')],
    'svg-with-page': ['image/svg+xml', latin('<svg><foreignObject></foreignObject></svg>')],
    'html-as-png': ['image/png', latin(html)],
    'html-as-gif': ['image/gif', latin(html)],
    'html-as-svg': ['image/svg+xml', latin(html)],
    'html-after-gif-magic': ['image/gif', latin(`GIF89a=1;${html}`)],
    'html-after-jpeg-magic': [
      'image/jpeg',
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), latin(html)]),
    ],
    'html-inside-png': ['image/png', withPngText(png, html)],
    'html-behind-png': ['image/png', Buffer.concat([png, latin(html)])],
    'html-behind-jpeg': ['image/jpeg', Buffer.concat([jpeg, latin(html)])],
    'html-behind-webp': ['image/webp', Buffer.concat([webp, latin(html)])],
    'php-inside-png': ['image/png', withPngText(png, '<?php system($_GET[0]); ?>')],
    'zip-behind-png': ['image/png', Buffer.concat([png, emptyZip])],
    'zip-behind-jpeg': ['image/jpeg', Buffer.concat([jpeg, emptyZip])],
    'zip-behind-gif': ['image/gif', Buffer.concat([gif, emptyZip])],
    'zip-as-png': ['image/png', emptyZip],
    'pdf-as-png': ['image/png', latin('%PDF-1.7\n1 0 obj')],
    'program-as-png': ['image/png', Buffer.concat([latin('\u007fELF'), Buffer.alloc(200)])],
    'text-as-webp': ['image/webp', latin('just words')],
    'png-as-jpeg': ['image/jpeg', png],
    'jpeg-as-png': ['image/png', jpeg],
    'webp-as-avif': ['image/avif', webp],
    'avif-as-webp': ['image/webp', avif],
    'cut-png': ['image/png', png.subarray(0, png.length - 20)],
    'magic-alone': ['image/png', png.subarray(0, 8)],
    'cut-webp': ['image/webp', webp.subarray(0, 30)],
    'nothing-as-png': ['image/png', Buffer.alloc(0)],
    'pixel-bomb': ['image/png', pixelBomb()],
    'html-told-as-html': ['text/html', latin(html)],
    'unknown-picture-type': ['image/x-made-up', png],
    'no-type': ['', png],
    'nonsense-type': ['image/png/../../etc', png],
  };
}

test('no hostile file gets in as a picture, and none leaves a trace', skip, async () => {
  const store = world.service.storage.from(bucket);
  const files = await hostileFiles();
  assert.ok(Object.keys(files).length >= 30);
  for (const [name, [contentType, bytes]] of Object.entries(files)) {
    const refused = await store.upload(name, bytes, { contentType });
    assert.equal(refused.error?.statusCode, '415', name);
  }
  assert.deepEqual((await store.list()).data, []);
  assert.deepEqual(await filesOnDisk(), []);
});

test(
  'nor into the buckets that desks upload to, from an editor who would be let in',
  skip,
  async () => {
    const { client } = await world.customer('editor');
    const png = await picture();
    for (const [desk, folder] of [
      ['product-images', 'hostile'],
      ['drafts', 'samples'],
    ] as const) {
      const store = client.storage.from(desk);
      for (const [name, [contentType, bytes]] of Object.entries(await hostileFiles())) {
        const refused = await store.upload(`${folder}/${name}`, bytes, { contentType });
        assert.equal(refused.error?.statusCode, '415', `${desk} ${name}`);
      }
      const good = await store.upload(`${folder}/good.png`, png, { contentType: 'image/png' });
      assert.equal(good.error, null, desk);
      assert.deepEqual(
        (await store.list(folder)).data?.map(({ name }) => name),
        ['good.png'],
      );
      await store.remove([`${folder}/good.png`]);
    }
    assert.deepEqual(await filesOnDisk(), []);
  },
);

test('true pictures of every kind do get in', async () => {
  const png = await picture(300, 200);
  const good = {
    'image/png': png,
    'image/jpeg': await sharp(png)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Wren & <co>' } })
      .toBuffer(),
    'image/gif': await sharp(png).gif().toBuffer(),
    'image/webp': await sharp(png).webp({ lossless: true }).toBuffer(),
    'image/avif': await sharp(png).avif().toBuffer(),
    'image/tiff': await sharp(png).tiff().toBuffer(),
    'image/svg+xml': latin('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9"/></svg>'),
  };
  const store = world.service.storage.from(bucket);
  for (const [contentType, bytes] of Object.entries(good)) {
    const { error } = await store.upload(`good/${contentType}`, bytes, { contentType });
    assert.equal(error, null, contentType);
  }
});

test('sounds get in as what they are, and nothing else does as a sound', skip, async () => {
  const before = await filesOnDisk();
  const { client } = await world.customer('editor');
  const store = client.storage.from('sound-drafts');
  const wav = Buffer.concat([latin('RIFF\x24\0\0\0WAVEfmt '), Buffer.alloc(28)]);
  const good: Readonly<Record<string, Buffer>> = {
    'audio/wav': wav,
    'audio/mpeg': Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0]), Buffer.alloc(200)]),
    'audio/aac': Buffer.concat([Buffer.from([0xff, 0xf1, 0x50, 0x80]), Buffer.alloc(200)]),
    'audio/mp4': Buffer.concat([latin('\0\0\0\x20ftypM4A '), Buffer.alloc(200)]),
    'audio/ogg': Buffer.concat([latin('OggS\0'), Buffer.alloc(200)]),
  };
  for (const [contentType, bytes] of Object.entries(good)) {
    const place = `sounds/${contentType}`;
    assert.equal((await store.upload(place, bytes, { contentType })).error, null, contentType);
    for (const other of Object.keys(good).filter((each) => each !== contentType)) {
      const refused = await store.upload('sounds/no', bytes, { contentType: other });
      assert.equal(refused.error?.statusCode, '415', `${contentType} as ${other}`);
    }
    const marked = Buffer.concat([bytes, latin(html)]);
    const refused = await store.upload('sounds/no', marked, { contentType });
    assert.equal(refused.error?.statusCode, '415', `a page behind ${contentType}`);
    await store.remove([place]);
  }
  for (const contentType of ['text/html', 'image/png', 'audio/midi', 'video/mp4']) {
    const refused = await store.upload('sounds/no', wav, { contentType });
    assert.equal(refused.error?.statusCode, '415', contentType);
  }
  const large = Buffer.concat([wav, Buffer.alloc(3_145_728)]);
  const refused = await store.upload('sounds/no', large, { contentType: 'audio/wav' });
  assert.equal(refused.error?.statusCode, '413');
  assert.deepEqual(await filesOnDisk(), before);
});

test('what was uploaded can’t run as a page', async () => {
  const open = await world.bucket({ public: true });
  const store = world.service.storage.from(open);
  await store.upload('page.html', html, { contentType: 'text/html; charset=utf-8' });
  const response = await fetch(store.getPublicUrl('page.html').data.publicUrl);
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain/);
  if (!world.isHosted) {
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    assert.match(response.headers.get('content-security-policy') ?? '', /sandbox/);
  }
  await response.text();
});

test('keys with characters that mean something else elsewhere are refused', async () => {
  const open = await world.bucket();
  const store = world.service.storage.from(open);
  for (const key of [
    'ø.txt',
    'a%2fb.txt',
    'a\\b.txt',
    'a\u0000b.txt',
    'a"b.txt',
    'a<b>.txt',
    '🎹.txt',
    'a#b',
  ]) {
    const url = `${world.backend.url}/storage/v1/object/${open}/${encodeURIComponent(key)}`;
    const headers = {
      authorization: `Bearer ${world.backend.secretKey}`,
      'content-type': 'text/plain',
    };
    const response = await fetch(url, { method: 'POST', headers, body: 'x' });
    const body = (await response.json()) as { code: string };
    assert.equal(response.status, 400, key);
    assert.equal(body.code, 'InvalidKey', key);
  }
  assert.deepEqual((await store.list()).data, []);
});

/** Paths as they stand, which a client that follows the URL standard would tidy up first. */
function rawRequest(method: string, target: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(world.backend.url);
  const headers = {
    authorization: `Bearer ${world.backend.secretKey}`,
    'content-type': 'text/plain',
  };
  return new Promise((resolve, reject) => {
    const request = http.request({ hostname, port, method, path: target, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (body += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    request.on('error', reject);
    request.end(method === 'POST' ? 'x' : undefined);
  });
}

test('no path leads out of a bucket', skip, async () => {
  const open = await world.bucket({ public: true });
  const ways = [
    '../x.txt',
    '..%2fx.txt',
    '%2e%2e/x.txt',
    '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '....//x.txt',
    'a/../../x.txt',
    'a/%2e%2e/%2e%2e/x.txt',
    '..\\x.txt',
    '..%5cx.txt',
    '%252e%252e%252fx.txt',
    '%c0%ae%c0%ae/x.txt',
    '%',
    '/etc/passwd',
    '//etc/passwd',
    './x.txt',
    'a/./x.txt',
    'x.txt%00.png',
  ];
  for (const way of ways) {
    for (const route of [
      'object',
      'object/public',
      'object/authenticated',
      'render/image/public',
    ]) {
      const read = await rawRequest('GET', `/storage/v1/${route}/${open}/${way}`);
      assert.ok(read.status >= 400 && read.status < 500, `${route} ${way} ${read.status}`);
      assert.doesNotMatch(read.body, /root:/);
    }
    const write = await rawRequest('POST', `/storage/v1/object/${open}/${way}`);
    const stored = await world.sql<{ name: string }[]>`
      select name from storage.objects where bucket_id = ${open}`;
    for (const { name } of stored) assert.doesNotMatch(name, /(?:^|\/)\.{0,2}(?:\/|$)/, way);
    assert.ok(write.status < 500, way);
  }
  for (const name of await filesOnDisk()) assert.match(name, /^[0-9a-f-]{36}$/);
});

test('moving and copying take no way out either', async () => {
  const store = world.service.storage.from(bucket);
  await store.upload('ok.png', await picture(), { contentType: 'image/png' });
  for (const way of ['../out.png', 'a/../../out.png', '/abs.png', 'a//b.png', '..', '']) {
    assert.equal((await store.copy('ok.png', way)).error?.statusCode, '400', way);
    assert.equal((await store.move('ok.png', way)).error?.statusCode, '400', way);
  }
  const elsewhere = await store.copy('ok.png', 'x.png', { destinationBucket: '../up' });
  assert.equal(elsewhere.error?.statusCode, '400');
});

test('wild requests are answered as refusals, never as failures', skip, async () => {
  const { backend } = world;
  const headers = {
    authorization: `Bearer ${backend.secretKey}`,
    'content-type': 'application/json',
  };
  const bodies = [
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '{"limit":-1}',
    '{"limit":1e99}',
    '{"limit":"a"}',
    '{"offset":-5}',
    '{"prefix":5}',
    '{"prefixes":"x"}',
    '{"prefixes":[1]}',
    '{"expiresIn":0}',
    '{"expiresIn":1,"paths":7}',
    '{"sortBy":[]}',
    '{"cursor":"%%"}',
    `{"prefixes":[${'"a",'.repeat(2000)}"a"]}`,
    '{"name":{}}',
    '{"bucketId":"x","sourceKey":[]}',
  ];
  const routes = [
    'bucket',
    'object/list/x',
    'object/list-v2/x',
    'object/move',
    'object/copy',
    'object/sign/x',
    'object/sign/x/y',
  ];
  for (const route of routes) {
    for (const body of bodies) {
      const response = await fetch(`${backend.url}/storage/v1/${route}`, {
        method: 'POST',
        headers,
        body,
      });
      const answer = await response.text();
      assert.ok(response.status < 500, `${route} ${body.slice(0, 40)} ${answer}`);
    }
  }
});

async function filesOnDisk(): Promise<string[]> {
  const entries = await readdir(path.join(world.backend.dataFolder, 'storage'), {
    recursive: true,
    withFileTypes: true,
  });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}
