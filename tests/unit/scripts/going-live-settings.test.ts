import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import { authDifferences, wantedAuthConfig } from '../../../scripts/going-live/auth-config.ts';
import { changedSecrets, namesOfSecrets } from '../../../scripts/going-live/function-secrets.ts';
import { readLiveSettings } from '../../../scripts/going-live/live-settings.ts';
import { checkMailRecords, domainOf } from '../../../scripts/going-live/mail-records.ts';
import { webhookEvents } from '../../../scripts/going-live/payment-webhook.ts';

const projectFolder = path.resolve(import.meta.dirname, '../../..');
const ref = 'abcdefghijklmnopqrst';
const read = (file: string) => readFile(path.join(projectFolder, file), 'utf8');

function withEnvironment<T>(values: Readonly<Record<string, string>>, work: () => T): T {
  const before = { ...process.env };
  Object.assign(process.env, values);
  try {
    return work();
  } finally {
    for (const name of Object.keys(values)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}

describe('the settings of a live shop', () => {
  test('have a line in .env.example for each secret that a function reads', async () => {
    const known = new Set(
      [...(await read('.env.example')).matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name),
    );
    // The demo provider's secrets are the embedded backend's own.
    const asked = (await namesOfSecrets(projectFolder)).filter((name) => !name.startsWith('DEMO_'));
    assert.ok(asked.length > 12);
    assert.deepEqual(
      asked.filter((name) => !known.has(name)),
      [],
    );
  });

  test('are refused in one sentence where they can’t be right', () => {
    for (const [name, value, message] of [
      ['SUPABASE_PROJECT_REF', 'https://abc.supabase.co', /twenty letters/],
      ['SITE_URL', 'shop.example', /no address/],
    ] as const) {
      withEnvironment({ [name]: value }, () => {
        assert.throws(() => readLiveSettings(projectFolder), message);
      });
    }
    withEnvironment({ SMTP_HOST: 'smtp.example', SMTP_FROM: 'Shop <a@shop.example>' }, () => {
      assert.throws(() => readLiveSettings(projectFolder), /plain address/);
    });
  });

  test('lead sign-in to the shop alone, with confirmations and without text messages', async () => {
    const settings = withEnvironment({ SITE_URL: 'https://shop.example/' }, () =>
      readLiveSettings(projectFolder),
    );
    const wanted = await wantedAuthConfig(settings);
    assert.equal(wanted['site_url'], 'https://shop.example');
    assert.equal(wanted['uri_allow_list'], 'https://shop.example/**');
    assert.equal(wanted['mailer_autoconfirm'], false);
    assert.equal(wanted['external_phone_enabled'], false);
    assert.equal(wanted['external_anonymous_users_enabled'], false);
    assert.equal(wanted['password_min_length'], 10);
    assert.ok(!Object.values(wanted).some((value) => String(value).includes('localhost')));
    assert.deepEqual(authDifferences(wanted, wanted, ref), {});
    assert.deepEqual(authDifferences({ ...wanted, jwt_exp: 60 }, wanted, ref), { jwt_exp: 3600 });
  });

  test('know a secret again by its digest, and send what is another', () => {
    const keyed = createHmac('sha256', ref).update('right').digest('hex');
    const known = [
      { name: 'A', value: keyed },
      { name: 'B', value: keyed },
    ];
    assert.deepEqual(changedSecrets(known, { A: 'right', B: 'wrong', C: 'new' }, ref), [
      { name: 'B', value: 'wrong' },
      { name: 'C', value: 'new' },
    ]);
    const wanted = { smtp_pass: 'right' };
    assert.deepEqual(authDifferences({ smtp_pass: keyed }, wanted, ref), {});
    assert.deepEqual(authDifferences({ smtp_pass: null }, wanted, ref), wanted);
  });

  test('register the events that the webhook reads, and no others', async () => {
    const text = await read('supabase/functions/_shared/payments/stripe.ts');
    const named = [...text.matchAll(/'((?:checkout|charge|refund)\.[a-z_.]+)'/g)].map(
      ([, name]) => name,
    );
    assert.deepEqual([...new Set(named)].toSorted(), [...webhookEvents].toSorted());
  });
});

describe('the records of a sender’s domain', () => {
  const lookUp = (records: Readonly<Record<string, readonly string[]>>, selector = '') =>
    checkMailRecords('mail.shop.example', selector, (name) => Promise.resolve(records[name] ?? []));
  const levels = async (...given: Parameters<typeof lookUp>) =>
    (await lookUp(...given)).map(({ level }) => level);
  const whole = {
    'mail.shop.example': ['google-site-verification=x', 'v=spf1 include:_spf.example ~all'],
    'pm._domainkey.mail.shop.example': ['k=rsa; p=MIGfMA0'],
    '_dmarc.shop.example': ['v=DMARC1; p=quarantine'],
  };

  test('are well when all are there, the policy also of the domain above', async () => {
    assert.deepEqual(await levels(whole), ['ok', 'ok', 'ok']);
    assert.deepEqual(await levels(whole, 'pm'), ['ok', 'ok', 'ok']);
  });

  test('are not when one is missing, doubled or withdrawn', async () => {
    assert.deepEqual(await levels({}), ['fault', 'warning', 'warning']);
    const doubled = ['v=spf1 -all', 'v=spf1 ~all'];
    assert.deepEqual(await levels({ ...whole, 'mail.shop.example': doubled }), [
      'fault',
      'ok',
      'ok',
    ]);
    const withdrawn = { ...whole, 'pm._domainkey.mail.shop.example': ['v=DKIM1; p='] };
    assert.deepEqual(await levels(withdrawn), ['ok', 'warning', 'ok']);
    assert.deepEqual(await levels(whole, 'other'), ['ok', 'warning', 'ok']);
  });

  test('are those of the address, with a name or without', () => {
    assert.equal(domainOf('Keywright <hello@Shop.example>'), 'shop.example');
    assert.equal(domainOf('hello@shop.example'), 'shop.example');
    assert.equal(domainOf('Keywright'), null);
  });
});
