import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { picture, shown, startStorageBackend, type StorageBackend } from './storage-backend.ts';
import { hostedSkips } from '../../support/hosted/contract.ts';

const embeddedOnly = { skip: hostedSkips };
let world: StorageBackend;
let bucket: string;

before(async () => {
  world = await startStorageBackend();
  bucket = await world.bucket({ public: true });
});
after(() => world.stop());

const objects = () => world.service.storage.from(bucket);
const publicUrl = (key: string) =>
  world.visitor.storage.from(bucket).getPublicUrl(key).data.publicUrl;

async function put(key: string, body: string | Buffer = 'hello', contentType = 'text/plain') {
  const answer = await objects().upload(key, body, { contentType });
  assert.equal(answer.error, null);
  return answer.data;
}

async function readText(key: string): Promise<string> {
  const { data, error } = await objects().download(key);
  assert.equal(error, null);
  return (await data?.text()) ?? '';
}

test('a bucket is made, read, listed, changed and removed by the service', async () => {
  const { storage } = world.service;
  const name = await world.bucket({
    public: true,
    fileSizeLimit: '1MB',
    allowedMimeTypes: ['image/*'],
  });
  const read = await storage.getBucket(name);
  assert.equal(read.error, null);
  assert.equal(read.data?.id, name);
  assert.equal(read.data?.public, true);
  assert.equal(read.data?.file_size_limit, 1_000_000);
  assert.deepEqual(read.data?.allowed_mime_types, ['image/*']);

  const changed = await storage.updateBucket(name, { public: false, fileSizeLimit: 5 });
  assert.deepEqual(changed.data, { message: 'Successfully updated' });
  const reread = await storage.getBucket(name);
  assert.equal(reread.data?.public, false);
  assert.equal(reread.data?.file_size_limit, 5);
  assert.deepEqual(reread.data?.allowed_mime_types, ['image/*']);

  const listed = await storage.listBuckets({ search: name });
  assert.deepEqual(
    listed.data?.map((one) => one.id),
    [name],
  );
  assert.deepEqual((await storage.deleteBucket(name)).data, { message: 'Successfully deleted' });
  assert.deepEqual(shown(await storage.getBucket(name)), {
    status: 400,
    statusCode: '404',
    code: 'NoSuchBucket',
    message: 'Bucket not found',
  });
});

test('a bucket with files in it is not removed until it is emptied', async () => {
  const { storage } = world.service;
  const name = await world.bucket();
  await storage.from(name).upload('a/b.txt', 'x', { contentType: 'text/plain' });
  const refused = await storage.deleteBucket(name);
  assert.equal(refused.error?.statusCode, '409');
  assert.equal(refused.error?.message, 'The bucket you tried to delete is not empty');
  assert.equal((await storage.emptyBucket(name)).error, null);
  assert.deepEqual((await storage.from(name).list('a')).data, []);
  assert.equal((await storage.deleteBucket(name)).error, null);
});

test('a bucket that is there already, and a bad name, are refused', async () => {
  const { storage } = world.service;
  assert.deepEqual(shown(await storage.createBucket(bucket, { public: false })), {
    status: 400,
    statusCode: '409',
    code: 'BucketAlreadyExists',
    message: 'The resource already exists',
  });
  for (const name of ['a/b', '..', 'ø', 'x'.repeat(64)]) {
    const refused = await storage.createBucket(name, { public: false });
    assert.equal(refused.error?.statusCode, '400', name);
  }
});

test('every kind of body that the client takes arrives byte for byte', async () => {
  const bytes = await picture();
  const options = { contentType: 'image/png' };
  const own = new Uint8Array(bytes);
  const bodies: Record<string, Parameters<ReturnType<typeof objects>['upload']>[1]> = {
    buffer: bytes,
    arrayBuffer: own.buffer,
    view: own,
    blob: new Blob([own], { type: 'image/png' }),
    file: new File([own], 'ignored.png', { type: 'image/png' }),
    webStream: new Blob([own]).stream(),
    nodeStream: Readable.from([bytes.subarray(0, 50), bytes.subarray(50)]),
  };
  for (const [name, body] of Object.entries(bodies)) {
    const uploaded = await objects().upload(`bodies/${name}.png`, body, options);
    assert.equal(uploaded.error, null, name);
    assert.equal(uploaded.data?.path, `bodies/${name}.png`);
    assert.equal(uploaded.data?.fullPath, `${bucket}/bodies/${name}.png`);
    const downloaded = await objects().download(`bodies/${name}.png`);
    assert.deepEqual(
      Buffer.from((await downloaded.data?.arrayBuffer()) ?? new ArrayBuffer()),
      bytes,
      name,
    );
    assert.equal(downloaded.data?.type, 'image/png', name);
  }
});

test('a form and an empty text are uploads too', async () => {
  const form = new FormData();
  form.append('file', new File(['from a form'], 'x.txt', { type: 'text/plain' }));
  assert.equal((await objects().upload('form.txt', form)).error, null);
  assert.equal(await readText('form.txt'), 'from a form');
  assert.equal(
    (await objects().upload('empty.txt', '', { contentType: 'text/plain' })).error,
    null,
  );
  assert.equal(await readText('empty.txt'), '');
});

test('a second upload to the same key is refused unless it says upsert', async () => {
  const first = await put('once.txt', 'first');
  assert.deepEqual(
    shown(await objects().upload('once.txt', 'second', { contentType: 'text/plain' })),
    {
      status: 400,
      statusCode: '409',
      code: 'ResourceAlreadyExists',
      message: 'The resource already exists',
    },
  );
  assert.equal(await readText('once.txt'), 'first');
  const replaced = await objects().upload('once.txt', 'third', {
    contentType: 'text/plain',
    upsert: true,
  });
  assert.equal(replaced.data?.id, first?.id);
  assert.equal(await readText('once.txt'), 'third');
  assert.equal((await objects().update('once.txt', 'fourth')).error, null);
  assert.equal(await readText('once.txt'), 'fourth');
});

test('twenty uploads of one key at once leave one of them, whole', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      objects().upload('race.txt', `${at}`.repeat(1000), { contentType: 'text/plain' }),
    ),
  );
  assert.equal(answers.filter((answer) => answer.error === null).length, 1);
  const text = await readText('race.txt');
  assert.equal(text, text.slice(0, text.length / 1000).repeat(1000));
});

test('cache time, type and own metadata are kept and told', async () => {
  const bytes = await picture();
  const put = await objects().upload(
    'told.png',
    new Blob([new Uint8Array(bytes)], { type: 'image/png' }),
    {
      cacheControl: '7200',
      metadata: { alt: 'Honig' },
    },
  );
  assert.equal(put.error, null);
  await objects().upload('plain.txt', 'x');
  const { data } = await objects().info('told.png');
  assert.equal(data?.id, put.data?.id);
  assert.equal(data?.size, bytes.length);
  assert.equal(data?.contentType, 'image/png');
  assert.equal(data?.cacheControl, 'max-age=7200');
  assert.deepEqual(data?.metadata, { alt: 'Honig' });
  assert.equal((await objects().info('plain.txt')).data?.cacheControl, 'max-age=3600');
  const response = await fetch(publicUrl('told.png'));
  assert.equal(response.headers.get('cache-control'), 'max-age=7200');
  assert.equal(response.headers.get('content-type'), 'image/png');
  await response.arrayBuffer();
});

test('exists and info tell a missing object from one that is there', async () => {
  await put('there.txt');
  assert.equal((await objects().exists('there.txt')).data, true);
  assert.equal((await objects().exists('nowhere.txt')).data, false);
  assert.deepEqual(shown(await objects().info('nowhere.txt')), {
    status: 400,
    statusCode: '404',
    code: 'NoSuchKey',
    message: 'Object not found',
  });
  const download = await objects().download('nowhere.txt');
  assert.equal(download.data, null);
  assert.equal((download.error as { statusCode?: string } | null)?.statusCode, '404');
});

test('moving and copying keep bytes and metadata, within and between buckets', async () => {
  const other = await world.bucket();
  await put('from.txt', 'travels');
  assert.equal((await objects().move('from.txt', 'a/to.txt')).data?.message, 'Successfully moved');
  assert.equal((await objects().exists('from.txt')).data, false);
  assert.equal(await readText('a/to.txt'), 'travels');

  const copied = await objects().copy('a/to.txt', 'copy.txt', { destinationBucket: other });
  assert.deepEqual(copied.data, { path: `${other}/copy.txt` });
  const { data } = await world.service.storage.from(other).download('copy.txt');
  assert.equal(await data?.text(), 'travels');
  assert.equal(data?.type, 'text/plain');

  await objects().remove(['a/to.txt']);
  assert.equal((await world.service.storage.from(other).exists('copy.txt')).data, true);
  const back = await world.service.storage
    .from(other)
    .move('copy.txt', 'back.txt', { destinationBucket: bucket });
  assert.equal(back.error, null);
  assert.equal(await readText('back.txt'), 'travels');

  assert.equal((await objects().move('nope.txt', 'x.txt')).error?.statusCode, '404');
  assert.equal((await objects().copy('nope.txt', 'x.txt')).error?.statusCode, '404');
  await put('taken.txt');
  assert.equal((await objects().move('back.txt', 'taken.txt')).error?.statusCode, '409');
  assert.equal((await objects().copy('back.txt', 'taken.txt')).error?.statusCode, '409');
});

test('remove gives what it removed and is silent about the rest', async () => {
  await put('gone/1.txt');
  await put('gone/2.txt');
  const { data, error } = await objects().remove(['gone/1.txt', 'gone/2.txt', 'gone/never.txt']);
  assert.equal(error, null);
  assert.deepEqual(data?.map((one) => one.name).toSorted(), ['gone/1.txt', 'gone/2.txt']);
  assert.deepEqual((await objects().list('gone')).data, []);
});

test('list shows one level: folders and files, by name, a hundred at most', async () => {
  const names = ['l/b.txt', 'l/a.txt', 'l/C.txt', 'l/sub/x.txt', 'l/sub/deep/y.txt', 'lx.txt'];
  for (const name of names) await put(name);
  const { data } = await objects().list('l');
  assert.deepEqual(
    data?.map((one) => [one.name, one.id === null]),
    [
      ['C.txt', false],
      ['a.txt', false],
      ['b.txt', false],
      ['sub', true],
    ],
  );
  const file = data?.[1];
  assert.equal(file?.metadata?.['size'], 5);
  assert.equal(file?.metadata?.['mimetype'], 'text/plain');
  assert.equal(data?.[3]?.metadata, null);
  const page = await objects().list('l', { limit: 2, offset: 1 });
  assert.deepEqual(
    page.data?.map((one) => one.name),
    ['a.txt', 'b.txt'],
  );
  const found = await objects().list('l', { search: 'A' });
  assert.deepEqual(
    found.data?.map((one) => one.name),
    ['a.txt'],
  );
  const newest = await objects().list('l', { sortBy: { column: 'created_at', order: 'desc' } });
  assert.deepEqual(
    newest.data?.filter((one) => one.id !== null).map((one) => one.name),
    ['C.txt', 'a.txt', 'b.txt'],
  );
  const bad = await objects().list('l', { sortBy: { column: 'version; drop table x' } });
  assert.equal(bad.error?.statusCode, '400');
});

test('listV2 gives whole names, folders on request, and pages to the end', async () => {
  for (const name of ['v/1.txt', 'v/2.txt', 'v/s/3.txt', 'v/s/4.txt', 'v/5.txt']) await put(name);
  const level = await objects().listV2({ prefix: 'v/', with_delimiter: true });
  assert.deepEqual(
    level.data?.folders.map((one) => one.name),
    ['v/s/'],
  );
  assert.deepEqual(
    level.data?.objects.map((one) => one.name),
    ['v/1.txt', 'v/2.txt', 'v/5.txt'],
  );
  assert.equal(level.data?.hasNext, false);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { data } = await objects().listV2({
      prefix: 'v/',
      limit: 2,
      ...(cursor ? { cursor } : {}),
    });
    seen.push(...(data?.objects.map((one) => one.name) ?? []));
    cursor = data?.nextCursor;
  } while (cursor !== undefined && seen.length < 20);
  assert.deepEqual(seen, ['v/1.txt', 'v/2.txt', 'v/5.txt', 'v/s/3.txt', 'v/s/4.txt']);
});

test('a download is answered in part, as unchanged, and under a name', async () => {
  await put('part.txt', '0123456789');
  const whole = await fetch(publicUrl('part.txt'));
  const eTag = whole.headers.get('etag') ?? '';
  assert.match(eTag, /^"[0-9a-f]{32}"$/);
  assert.equal(await whole.text(), '0123456789');
  const range = async (value: string) => {
    const response = await fetch(publicUrl('part.txt'), { headers: { range: value } });
    const told = response.headers.get('content-range');
    return [response.status, response.status === 206 ? await response.text() : '', told];
  };
  assert.deepEqual(await range('bytes=2-4'), [206, '234', 'bytes 2-4/10']);
  assert.deepEqual(await range('bytes=7-'), [206, '789', 'bytes 7-9/10']);
  assert.deepEqual(await range('bytes=-2'), [206, '89', 'bytes 8-9/10']);
  assert.equal((await range('bytes=20-30'))[0], 416);
  const unchanged = await fetch(publicUrl('part.txt'), { headers: { 'if-none-match': eTag } });
  assert.equal(unchanged.status, 304);
  assert.equal(await unchanged.text(), '');
  const named = world.visitor.storage
    .from(bucket)
    .getPublicUrl('part.txt', { download: 'Ø 1.txt' });
  const response = await fetch(named.data.publicUrl);
  assert.match(response.headers.get('content-disposition') ?? '', /^attachment; .*%C3%98%201\.txt/);
  await response.arrayBuffer();
  const head = await fetch(publicUrl('part.txt'), { method: 'HEAD' });
  assert.equal(head.headers.get('content-length'), '10');
});

test('limits of a bucket hold for the service too', async () => {
  const small = await world.bucket({
    fileSizeLimit: 1000,
    allowedMimeTypes: ['image/*', 'text/plain'],
  });
  const store = world.service.storage.from(small);
  const tooLarge = {
    status: 400,
    statusCode: '413',
    code: 'EntityTooLarge',
    message: 'The object exceeded the maximum allowed size',
  };
  const text = { contentType: 'text/plain' };
  assert.equal((await store.upload('fits.txt', 'x'.repeat(1000), text)).error, null);
  assert.deepEqual(shown(await store.upload('raw.txt', 'x'.repeat(1001), text)), tooLarge);
  const blob = new Blob(['x'.repeat(1001)], { type: 'text/plain' });
  assert.deepEqual(shown(await store.upload('form.txt', blob)), tooLarge);
  const stream = new Blob(['x'.repeat(3000)]).stream();
  assert.deepEqual(shown(await store.upload('stream.txt', stream, text)), tooLarge);
  assert.deepEqual(
    shown(await store.upload('wrong.pdf', '%PDF-1.7', { contentType: 'application/pdf' })),
    {
      status: 400,
      statusCode: '415',
      code: 'InvalidMimeType',
      message: 'mime type application/pdf is not supported',
    },
  );
  const moved = await objects().upload('big.txt', 'x'.repeat(2000), text);
  assert.equal(moved.error, null);
  const escape = await objects().copy('big.txt', 'big.txt', { destinationBucket: small });
  assert.equal(escape.error?.statusCode, '413');
  assert.deepEqual(
    (await store.list()).data?.map((one) => one.name),
    ['fits.txt'],
  );
});

test(
  'no file is larger than the project allows, whatever its bucket says',
  embeddedOnly,
  async () => {
    const wide = await world.bucket({ fileSizeLimit: '1GB' });
    const store = world.service.storage.from(wide);
    const most = 20 * 2 ** 20;
    const bytes = { contentType: 'application/octet-stream' };
    assert.equal((await store.upload('most', Buffer.alloc(most), bytes)).error, null);
    for (const body of [Buffer.alloc(most + 1), new Blob([Buffer.alloc(most + 1)]).stream()]) {
      const refused = await store.upload('more', body, bytes);
      assert.equal(refused.error?.statusCode, '413');
    }
    const [row] =
      await world.sql`select from storage.objects where bucket_id = ${wide} and name = 'more'`;
    assert.equal(row, undefined);
  },
);

test('a path that Storage does not have is 404 as JSON', async () => {
  const { backend } = world;
  const response = await fetch(`${backend.url}/storage/v1/nothing/here`, {
    headers: { apikey: backend.secretKey, authorization: `Bearer ${backend.secretKey}` },
  });
  assert.equal(response.status, 404);
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
  const body = (await response.json()) as { error: string };
  assert.equal(body.error, 'Not Found');
});
