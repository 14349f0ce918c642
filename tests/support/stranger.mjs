/**
 * What somebody writes who has never seen this project and only knows supabase-js. It runs in a folder
 * of its own with that one package, prints what it saw as JSON, and knows nothing of our code.
 */
import { createHmac } from 'node:crypto';
import { deflateSync, crc32 } from 'node:zlib';
import { createClient } from '@supabase/supabase-js';

const [url, key, staffEmail, staffPassword, table] = process.argv.slice(2);
const open = () =>
  createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
const seen = {};
const brief = (error) =>
  error && { name: error.name, message: error.message, status: error.status, code: error.code };

/** RFC 6238, as any authenticator does it. */
function codeOf(secret) {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)
      .map((eight) => parseInt(eight, 2)),
  );
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const hash = createHmac('sha1', bytes).update(counter).digest();
  const offset = hash.at(-1) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** A picture of one colour, 64 wide and 48 high. */
function picture() {
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.from([0, 0, 0, 64, 0, 0, 0, 48, 8, 2, 0, 0, 0]);
  const rows = Buffer.concat(
    Array.from({ length: 48 }, () => Buffer.concat([Buffer.from([0]), Buffer.alloc(192, 120)])),
  );
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

async function signUp() {
  const email = `stranger.${Date.now()}@example.com`;
  const password = 'A-long-enough-password-7';
  const client = open();
  const weak = (await client.auth.signUp({ email, password: 'short' })).error;
  seen.weak = { ...brief(weak), reasons: weak?.reasons };
  const made = await client.auth.signUp({ email, password });
  seen.unconfirmed = { session: made.data.session, error: brief(made.error) };
  const mails = await (await fetch(`${url}/_local/emails`)).json();
  const mail = mails.filter(({ to }) => to === email).at(-1);
  const token = /\b\d{6}\b/.exec(mail.text)[0];
  const verified = await client.auth.verifyOtp({ email, token, type: 'email' });
  seen.confirmed = { user: verified.data.user?.email === email, error: brief(verified.error) };
  seen.wrong = brief(
    (await open().auth.signInWithPassword({ email, password: `${password}!` })).error,
  );
  seen.missing = brief((await open().auth.updateUser({ data: { a: 1 } })).error);
  return client;
}

async function enrol(client) {
  const { data, error } = await client.auth.mfa.enroll({
    factorType: 'totp',
    friendlyName: 'Phone',
  });
  if (error) throw error;
  const code = codeOf(data.totp.secret);
  const done = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code });
  const level = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  seen.totp = {
    level: level.data?.currentLevel,
    qr: data.totp.qr_code.slice(0, 19),
    error: brief(done.error),
  };
}

async function uploadPicture() {
  const staff = open();
  const signedIn = await staff.auth.signInWithPassword({
    email: staffEmail,
    password: staffPassword,
  });
  if (signedIn.error) throw signedIn.error;
  const bucket = staff.storage.from('product-images');
  const name = `stranger/${Date.now()}.png`;
  const uploaded = await bucket.upload(name, picture(), { contentType: 'image/png' });
  const small = bucket.getPublicUrl(name, { transform: { width: 16, height: 12 } }).data.publicUrl;
  const answer = await fetch(small, { headers: { accept: 'image/png' } });
  const bytes = Buffer.from(await answer.arrayBuffer());
  seen.picture = {
    error: brief(uploaded.error),
    type: answer.headers.get('content-type'),
    width: bytes.readUInt32BE(16),
  };
  const large = await bucket.upload(`stranger/large-${Date.now()}.png`, Buffer.alloc(13_000_000), {
    contentType: 'image/png',
  });
  seen.oversized = { ...brief(large.error), status: Number(large.error?.statusCode) };
  await bucket.remove([name]);
}

async function subscribe(client) {
  const heard = Promise.withResolvers();
  const joined = Promise.withResolvers();
  const channel = client
    .channel('stranger')
    .on('postgres_changes', { event: '*', schema: 'public', table }, ({ eventType }) =>
      heard.resolve(eventType),
    )
    // A channel is joined before the database listens for it; this says that it does.
    .on('system', {}, ({ status }) => status === 'ok' && joined.resolve())
    .subscribe();
  await joined.promise;
  process.stdout.write('subscribed\n');
  seen.heard = await heard.promise;
  await client.removeChannel(channel);
}

async function meetRefusals(client) {
  const forbidden = await client.from('products').insert({ title: 'Mine' });
  seen.forbidden = { code: forbidden.error?.code, status: forbidden.status };
  const now = Date.now();
  const event = {
    event_type: 'session_start',
    insert_id: `stranger-${now}`,
    device_id: 'stranger',
  };
  const called = await client.functions.invoke('ingest', {
    body: { api_key: 'stranger', events: [{ ...event, session_id: now, time: now }] },
  });
  seen.called = { code: called.data?.code, error: brief(called.error) };
  seen.unknown = (await fetch(`${url}/no/such/path`, { headers: { apikey: key } })).status;
  seen.keyless = (await fetch(`${url}/rest/v1/products`)).status;
}

const client = await signUp();
await enrol(client);
await uploadPicture();
await meetRefusals(client);
await subscribe(client);
process.stdout.write(`${JSON.stringify(seen)}\n`);
process.exit(0);
