import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { SupabaseClient } from '@supabase/supabase-js';
import sharp from 'sharp';
import { hostedSkips } from '../../support/hosted/contract.ts';
import { startStorageBackend, type Customer, type StorageBackend } from './storage-backend.ts';

const skip = { skip: hostedSkips };
let world: StorageBackend;
let anna: Customer;
let other: Customer;
let editor: Customer;

before(async () => {
  world = await startStorageBackend();
  if (world.isHosted) return;
  anna = await world.customer('shopper');
  other = await world.customer('second');
  editor = await world.customer('editor');
});
after(() => world.stop());

const photo = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#c80' } })
    .webp()
    .toBuffer();

/** Announced, and not sent. */
async function announced(): Promise<{ readonly id: string; readonly path: string }> {
  const id = randomUUID();
  const path = `${id}.webp`;
  await world.sql`
    insert into private.customer_photos (id, user_id, product_id, storage_path, width, height, placeholder_colour)
    select ${id}, ${anna.id}, p.id, ${path}, 60, 40, '#cc8800' from public.products p where p.url = 'turned-knob'`;
  return { id, path };
}

const put = (client: SupabaseClient, path: string, bytes: Buffer, contentType = 'image/webp') =>
  client.storage.from('photo-inbox').upload(path, bytes, { contentType });

async function sent() {
  const { id, path } = await announced();
  assert.equal((await put(anna.client, path, await photo())).error, null);
  assert.equal((await anna.client.rpc('send_photo', { p_id: id })).error, null);
  return { id, path };
}

const isOpen = async (path: string) =>
  (await fetch(`${world.backend.url}/storage/v1/object/public/customer-photos/${path}`)).ok;

const decide = async (id: string, to: string, words: string) => {
  const [row] = await world.sql`select version from private.customer_photos where id = ${id}`;
  const asked = { p_id: id, p_to: to, p_words: words, p_version: row?.['version'] };
  assert.equal((await editor.client.rpc('decide_photo', asked)).error, null);
};

const show = async ({ id, path }: { id: string; path: string }) => {
  const inbox = editor.client.storage.from('photo-inbox');
  const copied = await inbox.copy(path, path, { destinationBucket: 'customer-photos' });
  assert.equal(copied.error, null);
  await decide(id, 'shown', 'A knob');
};

test('a file gets in once, by its customer, as the picture that it says it is', skip, async () => {
  const { path } = await announced();
  const bytes = await photo();
  for (const client of [world.visitor, other.client, editor.client]) {
    assert.equal((await put(client, path, bytes)).error?.statusCode, '403');
  }
  for (const [wrong, type] of [
    [Buffer.from('<svg onload="alert(1)"/>'), 'image/webp'],
    [Buffer.concat([bytes, Buffer.from('<!doctype html><script>1</script>')]), 'image/webp'],
    [bytes, 'image/jpeg'],
    [bytes, 'image/svg+xml'],
    [bytes, 'text/html'],
  ] as const)
    assert.equal((await put(anna.client, path, wrong, type)).error?.statusCode, '415', type);
  const large = Buffer.concat([bytes, Buffer.alloc(8_388_608)]);
  assert.equal((await put(anna.client, path, large)).error?.statusCode, '413');
  assert.equal((await put(anna.client, `${randomUUID()}.webp`, bytes)).error?.statusCode, '403');
  assert.equal((await put(anna.client, path, bytes)).error, null);
  const again = await put(anna.client, path, bytes);
  assert.equal(again.error?.statusCode, '409');
  const replaced = await anna.client.storage
    .from('photo-inbox')
    .update(path, bytes, { contentType: 'image/webp' });
  assert.notEqual(replaced.error, null);
});

test('nobody fetches what waits but its customer and editors', skip, async () => {
  const { path } = await sent();
  assert.equal(await isOpen(path), false);
  for (const client of [world.visitor, other.client]) {
    const inbox = client.storage.from('photo-inbox');
    assert.notEqual((await inbox.download(path)).error, null);
    assert.notEqual((await inbox.createSignedUrl(path, 60)).error, null);
    assert.deepEqual((await inbox.list()).data ?? [], []);
  }
  for (const client of [anna.client, editor.client])
    assert.equal((await client.storage.from('photo-inbox').download(path)).error, null);
});

test('what is shown is open, and neither staff nor others remove it meanwhile', skip, async () => {
  const given = await sent();
  await show(given);
  assert.equal(await isOpen(given.path), true);
  for (const client of [world.visitor, other.client, anna.client, editor.client]) {
    await client.storage.from('customer-photos').remove([given.path]);
    await client.storage.from('photo-inbox').remove([given.path]);
  }
  assert.equal(await isOpen(given.path), true);
  await decide(given.id, 'declined', 'Too dark');
  const gone = await editor.client.storage.from('customer-photos').remove([given.path]);
  assert.equal(gone.data?.length, 1);
  assert.equal(await isOpen(given.path), false);
});

test('the jobs remove what a removal left halfway', skip, async () => {
  const given = await sent();
  await show(given);
  await anna.client.rpc('remove_photo', { p_id: given.id });
  await world.sql`
    update storage.objects set created_at = now() - interval '1 hour' where name = ${given.path}`;
  const run = await fetch(`${world.backend.url}/functions/v1/run-jobs`, {
    method: 'POST',
    headers: { apikey: world.backend.secretKey },
  });
  const done = (await run.json()) as { readonly photos: unknown };
  assert.deepEqual(done.photos, { removed: 2 });
  assert.equal(await isOpen(given.path), false);
  const left = await world.sql`select from storage.objects where name = ${given.path}`;
  assert.equal(left.length, 0);
});
