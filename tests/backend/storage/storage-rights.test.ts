import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { SupabaseClient } from '@supabase/supabase-js';
import {
  picture,
  shown,
  startStorageBackend,
  type Customer,
  type StorageBackend,
} from './storage-backend.ts';
import { hostedSkips } from '../../support/hosted/contract.ts';

const skip = { skip: hostedSkips };
const text = { contentType: 'text/plain' };
let world: StorageBackend;
let anna: Customer;
let berit: Customer;
/** Private: everyone has a folder of their own. */
let own: string;
/** Private: signed-in people may add, and do nothing else. */
let addOnly: string;

before(async () => {
  world = await startStorageBackend();
  if (world.isHosted) return;
  [anna, berit] = [await world.customer('shopper'), await world.customer('second')];
  own = await world.bucket();
  addOnly = await world.bucket();
  const mine = `(storage.foldername(name))[1] = (select auth.uid())::text`;
  await world.sql.unsafe(`
    set role postgres;
    create policy "Test: read own" on storage.objects for select to authenticated
      using (bucket_id = '${own}' and ${mine});
    create policy "Test: add own" on storage.objects for insert to authenticated
      with check (bucket_id = '${own}' and ${mine});
    create policy "Test: change own" on storage.objects for update to authenticated
      using (bucket_id = '${own}' and ${mine}) with check (bucket_id = '${own}' and ${mine});
    create policy "Test: remove own" on storage.objects for delete to authenticated
      using (bucket_id = '${own}' and ${mine});
    create policy "Test: add only" on storage.objects for insert to authenticated
      with check (bucket_id = '${addOnly}');
    reset role;
  `);
});
after(() => world.stop());

const refusedByPolicy = {
  status: 400,
  statusCode: '403',
  code: 'AccessDenied',
  message: 'new row violates row-level security policy',
};
const notFound = {
  status: 400,
  statusCode: '404',
  code: 'NoSuchKey',
  message: 'Object not found',
};

async function putOwn(customer: Customer, name: string): Promise<string> {
  const key = `${customer.id}/${name}`;
  const { error } = await customer.client.storage.from(own).upload(key, 'mine', text);
  assert.equal(error, null);
  return key;
}

async function filesOf(bucket: string): Promise<number> {
  const [row] = await world.sql<{ count: number }[]>`
    select count(*)::int as count from storage.objects where bucket_id = ${bucket}`;
  return row?.count ?? -1;
}

test(
  'a customer reads, replaces, moves and removes what is theirs, as its owner',
  skip,
  async () => {
    const store = anna.client.storage.from(own);
    const key = await putOwn(anna, 'a.txt');
    assert.equal((await store.update(key, 'newer', text)).error, null);
    assert.equal(await (await store.download(key)).data?.text(), 'newer');
    assert.equal((await store.copy(key, `${anna.id}/b.txt`)).error, null);
    assert.equal((await store.move(key, `${anna.id}/c.txt`)).error, null);
    const { data } = await store.list(anna.id);
    assert.deepEqual(
      data?.map((one) => one.name),
      ['b.txt', 'c.txt'],
    );
    const owners = await world.sql<{ owner_id: string; owner: string }[]>`
    select distinct owner_id, owner from storage.objects where bucket_id = ${own}`;
    assert.deepEqual(
      owners.map((row) => ({ ...row })),
      [{ owner_id: anna.id, owner: anna.id }],
    );
    const removed = await store.remove([`${anna.id}/b.txt`, `${anna.id}/c.txt`]);
    assert.equal(removed.data?.length, 2);
  },
);

test('nobody else sees, links, replaces, moves, copies or removes it', skip, async () => {
  const key = await putOwn(anna, 'secret.txt');
  const strangers: readonly [string, SupabaseClient][] = [
    ['visitor', world.visitor],
    ['berit', berit.client],
  ];
  for (const [who, client] of strangers) {
    const store = client.storage.from(own);
    assert.equal((await store.download(key)).data, null, who);
    assert.deepEqual(shown(await store.info(key)), notFound, who);
    assert.deepEqual((await store.list(anna.id)).data, [], who);
    assert.deepEqual((await store.list('')).data, [], who);
    assert.deepEqual((await store.listV2({})).data?.objects, [], who);
    assert.deepEqual(shown(await store.createSignedUrl(key, 60)), notFound, who);
    const many = await store.createSignedUrls([key], 60);
    assert.equal(many.data?.[0]?.signedUrl, null, who);
    assert.deepEqual(
      shown(await store.createSignedUploadUrl(key, { upsert: true })),
      refusedByPolicy,
    );
    assert.deepEqual(shown(await store.update(key, 'theirs', text)), refusedByPolicy, who);
    assert.deepEqual(shown(await store.upload(`${anna.id}/new.txt`, 'x', text)), refusedByPolicy);
    assert.deepEqual(shown(await store.move(key, 'stolen.txt')), notFound, who);
    assert.deepEqual(shown(await store.copy(key, 'stolen.txt')), notFound, who);
    assert.deepEqual((await store.remove([key])).data, [], who);
    const gone = await client.storage.emptyBucket(own);
    assert.equal(gone.error?.statusCode, '404', who);
    const transformed = await store.download(key, { transform: { width: 10 } });
    assert.equal(transformed.data, null, who);
  }
  assert.equal(await (await anna.client.storage.from(own).download(key)).data?.text(), 'mine');
});

test('a key that a stranger has is not told apart by trying to take it', skip, async () => {
  const taken = await putOwn(anna, 'taken.txt');
  const store = berit.client.storage.from(own);
  const onTaken = shown(await store.upload(taken, 'x', text));
  const onFree = shown(await store.upload(`${anna.id}/free.txt`, 'x', text));
  assert.deepEqual(onTaken, onFree);
});

test('nobody moves what is theirs into the folder of another', skip, async () => {
  const key = await putOwn(berit, 'gift.txt');
  const store = berit.client.storage.from(own);
  assert.deepEqual(shown(await store.move(key, `${anna.id}/gift.txt`)), refusedByPolicy);
  assert.deepEqual(shown(await store.copy(key, `${anna.id}/gift.txt`)), refusedByPolicy);
});

test('the right to add is no right to read, replace or remove', skip, async () => {
  const store = anna.client.storage.from(addOnly);
  assert.equal((await store.upload('drop.txt', 'x', text)).error, null);
  assert.equal(
    (await store.upload('drop.txt', 'y', { ...text, upsert: true })).error?.statusCode,
    '403',
  );
  assert.equal((await store.download('drop.txt')).data, null);
  assert.deepEqual((await store.remove(['drop.txt'])).data, []);
  assert.equal(await filesOf(addOnly), 1);
});

test('buckets are the service’s alone', skip, async () => {
  for (const client of [world.visitor, anna.client]) {
    const { storage } = client;
    assert.deepEqual((await storage.listBuckets()).data, []);
    assert.deepEqual(shown(await storage.createBucket('mine', { public: true })), refusedByPolicy);
    assert.equal((await storage.getBucket(own)).error?.statusCode, '404');
    assert.equal((await storage.updateBucket(own, { public: true })).error?.statusCode, '404');
    assert.equal((await storage.deleteBucket(own)).error?.statusCode, '404');
  }
});

test('a customer adds nothing to the shop’s own buckets', skip, async () => {
  const image = await picture();
  for (const client of [world.visitor, anna.client]) {
    for (const name of [
      'product-images',
      'drafts',
      'product-sounds',
      'sound-drafts',
      'photo-inbox',
      'customer-photos',
    ]) {
      const refused = await client.storage
        .from(name)
        .upload('x.png', image, { contentType: 'image/png' });
      assert.deepEqual(shown(refused), refusedByPolicy, name);
    }
  }
});

test('a private file is not reachable through the public paths', skip, async () => {
  const key = await putOwn(anna, 'private.txt');
  for (const route of ['object/public', 'render/image/public', 'object/info/public']) {
    const response = await fetch(`${world.backend.url}/storage/v1/${route}/${own}/${key}`);
    assert.ok(response.status === 400 || response.status === 401, route);
    assert.doesNotMatch(await response.text(), /mine/);
  }
});

test('without a key, with a wrong one or with a bad token nothing is done', skip, async () => {
  const key = await putOwn(anna, 'keyless.txt');
  const url = `${world.backend.url}/storage/v1`;
  const tries: readonly [string, string, number, Record<string, string>][] = [
    ['GET', `object/${own}/${key}`, 401, {}],
    ['GET', `object/authenticated/${own}/${key}`, 401, {}],
    ['GET', 'bucket', 401, {}],
    ['POST', `object/list/${own}`, 401, {}],
    ['POST', `object/${own}/x.txt`, 401, {}],
    ['DELETE', `object/${own}`, 401, {}],
    ['GET', 'bucket', 401, { apikey: 'sb_secret_guessed' }],
    ['GET', 'bucket', 401, { authorization: 'Bearer sb_secret_guessed' }],
    ['GET', 'bucket', 400, { authorization: 'Bearer e30.e30.e30' }],
    ['GET', 'bucket', 400, { authorization: `Bearer ${unsigned({ role: 'service_role' })}` }],
  ];
  for (const [method, path, status, headers] of tries) {
    const response = await fetch(`${url}/${path}`, { method, headers });
    assert.equal(response.status, status, `${method} ${path}`);
    const body = (await response.json()) as { statusCode: string; error: string };
    assert.equal(body.error, 'Unauthorized');
    assert.equal(body.statusCode, status === 401 ? '401' : '403');
  }
});

function unsigned(claims: Record<string, unknown>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`;
}

test('a file goes with its row, whoever removes the row', skip, async () => {
  const key = await putOwn(anna, 'files.txt');
  const [before] = await world.sql<{ version: string }[]>`
    select version from storage.objects where bucket_id = ${own} and name = ${key}`;
  await world.sql`delete from storage.objects where bucket_id = ${own} and name = ${key}`;
  const waiting = await world.sql`
    select from storage.discarded_versions where version = ${before?.version ?? ''}`;
  assert.equal(waiting.count, 1);
  await putOwn(anna, 'next.txt');
  await anna.client.storage.from(own).remove([`${anna.id}/next.txt`]);
  assert.equal((await world.sql`select from storage.discarded_versions`).count, 0);
});
