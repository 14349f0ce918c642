import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { picture, shown, startStorageBackend, type StorageBackend } from './storage-backend.ts';

const text = { contentType: 'text/plain' };
let world: StorageBackend;
let bucket: string;

before(async () => {
  world = await startStorageBackend();
  bucket = await world.bucket();
});
after(() => world.stop());

const service = () => world.service.storage.from(bucket);
const visitor = () => world.visitor.storage.from(bucket);

async function link(key: string, seconds = 60, options = {}): Promise<string> {
  const { data, error } = await service().createSignedUrl(key, seconds, options);
  assert.equal(error, null);
  return data?.signedUrl ?? '';
}

async function refusalAt(url: string): Promise<unknown> {
  const response = await fetch(url);
  assert.equal(response.status, 400);
  const body = (await response.json()) as Record<string, unknown>;
  return body['error'];
}

test('a signed link opens a private file without a key, under odd names too', async () => {
  for (const key of ['plain.txt', "folder one/it's (1) & more+=.txt", 'a/b/c/d.txt']) {
    assert.equal((await service().upload(key, `in ${key}`, text)).error, null);
    const response = await fetch(await link(key));
    assert.equal(response.status, 200, key);
    assert.equal(await response.text(), `in ${key}`);
    assert.ok(response.headers.get('expires'));
  }
  const named = await fetch(await link('plain.txt', 60, { download: 'kept.txt' }));
  assert.match(named.headers.get('content-disposition') ?? '', /filename=kept\.txt/);
  await named.text();
});

test('many links are signed at once, and a missing object says so', async () => {
  await service().upload('many/1.txt', 'one', { ...text, upsert: true });
  const { data, error } = await service().createSignedUrls(['many/1.txt', 'many/none.txt'], 60);
  assert.equal(error, null);
  const [found, missing] = data ?? [];
  assert.equal(found?.error, null);
  assert.equal(await (await fetch(found?.signedUrl ?? '')).text(), 'one');
  assert.equal(missing?.signedUrl, null);
  assert.match(missing?.error ?? '', /does not exist or you do not have access/);
});

test('a link that expired, was changed or is meant for another file opens nothing', async () => {
  await service().upload('x/1.txt', 'one', { ...text, upsert: true });
  await service().upload('x/2.txt', 'two', { ...text, upsert: true });
  const short = await link('x/1.txt', 1);
  const good = await link('x/1.txt');
  assert.equal(await refusalAt(good.replace('x/1.txt', 'x/2.txt')), 'InvalidSignature');
  assert.equal(await refusalAt(`${good.slice(0, -6)}AAAAAA`), 'InvalidJWT');
  assert.equal(await refusalAt(good.replace(/token=.*/, 'token=')), 'InvalidJWT');
  assert.equal(await refusalAt(good.replace(/token=.*/, 'token=e30.e30.e30')), 'InvalidJWT');
  const [head, body] = good.replace(/.*token=/, '').split('.');
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  assert.equal(await refusalAt(good.replace(/token=.*/, `token=${none}.${body}.`)), 'InvalidJWT');
  assert.equal(await refusalAt(good.replace(/token=.*/, `token=${head}.${body}.`)), 'InvalidJWT');
  await sleep(2100);
  assert.equal(await refusalAt(short), 'InvalidJWT');
});

test('the token of a link is no key, and an access token is no link', async () => {
  await service().upload('x/3.txt', 'three', { ...text, upsert: true });
  const token = (await link('x/3.txt')).replace(/.*token=/, '');
  const { backend } = world;
  const response = await fetch(`${backend.url}/storage/v1/bucket`, {
    headers: { apikey: backend.publishableKey, authorization: `Bearer ${token}` },
  });
  assert.ok(response.status === 400 || response.status === 401);
  await response.text();
  const upload = await visitor().uploadToSignedUrl('x/3.txt', token, 'replaced', text);
  assert.equal(upload.error?.statusCode, '400');
  assert.equal(await (await service().download('x/3.txt')).data?.text(), 'three');
});

test('whoever holds an upload link uploads to that key, once', async () => {
  const { data, error } = await service().createSignedUploadUrl('drop/a.txt');
  assert.equal(error, null);
  const token = data?.token ?? '';
  const uploaded = await visitor().uploadToSignedUrl('drop/a.txt', token, 'dropped', text);
  assert.equal(uploaded.error, null);
  assert.equal(uploaded.data?.fullPath, `${bucket}/drop/a.txt`);
  assert.equal(await (await service().download('drop/a.txt')).data?.text(), 'dropped');
  const again = await visitor().uploadToSignedUrl('drop/a.txt', token, 'again', text);
  assert.equal(again.error?.statusCode, '409');
  const other = await visitor().uploadToSignedUrl('drop/b.txt', token, 'other', text);
  assert.deepEqual(shown(other), {
    status: 400,
    statusCode: '400',
    code: 'InvalidSignature',
    message: 'The url do not match the signature',
  });
  const taken = await service().createSignedUploadUrl('drop/a.txt');
  assert.equal(taken.error?.statusCode, '409');
  const over = await service().createSignedUploadUrl('drop/a.txt', { upsert: true });
  const replaced = await visitor().uploadToSignedUrl(
    'drop/a.txt',
    over.data?.token ?? '',
    'new',
    text,
  );
  assert.equal(replaced.error, null);
  const blob = await service().createSignedUploadUrl('drop/blob.txt');
  const sent = new Blob(['from a blob'], { type: 'text/plain' });
  await visitor().uploadToSignedUrl('drop/blob.txt', blob.data?.token ?? '', sent);
  assert.equal(await (await service().download('drop/blob.txt')).data?.text(), 'from a blob');
});

async function sizeOf(url: string, accept = '*/*'): Promise<unknown> {
  const response = await fetch(url, { headers: { accept } });
  assert.equal(response.status, 200);
  const bytes = Buffer.from(await response.arrayBuffer());
  const { width, height, format } = await sharp(bytes).metadata();
  assert.equal(response.headers.get('content-length'), String(bytes.length));
  return [width, height, format, response.headers.get('content-type')];
}

test('a picture comes resized, by public link, signed link and download', async () => {
  const shop = await world.bucket({ public: true });
  const image = await picture(400, 200);
  const store = world.service.storage.from(shop);
  await store.upload('p.png', image, { contentType: 'image/png' });
  const at = (transform: Record<string, unknown>) =>
    world.visitor.storage.from(shop).getPublicUrl('p.png', { transform }).data.publicUrl;
  assert.deepEqual(await sizeOf(at({ width: 100 })), [100, 50, 'png', 'image/png']);
  assert.deepEqual(await sizeOf(at({ width: 100, height: 100 })), [100, 100, 'png', 'image/png']);
  const contain = at({ width: 100, height: 100, resize: 'contain' });
  assert.deepEqual(await sizeOf(contain), [100, 50, 'png', 'image/png']);
  const fill = at({ width: 30, height: 90, resize: 'fill' });
  assert.deepEqual(await sizeOf(fill), [30, 90, 'png', 'image/png']);
  const webp = await sizeOf(at({ width: 100 }), 'image/avif,image/webp,*/*');
  assert.deepEqual(webp, [100, 50, 'webp', 'image/webp']);
  const origin = await sizeOf(at({ width: 100, format: 'origin' }), 'image/webp');
  assert.deepEqual(origin, [100, 50, 'png', 'image/png']);

  await service().upload('p.png', image, { contentType: 'image/png' });
  const signed = await link('p.png', 60, { transform: { width: 80 } });
  assert.deepEqual(await sizeOf(signed), [80, 40, 'png', 'image/png']);
  assert.deepEqual(await sizeOf(`${signed}&width=400`), [80, 40, 'png', 'image/png']);
  const { data } = await service().download('p.png', { transform: { width: 60, height: 60 } });
  const downloaded = await sharp(
    Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()),
  ).metadata();
  assert.deepEqual([downloaded.width, downloaded.height], [60, 60]);
});

test('a transform out of bounds, or of what is no picture, is refused', async () => {
  const shop = await world.bucket({ public: true });
  const store = world.service.storage.from(shop);
  await store.upload('p.png', await picture(), { contentType: 'image/png' });
  await store.upload('t.txt', 'text', text);
  const base = `${world.backend.url}/storage/v1/render/image/public/${shop}`;
  for (const query of [
    'width=100000',
    'width=-1',
    'width=x',
    'quality=101',
    'resize=stretch',
    'format=exe',
  ]) {
    const response = await fetch(`${base}/p.png?${query}`);
    assert.equal(response.status, 400, query);
    await response.text();
  }
  const noPicture = await fetch(`${base}/t.txt?width=10`);
  assert.equal(noPicture.status, 400);
  assert.match(await noPicture.text(), /"code":"InvalidRequest"/);
});
