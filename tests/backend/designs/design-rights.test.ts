import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { startTestBackend, type TestBackend } from '../../support/local-backend.ts';
import { anyDesign } from '../../support/data/designs.ts';

/** Stands in every design here that its maker alone may see. */
const canary = 'canary-design-5b1f';

interface Kept {
  readonly id: string;
  readonly code: string;
  readonly version: number;
  readonly secret: string | null;
}

let backend: TestBackend;
let guest: SupabaseClient;
let maker: SupabaseClient;
let other: SupabaseClient;
let owner: SupabaseClient;

const makeClient = () =>
  createClient(backend.url, backend.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });

async function signedIn(email: string): Promise<SupabaseClient> {
  const client = makeClient();
  const password = 'Keywright-demo-1';
  assert.equal((await client.auth.signInWithPassword({ email, password })).error, null);
  return client;
}

async function save(client: SupabaseClient, changes: object, replaces: object = {}) {
  const { data, error } = await client.rpc('save_design', {
    p_design: { ...anyDesign, ...changes },
    ...replaces,
  });
  return { kept: data as Kept, error };
}

const share = (key: string, format: string, headers: Record<string, string> = {}) =>
  fetch(`${backend.url}/functions/v1/share-image?design=${key}&format=${format}`, { headers });

before(async () => {
  backend = await startTestBackend();
  guest = makeClient();
  [maker, other, owner] = await Promise.all([
    signedIn('shopper@keywright.test'),
    signedIn('second@keywright.test'),
    signedIn('owner@keywright.test'),
  ]);
});
after(() => backend?.stop());

test('nobody reads another’s private design by id, list, count, embed or share image', async () => {
  const { kept } = await save(maker, { name: canary });
  const { id, code } = kept;
  const liked = await save(maker, { name: 'To be liked', visibility: 'public' });
  const copy = { name: `${canary} copy`, visibility: 'private' };
  assert.equal((await maker.rpc('fork_design', { p_id: id })).error, null);
  assert.equal((await save(maker, copy)).error, null);
  assert.equal(
    (await maker.rpc('like_design', { p_id: liked.kept.id, p_liked: true })).error,
    null,
  );

  for (const stranger of [guest, other, owner]) {
    const answers = await Promise.all([
      stranger.from('designs').select('*').eq('id', id),
      stranger.from('designs').select('id,name').eq('code', code),
      stranger.from('designs').select('id,name').eq('id', id).setHeader('x-design-id', id),
      stranger.from('designs').select('id,name').like('name', `${canary}%`),
      stranger.from('designs').select('id,name').or(`id.eq.${id},visibility.eq.private`),
      stranger.from('designs').select('id,name').eq('forked_from', id),
      stranger.from('designs').select('id,origin:forked_from(id,name)').limit(200),
      stranger.from('design_likes').select('design_id,designs(id,name)').limit(200),
      stranger.from('order_lines').select('id,designs(id,name)').limit(200),
      stranger.rpc('open_design', { p_key: id }),
      stranger.rpc('open_design', { p_key: code, p_secret: 'guessed' }),
      stranger.rpc('my_designs'),
      stranger.rpc('fork_design', { p_id: id }),
      stranger.rpc('report_design', { p_id: id, p_reason: 'What is this?' }),
    ]);
    for (const [n, answer] of answers.entries())
      assert.ok(!JSON.stringify(answer.data ?? null).includes(canary), `question ${n}`);
    // A planner's guess is never nothing: what it guesses must not tell what is there.
    for (const count of ['exact', 'planned', 'estimated'] as const) {
      const counted = async (name: string) => {
        const rows = stranger.from('designs').select('id', { count, head: true });
        return (await rows.eq('visibility', 'private').like('name', `${name}%`)).count;
      };
      const [there, nowhere] = [await counted(canary), await counted('canary-of-nobody')];
      assert.equal(there, nowhere, `${count} count`);
      if (count === 'exact') assert.equal(there, 0);
    }
    const token = (await stranger.auth.getSession()).data.session?.access_token;
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    for (const format of ['png', 'svg', 'page'])
      for (const key of [id, code]) {
        const answer = await share(key, format, headers);
        assert.equal(answer.status, 404, `${format} of ${key}`);
        assert.ok(!(await answer.text()).includes(canary));
      }
  }
  // Not even by its maker: whoever keeps pictures in between would show it to all.
  const { data } = await maker.auth.getSession();
  const asMaker = { authorization: `Bearer ${data.session?.access_token ?? ''}` };
  assert.equal((await share(id, 'png', asMaker)).status, 404);
  assert.equal((await maker.rpc('open_design', { p_key: id })).data.name, canary);
});

test('a guest’s design is changed with its secret alone, until its account has claimed it', async () => {
  const { kept } = await save(guest, { name: 'Made by a guest' });
  const { id, version, secret } = kept;
  assert.ok(secret);
  const replaces = { p_id: id, p_version: version };
  for (const [who, stranger] of [guest, maker, owner].entries())
    for (const shown of [{}, { secret: 'guessed' }]) {
      const { error } = await save(stranger, { name: 'Taken over', ...shown }, replaces);
      assert.ok(error, `caller ${who}`);
      const gone = await stranger.rpc('delete_design', { p_id: id, p_secret: 'guessed' });
      assert.ok(gone.error);
    }
  const changed = await save(guest, { name: 'Changed by its guest', secret }, replaces);
  assert.equal(changed.error, null);

  const claims = (shown: string) => ({ p_claims: [{ id, secret: shown }] });
  assert.deepEqual((await other.rpc('claim_designs', claims('guessed'))).data.claimed, []);
  assert.deepEqual((await maker.rpc('claim_designs', claims(secret))).data.claimed, [id]);
  const { data: mine } = await maker.rpc('open_design', { p_key: id });
  assert.equal(mine.is_mine, true);
  const late = { p_id: id, p_version: mine.version };
  const after = await save(guest, { name: 'Too late', secret }, late);
  assert.ok(after.error, 'the secret has done its work');
  assert.equal((await guest.rpc('open_design', { p_key: id, p_secret: secret })).data, null);
  assert.equal((await save(maker, { name: 'Mine now' }, late)).error, null);
});

test('the picture of a design that anybody may see is a PNG of its own, changed when it changes', async () => {
  const first = await save(maker, { name: 'Shown', visibility: 'unlisted' });
  const { id, code, version } = first.kept;
  const answer = await share(code, 'png');
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'image/png');
  assert.match(answer.headers.get('cache-control') ?? '', /public, max-age=\d+/);
  const png = Buffer.from(await answer.arrayBuffer());
  assert.deepEqual([...png.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1200, 630]);
  const again = Buffer.from(await (await share(code, 'png')).arrayBuffer());
  assert.ok(again.equals(png));

  const zones = { ...anyDesign.zones, case: { hex: '#b8402f' } };
  const changes = { name: 'Shown', visibility: 'unlisted', zones };
  assert.equal((await save(maker, changes, { p_id: id, p_version: version })).error, null);
  const later = Buffer.from(await (await share(code, 'png')).arrayBuffer());
  assert.ok(!later.equals(png));
  const page = await (await share(code, 'page')).text();
  assert.match(page, new RegExp(`og:image" content="[^"]*design=${code}&#38;format=png&#38;v=2"`));
});
