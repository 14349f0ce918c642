/**
 * A fresh shop goes live: to a project that is known by its URL, keys and database address alone, by the
 * same commands that its owner runs.
 */
import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Sql } from 'postgres';
import { projectFolder } from '../../support/cluster.ts';
import { anyDesign } from '../../support/data/designs.ts';
import { plantGoods, startLiveShop, type LiveShop } from '../../support/hosted/live-shop.ts';
import {
  accessToken,
  projectRef,
  startPlatform,
  type Platform,
} from '../../support/hosted/platform.ts';

let shop: LiveShop;
let platform: Platform;
let siteUrl = '';
let checkout = '';
let sql: Sql;
let owner = '';
const customer = 'iris@customers.example';

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

const run = (...asked: Parameters<LiveShop['run']>) => shop.run(...asked);
const deploy = (args: readonly string[] = [], env: Record<string, string> = {}) =>
  run('deploy', args, env);

before(async () => {
  shop = await startLiveShop();
  ({ platform, siteUrl, checkout, sql, owner } = shop);
});
after(() => shop?.close());

const linkIn = (html: string) =>
  /https?:\/\/[^\s"]+verify[^\s"]+/.exec(html)?.[0].replaceAll('&amp;', '&') ?? '';

const client = (key: string): SupabaseClient =>
  createClient(platform.project.url, key, { auth: { persistSession: false } });

describe('a deployment', () => {
  test('says what is missing, and touches nothing, when it runs dry', async () => {
    const { code, output } = await deploy(['--dry-run'], { SUPABASE_ORGANIZATION: '' });
    assert.equal(code, 0, output);
    assert.match(output, /✗ Project: Neither SUPABASE_PROJECT_REF nor SUPABASE_ORGANIZATION/);
    assert.match(output, /Nothing was changed/);
    assert.deepEqual(platform.changes, []);
    const [who] = await sql`select rolsuper from pg_roles where rolname = current_user`;
    assert.equal(who?.['rolsuper'], false);
    const tables = await sql`select from pg_tables where schemaname in ('public', 'private')`;
    assert.equal(tables.length, 0);
  });

  test('says every step of a project that is still to be made', async () => {
    const { code, output } = await deploy(['--dry-run']);
    assert.equal(code, 0, output);
    assert.match(output, /11 steps to do, 0 done already/);
    for (const line of [
      'make a project in makers, eu-central-1',
      'apply 20261121000000_initial.sql',
      'add settings, countries, taxes, zones, terms and words',
      'set MAIL_API_KEY',
      'deploy run-jobs',
      `invite ${owner}`,
      'upload it',
    ])
      assert.ok(output.includes(`    ${line}\n`), `${line}\n${output}`);
    assert.doesNotMatch(output, /✗|\n\s+at /);
    const bare = { MAIL_API_KEY: '', SMTP_HOST: '', SITE_UPLOAD: '', KEYWRIGHT_OWNER: '' };
    const lacking = await deploy(['--dry-run'], bare);
    for (const line of [
      '! Sign-in, its mails and its mail server: SMTP_HOST is not set: sign-in mails reach members of the project alone.',
      '✗ Secrets of the functions: MAIL_API_KEY not set: the shop’s mails wait in its outbox.',
      '✗ First owner: KEYWRIGHT_OWNER is not set: the owner’s e-mail.',
      '    SITE_UPLOAD is not set: it stays here',
    ])
      assert.ok(lacking.output.includes(`${line}\n`), `${line}\n${lacking.output}`);
    assert.deepEqual(platform.changes, []);
  });

  test('says every step of a project that is empty', async () => {
    const made = await startPlatform({ siteUrl });
    const { output } = await deploy(['--dry-run'], {
      SUPABASE_PROJECT_REF: projectRef,
      SUPABASE_MANAGEMENT_URL: made.url,
      SUPABASE_DB_URL: made.project.databaseUrl,
    });
    const { changes } = made;
    await made.stop();
    assert.match(output, /✓ Project: keywright/);
    assert.match(output, /10 steps to do, 1 done already/);
    assert.doesNotMatch(output, /✗|\n\s+at /);
    assert.deepEqual(changes, []);
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
    assert.match(String(platform.auth['mailer_templates_invite_content']), /auth=invitation/);
    assert.equal(platform.rest['db_schema'], 'public');
    assert.equal(platform.functions.size, 9);
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
    const [invitation] = shop.provider.to(owner, 'smtp');
    assert.ok(invitation);
    assert.match(invitation.from, /<hello@shop\.example>$/);
    assert.ok(invitation.text.includes(`${siteUrl}/user/details?auth=invitation`));
    const mine = client(platform.project.publishableKey);
    const token = /\b\d{6}\b(?=<)/.exec(invitation.text)?.[0] ?? '';
    const accepted = await mine.auth.verifyOtp({ email: owner, token, type: 'email' });
    assert.equal(accepted.error, null);
    const { error } = await mine.rpc('request_publish', { p_note: 'First look' });
    assert.equal(error, null);
    const stranger = client(platform.project.publishableKey);
    const refused = await stranger.rpc('request_publish', { p_note: 'Mine' });
    assert.notEqual(refused.error, null);
  });

  test('takes a customer’s account, an order by bank transfer, and sends its mail by the clock', async () => {
    await plantGoods(sql);
    const shopper = client(platform.project.publishableKey);
    const email = customer;
    const password = 'a-long-enough-one';
    await shopper.auth.signUp({ email, password, options: { emailRedirectTo: `${siteUrl}/user` } });
    const [mail] = shop.provider.to(email, 'smtp');
    await fetch(linkIn(mail?.text ?? ''), { redirect: 'manual' });
    const signedIn = await shopper.auth.signInWithPassword({ email, password });
    assert.equal(signedIn.error, null);
    const order = await placeOrder(shopper, email);
    assert.match(order.number, /^KW-\d+$/);
    await platform.project.tick();
    const sent = shop.provider.to(email, 'api');
    assert.equal(sent.length, 1, JSON.stringify(sent));
    assert.match(sent[0]?.text ?? '', new RegExp(order.number));
    assert.match(sent[0]?.text ?? '', new RegExp(siteUrl));
    await platform.project.tick();
    assert.equal(shop.provider.to(email, 'api').length, 1);
  });

  test('takes the statements that its document gives', async () => {
    const text = await readFile(path.join(projectFolder, 'docs/going-live.md'), 'utf8');
    const blocks = [...text.matchAll(/^ *```sql\n([^]*?)^ *```/gm)].map(([, block = '']) => block);
    assert.equal(blocks.length, 3);
    const undone = new Error('undone');
    for (const block of blocks) {
      const mine = block.replace('them@example.com', customer).replace("'EUR'", "'USD'");
      const statements = mine.split(/;$/m);
      const work = sql.begin(async (transaction) => {
        for (const statement of statements.filter((each) => each.trim() !== '')) {
          const { command, count } = await transaction.unsafe(statement);
          // What asks finds something; what changes finds its one row.
          assert.ok(command === 'SELECT' ? count > 0 : count === 1, statement);
        }
        throw undone;
      });
      await assert.rejects(work, (error) => {
        if (error === undone) return true;
        throw error;
      });
    }
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
      `Contents: To fill in: ${[
        'accessibility, How we test',
        'accessibility, What does not work well yet',
        'accessibility, Tell us',
        'imprint, Who runs this shop',
        'imprint, Contact',
        'imprint, Register and tax',
        'imprint, Disputes',
        'privacy, Who is responsible',
        'privacy, Who receives data',
        'privacy, How long we keep it',
        'privacy, Your rights',
        'terms, Who we are and what these terms cover',
        'terms, Law and disputes',
        'withdrawal, How to withdraw',
        'withdrawal, What happens then',
        'withdrawal, Model form',
        'about, Who runs the shop',
        'about, Contact',
      ].join('; ')}.`,
      'Mail records: No DKIM key of shop.example was found.',
      'Mail records: shop.example has no DMARC record.',
      'Secrets: STRIPE_SECRET_KEY is not set: cards are not offered.',
    ]);
    for (const fine of [
      'Keys: secret key',
      'Migrations: all applied',
      'Functions: 9 as they are here',
      'Backup: 0 hours old',
    ])
      assert.ok(said('✓').includes(fine), `${fine}\n${output}`);
    assert.match(output, /✓ Schedule: jobs ran \d+ s ago/);
  });

  test('is backed up by its own settings, whole and encrypted', async () => {
    const file = path.join(checkout, 'live.backup');
    const key = { KEYWRIGHT_BACKUP_KEY: 'a key for the live shop' };
    const made = await run('backup', ['--live', '--to', file], key);
    assert.equal(made.code, 0, made.output);
    assert.match(made.output, /read again and found whole\n +SHA-256 [0-9a-f]{64}\n +encrypted/);
    const seen = await run('restore', ['--live', '--dry-run', file], key);
    assert.match(seen.output, /of a hosted shop: .*SUPABASE_SECRET_KEY.*It is whole/s);
    const again = await run('restore', ['--live', file], key);
    assert.match(again.output, /There is a shop in .*Back it up, then use --replace/);
    const [row] = await sql`select is_verified, is_encrypted from private.backups`;
    assert.deepEqual({ ...row }, { is_verified: true, is_encrypted: true });
  });

  test('is found better once its records are entered, and worse once something breaks', async () => {
    shop.names.records.set('shop.example', ['v=spf1 include:mail.example -all', 'other']);
    shop.names.records.set('resend._domainkey.shop.example', ['v=DKIM1; k=rsa; p=MIGf']);
    shop.names.records.set('_dmarc.shop.example', ['v=DMARC1; p=none']);
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
