import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createMailbox } from '../../../scripts/local-supabase/mailbox.ts';
import { type AuthBackend, newEmail, startContractBackend } from './auth-backend.ts';
import { hostedSkips } from '../../support/hosted/contract.ts';

const embedded = { skip: hostedSkips };
let backend: AuthBackend;
before(async () => {
  backend = await startContractBackend();
});
after(() => backend.stop());

test('the mailbox lists mails newest last and can be cleared', embedded, async () => {
  const [first, second] = [newEmail('first'), newEmail('second')];
  await backend.client().auth.signInWithOtp({ email: first });
  await backend.client().auth.signInWithOtp({ email: second });
  const mails = await (await fetch(`${backend.url}/_local/emails`)).json();
  assert.deepEqual(
    mails.slice(-2).map((mail: { to: string }) => mail.to),
    [first, second],
  );
  assert.deepEqual(Object.keys(mails.at(-1)).toSorted(), [
    'at',
    'from',
    'html',
    'id',
    'subject',
    'text',
    'to',
  ]);
  assert.equal((await fetch(`${backend.url}/_local/emails`, { method: 'DELETE' })).status, 204);
  assert.deepEqual(await (await fetch(`${backend.url}/_local/emails`)).json(), []);
  const page = await (await fetch(`${backend.url}/_local/mail`)).text();
  assert.match(page, /No e-mails yet/);
});

test('no page of another origin reads the mailbox', embedded, async () => {
  for (const path of ['/_local/emails', '/_local/mail']) {
    const response = await fetch(`${backend.url}${path}`, {
      headers: { origin: 'https://evil.example' },
    });
    assert.equal(response.headers.get('access-control-allow-origin'), null);
    assert.equal(response.headers.get('cache-control'), 'no-store');
  }
});

test('the page shows mails latest first, in frames that run nothing', embedded, async () => {
  const hostile = `"><script>alert(1)</script>`;
  const email = newEmail();
  await backend.client().auth.signUp({
    email,
    password: `Keywright-${hostile}`,
    options: { data: { full_name: hostile } },
  });
  const later = newEmail('later');
  await backend.client().auth.signInWithOtp({ email: later });
  const response = await fetch(`${backend.url}/_local/mail`);
  const page = await response.text();
  assert(page.indexOf(later) < page.indexOf(email));
  assert.doesNotMatch(page, /sandbox="[^"]*allow-(scripts|same-origin)/);
  assert.equal(page.match(/<iframe/g)?.length, page.match(/srcdoc="/g)?.length);
  const policy = response.headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /script-src 'nonce-[^']+'/);
});

test('a mail can not break out of its frame', embedded, async () => {
  const { handleMailbox } = await import('../../../scripts/local-supabase/mailbox-page.ts');
  const mailbox = createMailbox();
  const payload = `</iframe><script>alert(1)</script>" onload="alert(2)`;
  await mailbox.deliver({ to: payload, subject: payload, text: payload, html: payload });
  const context = { mailbox } as Parameters<typeof handleMailbox>[1];
  const page = await (
    await handleMailbox(new Request('http://localhost/_local/mail'), context)
  ).text();
  assert.equal(page.match(/<script/g)?.length, 1);
  assert.equal(page.match(/<\/iframe>/g)?.length, 1);
  assert(!page.includes('" onload='));
});

test('the mailbox keeps the latest two thousand', async () => {
  const mailbox = createMailbox();
  for (let index = 0; index < 2010; index += 1) {
    await mailbox.deliver({ to: 'a@b.no', subject: String(index), text: '', html: '' });
  }
  assert.equal(mailbox.list().length, 2000);
  assert.equal(mailbox.list().at(-1)?.subject, '2009');
});
