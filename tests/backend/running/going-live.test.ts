/**
 * A fresh shop goes live: to a project that is known by its URL, keys and database address alone, by the
 * same commands that its owner runs.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import postgres, { type Sql } from 'postgres';
import { findFreePort } from '../../../scripts/local-supabase/ports.ts';
import { startSiteServer } from '../../../scripts/site-server/site-server.ts';
import { projectFolder } from '../../support/cluster.ts';
import { anyDesign } from '../../support/data/designs.ts';
import {
  accessToken,
  organization,
  projectRef,
  startPlatform,
  type Platform,
} from '../../support/hosted/platform.ts';
import { startNameServer, type NameServer } from '../../support/hosted/name-server.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

interface SentMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

interface MailProvider {
  readonly mailUrl: string;
  readonly mails: SentMail[];
  close(): void;
}

async function startMailProvider(): Promise<MailProvider> {
  const mails: SentMail[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const isKnown = request.headers.authorization === 'Bearer mail-key';
      if (isKnown) mails.push(JSON.parse(Buffer.concat(chunks).toString()));
      response.writeHead(isKnown ? 200 : 401);
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { mailUrl: `http://127.0.0.1:${port}/emails`, mails, close: () => server.close() };
}

let platform: Platform;
let provider: MailProvider;
let names: NameServer;
let site: { close(): Promise<void> };
let siteUrl = '';
let folder = '';
let checkout = '';
let environment: Record<string, string>;
let sql: Sql;
const owner = 'mara@shop.example';

/** The part of Stripe that registers where it reports to. */
async function startStripe(): Promise<{
  readonly url: string;
  readonly endpoints: Record<string, unknown>[];
  close(): void;
}> {
  const endpoints: Record<string, unknown>[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const isKnown = request.headers.authorization === 'Bearer sk_stripe';
      const body = new URLSearchParams(Buffer.concat(chunks).toString());
      response.writeHead(isKnown ? 200 : 401);
      if (!isKnown) response.end(JSON.stringify({ error: { message: 'Invalid API Key' } }));
      else if (request.method === 'GET') response.end(JSON.stringify({ data: endpoints }));
      else {
        const made = {
          url: body.get('url'),
          status: 'enabled',
          enabled_events: body.getAll('enabled_events[]'),
        };
        endpoints.push(made);
        response.end(JSON.stringify({ ...made, secret: 'whsec_told_once' }));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, endpoints, close: () => void server.close() };
}

/** The project as a clone has it, with packages and no data. */
async function cloneProject(): Promise<string> {
  const copy = path.join(folder, 'checkout');
  await mkdir(copy);
  for (const name of [
    'supabase',
    'scripts',
    'src',
    'public',
    'astro.config.mjs',
    'package.json',
    'tsconfig.json',
  ])
    await cp(path.join(projectFolder, name), path.join(copy, name), { recursive: true });
  // What is uploaded with a function must lie in the project itself.
  const packages = path.join(projectFolder, 'node_modules');
  await mkdir(path.join(copy, 'node_modules'));
  for (const name of await readdir(packages)) {
    const [from, to] = [path.join(packages, name), path.join(copy, 'node_modules', name)];
    await (name === '@resvg' ? cp(from, to, { recursive: true }) : symlink(from, to));
  }
  return copy;
}

async function run(
  command: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<{ readonly code: number | null; readonly output: string }> {
  const script = path.join(checkout, `scripts/${command}.ts`);
  const child = spawn(process.execPath, ['--no-warnings', script, ...args], {
    cwd: checkout,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...environment, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

const deploy = (args: readonly string[] = [], env: Record<string, string> = {}) =>
  run('deploy', args, env);

before(async () => {
  folder = await makeTemporaryFolder();
  checkout = await cloneProject();
  provider = await startMailProvider();
  const sitePort = await findFreePort();
  siteUrl = `http://localhost:${sitePort}`;
  platform = await startPlatform({ siteUrl, hasProject: false });
  const webFolder = path.join(folder, 'web');
  await mkdir(webFolder);
  site = await startSiteServer({ folder: webFolder, port: sitePort });
  names = await startNameServer();
  environment = {
    SUPABASE_MANAGEMENT_URL: platform.url,
    SUPABASE_ACCESS_TOKEN: accessToken,
    SUPABASE_ORGANIZATION: organization,
    // Where the stand-in answers: a real project has addresses of its own.
    PUBLIC_SUPABASE_URL: platform.project.url,
    SUPABASE_DB_URL: platform.project.databaseUrl,
    SITE_URL: siteUrl,
    SITE_UPLOAD: `cp -r "$SITE_FOLDER"/. '${webFolder}'`,
    KEYWRIGHT_OWNER: owner,
    MAIL_API_URL: provider.mailUrl,
    MAIL_API_KEY: 'mail-key',
    MAIL_FROM: 'Keywright <hello@shop.example>',
    SMTP_HOST: 'smtp.shop.example',
    SMTP_FROM: 'hello@shop.example',
    SMTP_PASSWORD: 'smtp-password',
    DNS_SERVER: names.address,
  };
  sql = postgres(platform.project.databaseUrl, { max: 1, onnotice() {} });
});
after(async () => {
  await sql?.end();
  names?.close();
  await site?.close();
  provider?.close();
  await platform?.stop();
  await rm(folder, { recursive: true, force: true });
});

const client = (key: string): SupabaseClient =>
  createClient(platform.project.url, key, { auth: { persistSession: false } });

describe('a deployment', () => {
  test('says what is missing, and touches nothing, when it runs dry', async () => {
    const { code, output } = await deploy(['--dry-run'], { SUPABASE_ORGANIZATION: '' });
    assert.equal(code, 0, output);
    assert.match(output, /✗ Project: Neither SUPABASE_PROJECT_REF nor SUPABASE_ORGANIZATION/);
    assert.match(output, /Nothing was changed/);
    assert.deepEqual(platform.changes, []);
    const tables = await sql`select from pg_tables where schemaname in ('public', 'private')`;
    assert.equal(tables.length, 0);
  });

  test('ends at a token that is not known, in one sentence', async () => {
    const { code, output } = await deploy([], {
      SUPABASE_ACCESS_TOKEN: accessToken.replace('0', '1'),
    });
    assert.equal(code, 1);
    assert.match(output, /does not know the access token/);
    assert.doesNotMatch(output, /\n\s+at /);
  });

  test('stops where the platform fails, and the next one goes on', async () => {
    platform.fail('PATCH', /config\/auth$/, 503, 1);
    const { code, output } = await deploy();
    assert.equal(code, 1, output);
    assert.match(output, /✓ Project: abcdefghijklmnopqrst, kept in \.env\.live/);
    assert.match(output, /✗ Sign-in.*503: The platform is busy/);
    assert.equal(platform.functions.size, 0);
    const kept = await readFile(path.join(checkout, '.env.live'), 'utf8');
    assert.match(
      kept,
      new RegExp(`SUPABASE_PROJECT_REF=${projectRef}\nSUPABASE_DB_PASSWORD=\\S{32}\n`),
    );
  });

  test('makes a shop that has everything', async () => {
    platform.fail('GET', /secrets$/, 429, 2);
    const { code, output } = await deploy();
    assert.equal(code, 0, output);
    assert.match(output, /✓ Project: keywright \(abcdefghijklmnopqrst\)/);
    assert.match(output, /✓ Migrations: all applied/);
    assert.equal(platform.auth['site_url'], siteUrl);
    assert.equal(platform.auth['external_phone_enabled'], false);
    assert.match(String(platform.auth['mailer_templates_invite_content']), /ConfirmationURL/);
    assert.equal(platform.rest['db_schema'], 'public');
    assert.equal(platform.functions.size, 8);
    assert.ok([...platform.functions.values()].every((each) => !each.verify_jwt));
    assert.ok(platform.uploads.has('node_modules/@resvg/resvg-wasm/index_bg.wasm'));
    assert.equal(platform.secrets.get('MAIL_API_KEY'), 'mail-key');
    assert.ok([...platform.secrets.keys()].every((name) => !name.startsWith('SUPABASE_')));
    const home = await (await fetch(siteUrl)).text();
    assert.match(home, /Nothing on sale yet/);
    assert.ok(!home.includes(platform.project.secretKey));
  });

  test('changes nothing the second time', async () => {
    platform.changes.length = 0;
    const build = await (await fetch(`${siteUrl}/builds/latest.json`)).json();
    const { code, output } = await deploy();
    assert.equal(code, 0, output);
    assert.match(output, /Nothing changed, 11 as they were/);
    assert.deepEqual(platform.changes, []);
    assert.deepEqual(await (await fetch(`${siteUrl}/builds/latest.json`)).json(), build);
  });

  test('leaves rows alone that the owner has changed', async () => {
    await sql`update public.settings set value = 7 where key = 'hours_to_pay'`;
    await sql`delete from public.shipping_zones where code = 'world'`;
    const { output } = await deploy(['--dry-run']);
    assert.match(output, /Nothing to do, 11 done already/);
    const [row] = await sql`select value from public.settings where key = 'hours_to_pay'`;
    assert.equal(row?.['value'], 7);
    await sql`update public.settings set value = 72 where key = 'hours_to_pay'`;
  });
});

describe('the shop that was deployed', () => {
  test('lets its invited owner in, and nobody else near staff', async () => {
    const invitation = platform.project.emails().find(({ to }) => to === owner);
    assert.ok(invitation);
    const link =
      /https?:\/\/\S+verify\S+/.exec(invitation.text)?.[0].replaceAll('&amp;', '&') ?? '';
    const opened = await fetch(link, { redirect: 'manual' });
    const target = opened.headers.get('location') ?? '';
    assert.ok(target.startsWith(`${siteUrl}/user/details`), target);
    const session = new URLSearchParams(new URL(target).hash.slice(1));
    const mine = client(platform.project.publishableKey);
    await mine.auth.setSession({
      access_token: session.get('access_token') ?? '',
      refresh_token: session.get('refresh_token') ?? '',
    });
    const { error } = await mine.rpc('request_publish', { p_note: 'First look' });
    assert.equal(error, null);
    const stranger = client(platform.project.publishableKey);
    const refused = await stranger.rpc('request_publish', { p_note: 'Mine' });
    assert.notEqual(refused.error, null);
  });

  test('takes a customer’s account, an order by bank transfer, and sends its mail by the clock', async () => {
    await plantGoods();
    const shopper = client(platform.project.publishableKey);
    const email = 'iris@customers.example';
    const password = 'a-long-enough-one';
    await shopper.auth.signUp({ email, password, options: { emailRedirectTo: `${siteUrl}/user` } });
    const mail = platform.project.emails().find(({ to }) => to === email);
    const link = /https?:\/\/\S+verify\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    await fetch(link, { redirect: 'manual' });
    const signedIn = await shopper.auth.signInWithPassword({ email, password });
    assert.equal(signedIn.error, null);
    const order = await placeOrder(shopper, email);
    assert.match(order.number, /^KW-\d+$/);
    await platform.project.tick();
    const sent = provider.mails.filter(({ to }) => to.includes(email));
    assert.equal(sent.length, 1, JSON.stringify(sent));
    assert.match(sent[0]?.text ?? '', new RegExp(order.number));
    assert.match(sent[0]?.text ?? '', new RegExp(siteUrl));
    await platform.project.tick();
    assert.equal(provider.mails.filter(({ to }) => to.includes(email)).length, 1);
  });

  test('draws pictures, and runs jobs for nobody without its key', async () => {
    const visitor = client(platform.project.publishableKey);
    const { data: saved, error } = await visitor.rpc('save_design', {
      p_design: { ...anyDesign, visibility: 'public' },
      p_id: null,
      p_version: null,
    });
    assert.equal(error, null, JSON.stringify(error));
    const functions = `${platform.project.url}/functions/v1`;
    const picture = await fetch(`${functions}/share-image?design=${saved.id}`);
    assert.equal(picture.headers.get('content-type'), 'image/png', await picture.clone().text());
    for (const headers of [
      {},
      { apikey: platform.project.publishableKey },
      { apikey: 'sb_secret_guess' },
    ]) {
      const answer = await fetch(`${functions}/run-jobs`, { method: 'POST', headers });
      assert.equal(answer.status, 401);
    }
  });

  test('is found well by the doctor, but for what its owner has to do', async () => {
    const { code, output } = await run('doctor');
    assert.equal(code, 2, output);
    const lines = output.split('\n');
    const said = (mark: string) =>
      lines.filter((line) => line.startsWith(`${mark} `)).map((line) => line.slice(2));
    assert.deepEqual(said('✗'), ['Mail records: shop.example has no SPF record.']);
    assert.deepEqual(said('!').toSorted(), [
      `Certificates: ${platform.project.url} is not encrypted.`,
      `Certificates: ${siteUrl} is not encrypted.`,
      'Contents: To fill in: terms, Who we are and what these terms cover; terms, Law and disputes; about, Who runs the shop; about, Contact; about, Legal notice.',
      'Mail records: No DKIM key of shop.example was found.',
      'Mail records: shop.example has no DMARC record.',
      'Secrets: STRIPE_SECRET_KEY is not set: cards are not offered.',
    ]);
    for (const fine of [
      'Keys: secret key',
      'Migrations: all applied',
      'Functions: 8 as they are here',
      'Backup: 0 hours old',
    ])
      assert.ok(said('✓').includes(fine), `${fine}\n${output}`);
    assert.match(output, /✓ Schedule: jobs ran \d+ s ago/);
  });

  test('is found better once its records are entered, and worse once something breaks', async () => {
    names.records.set('shop.example', ['v=spf1 include:mail.example -all', 'other']);
    names.records.set('resend._domainkey.shop.example', ['v=DKIM1; k=rsa; p=MIGf']);
    names.records.set('_dmarc.shop.example', ['v=DMARC1; p=none']);
    const better = await run('doctor');
    assert.equal(better.code, 1, better.output);
    assert.match(better.output, /✓ Mail records: DKIM of shop\.example \(resend\)/);
    await sql`select cron.unschedule('keywright-run-jobs')`;
    platform.auth['site_url'] = 'http://localhost:3000';
    const worse = await run('doctor');
    assert.equal(worse.code, 2);
    assert.match(worse.output, /✗ Schedule: Missing: keywright-run-jobs\.\n\s+→ npm run deploy/);
    assert.match(worse.output, /✗ Sign-in: Links in sign-in mails lead to http:\/\/localhost:3000/);
    const mended = await deploy();
    assert.match(mended.output, /2 steps changed, 9 as they were/);
    assert.equal((await run('doctor')).code, 1);
  });

  test('takes cards once their provider’s key is set, and tells it where to report', async () => {
    const stripe = await startStripe();
    const keys = { STRIPE_SECRET_KEY: 'sk_stripe', STRIPE_API_URL: stripe.url };
    try {
      const wrong = await deploy([], { ...keys, STRIPE_SECRET_KEY: 'sk_other' });
      assert.match(wrong.output, /✗ Card payments: Stripe answered 401: Invalid API Key/);
      const { code, output } = await deploy([], keys);
      assert.equal(code, 0, output);
      assert.equal(stripe.endpoints.length, 1);
      assert.equal(
        stripe.endpoints[0]?.['url'],
        `${platform.project.url}/functions/v1/payment-webhook`,
      );
      assert.equal(platform.secrets.get('STRIPE_WEBHOOK_SECRET'), 'whsec_told_once');
      const offered = await client(platform.project.publishableKey)
        .from('payment_methods')
        .select('code');
      assert.ok(offered.data?.some((method) => method.code === 'stripe'));
      assert.match((await deploy(['--dry-run'], keys)).output, /Nothing to do, 12 done already/);
      assert.match((await run('doctor', [], keys)).output, /✓ Payments: the webhook answers/);
      stripe.endpoints.length = 0;
      assert.match(
        (await run('doctor', [], keys)).output,
        /✗ Payments: Stripe reports payments nowhere/,
      );
    } finally {
      stripe.close();
      platform.secrets.delete('STRIPE_SECRET_KEY');
    }
  });

  test('gets a later migration, and keeps what it has', async () => {
    const [before] = await sql`select count(*)::int as n from public.order_records`;
    const added = path.join(checkout, 'supabase/migrations/29990101000000_gift_notes.sql');
    await writeFile(
      added,
      `alter table public.order_records add column gift_note text not null default '';`,
    );
    const dry = await deploy(['--dry-run']);
    assert.match(dry.output, /apply 29990101000000_gift_notes\.sql/);
    const { code, output } = await deploy();
    assert.equal(code, 0, output);
    assert.match(output, /✓ Migrations: 1 applied/);
    const rows = await sql`select gift_note from public.order_records`;
    assert.equal(rows.length, before?.['n']);
    assert.ok(rows.length > 0);
    assert.equal(rows[0]?.['gift_note'], '');
  });

  test('keeps its state when a later migration fails half-way', async () => {
    const broken = path.join(checkout, 'supabase/migrations/29990102000000_broken.sql');
    await writeFile(
      broken,
      `alter table public.order_records drop column gift_note; select 1 / 0;`,
    );
    const { code, output } = await deploy();
    assert.equal(code, 1);
    assert.match(output, /29990102000000_broken\.sql could not be applied.*division by zero/s);
    assert.equal((await sql`select gift_note from public.order_records`).length > 0, true);
    await rm(broken);
  });

  test('is not deployed over by a version that is older than it', async () => {
    await rm(path.join(checkout, 'supabase/migrations/29990101000000_gift_notes.sql'));
    platform.changes.length = 0;
    const { code, output } = await deploy();
    assert.equal(code, 1);
    assert.match(output, /migrations that this version lacks \(29990101000000\)/);
    assert.deepEqual(platform.changes, []);
    await sql`delete from supabase_migrations.schema_migrations where version = '29990101000000'`;
  });
});

/** One thing in stock that can be sent to one country, and an account to pay to. */
async function plantGoods(): Promise<void> {
  await sql.unsafe(`
    insert into public.bank_accounts (currency, holder, iban, bic, bank)
      values ('EUR', 'Shop', 'NL03KEYW0123456789', 'KEYWNL2X', 'Bank');
    with zone as (select id from public.shipping_zones where code = 'eu'),
    method as (
      insert into public.shipping_methods (zone_id, code, name, carrier, days_min, days_max, is_tracked, max_weight_grams, position)
      select id, 'eu-parcel', 'Parcel', 'Post', 2, 4, true, 20000, 1 from zone returning id)
    insert into public.shipping_rates (method_id, from_weight_grams, to_weight_grams, price_minor, valid_from)
      select id, 0, 20000, 900, current_date - 1 from method;
    with product as (
      insert into public.products (kind, category, url, title, summary, body, status, publish_at, ship_group)
      values ('product', 'switches', 'first-switch', 'First switch', 'The first thing.', 'Ten of them.', 'published', now() - interval '1 day', 'stock')
      returning id),
    pool as (insert into public.stock_pools (code, title, on_hand) values ('P-FIRST', 'First switch', 5) returning id)
    insert into public.variants (product_id, sku, title, position, availability, price_minor, weight_grams, stock_pool_id)
      select product.id, 'FIRST-10', 'Ten pieces', 1, 'in_stock', 1000, 100, pool.id from product, pool;
  `);
}

async function placeOrder(
  shopper: SupabaseClient,
  email: string,
): Promise<{ readonly number: string }> {
  const { data: variant } = await shopper
    .from('variants')
    .select('id')
    .eq('sku', 'FIRST-10')
    .single();
  const lines = [
    { variant_id: variant?.id, quantity: 2, options: {}, design_id: null, offer_id: null },
  ];
  const quote = await shopper.rpc('quote_cart', {
    p_lines: lines,
    p_country: 'NL',
    p_code: null,
    p_shipping_method: null,
  });
  assert.deepEqual([quote.error, quote.data?.problems], [null, []]);
  const method = quote.data.shipping_methods[0].id;
  const priced = await shopper.rpc('quote_cart', {
    p_lines: lines,
    p_country: 'NL',
    p_code: null,
    p_shipping_method: method,
  });
  const placed = await shopper.rpc('place_order', {
    p_key: crypto.randomUUID(),
    p_lines: lines,
    p_email: email,
    p_address: {
      name: 'Iris Vale',
      line1: 'Lijnmarkt 1',
      city: 'Utrecht',
      region: '',
      postcode: '3511 KE',
      country: 'NL',
      phone: '',
    },
    p_shipping_method: method,
    p_code: null,
    p_consents: { terms: true, group_buy: false },
    p_quote_hash: priced.data.quote_hash,
    p_payment: 'invoice',
  });
  assert.equal(placed.error, null, JSON.stringify(placed.error));
  return placed.data.order;
}
