import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import postgres, { type Sql } from 'postgres';
import { startTestBackend, type TestBackend } from '../../support/local-backend.ts';

let backend: TestBackend;
let sql: Sql;
before(async () => {
  backend = await startTestBackend({});
  sql = postgres(backend.databaseUrl, { max: 2, onnotice() {} });
  await sql`delete from public.outbox`;
});
after(async () => {
  await sql.end();
  await backend.stop();
});

const call = (name: string, key: string | null = backend.secretKey) =>
  fetch(`${backend.url}/functions/v1/${name}`, {
    method: 'POST',
    headers: key === null ? {} : { authorization: `Bearer ${key}` },
  });

async function queue(kind = 'order_placed'): Promise<string> {
  const recipient = `${randomUUID()}@people.test`;
  await sql`select private.queue_mail(${kind}, ${recipient}, ${recipient}, ${sql.json({ number: 'KW-7' })})`;
  return recipient;
}

const mailsTo = async (recipient: string) =>
  (await backend.emails()).filter(({ to }) => to === recipient);

describe('mail', () => {
  test('of the outbox reaches its reader once, as HTML and as text', async () => {
    const recipient = await queue();
    assert.deepEqual(await (await call('send-mail')).json(), { sent: 1, failed: 0 });
    assert.deepEqual(await (await call('send-mail')).json(), { sent: 0, failed: 0 });
    const mails = await mailsTo(recipient);
    assert.equal(mails.length, 1);
    assert.match(mails[0]?.html ?? '', /KW-7/);
    assert.match(mails[0]?.text ?? '', /KW-7/);
  });

  test('of a German page is sent in German, with the links of its pages', async () => {
    await sql`
      insert into public.settings (key, value, unit, meaning) values ('language_de', 1, 'count', 'German below /de')
      on conflict (key) do update set value = 1`;
    const recipient = `${randomUUID()}@people.test`;
    await sql`
      select private.queue_mail('payment_received', ${recipient}, ${recipient}, ${sql.json({ number: 'KW-7', language: 'de' })})`;
    assert.deepEqual(await (await call('send-mail')).json(), { sent: 1, failed: 0 });
    const [mail] = await mailsTo(recipient);
    assert.equal(mail?.subject, 'Bestellung KW-7 bezahlt, vielen Dank');
    assert.match(mail?.html ?? '', /<html lang="de">[^]*\/de\/orders\?order=KW-7/);
  });

  test('that two senders look for at once is sent by one of them', async () => {
    const recipients = await Promise.all(Array.from({ length: 12 }, () => queue()));
    await Promise.all(Array.from({ length: 6 }, () => call('send-mail')));
    for (const recipient of recipients) assert.equal((await mailsTo(recipient)).length, 1);
  });

  test('that was delivered by a sender that died before it said so is not delivered again', async () => {
    const recipient = await queue();
    await call('send-mail');
    await sql`update public.outbox set sent_at = null, send_after = now() where recipient = ${recipient}`;
    await call('send-mail');
    assert.equal((await mailsTo(recipient)).length, 1);
  });

  test('of a kind that nobody wrote stays in the outbox with the reason', async () => {
    const recipient = await queue('riddle');
    assert.deepEqual(await (await call('send-mail')).json(), { sent: 0, failed: 1 });
    const [row] = await sql`select last_error from public.outbox where recipient = ${recipient}`;
    assert.match(String(row?.['last_error']), /riddle/);
  });

  test('every kind that the schema queues has someone who wrote it', async () => {
    const { mailKinds } = await import('../../../supabase/functions/_shared/mail/mail-kinds.ts');
    const rows = await sql<{ kind: string }[]>`
      select distinct m[1] as kind from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace and n.nspname in ('public', 'private'),
      regexp_matches(p.prosrc, '(?:queue_mail\\(\\s*|mail_about_order\\([^,]+,\\s*)''([a-z_]+)''', 'g') m`;
    assert.ok(rows.length >= 3, 'the search finds the calls');
    // A step of a return is told by its own mail, but for the one that its customer takes.
    const steps = ['asked', 'agreed', 'received', 'settled', 'declined'];
    const unwritten = rows
      .flatMap(({ kind }) => (kind === 'return_' ? steps.map((step) => kind + step) : [kind]))
      .filter((kind) => !Object.hasOwn(mailKinds, kind));
    assert.deepEqual(unwritten, []);
  });
});

describe('scheduled functions', () => {
  test('run for the one who holds the secret key and for nobody else', async () => {
    for (const name of ['send-mail', 'run-jobs']) {
      for (const key of [null, backend.publishableKey, 'sb_secret_guess']) {
        assert.equal((await call(name, key)).status, 401);
      }
      assert.equal((await call(name)).status, 200);
    }
  });

  test('do what is due and send the mails that come of it', async () => {
    const recipient = await queue();
    const report = (await (await call('run-jobs')).json()) as {
      jobs: Record<string, unknown>;
      mails: { sent: number };
    };
    assert.equal(typeof report.jobs['expired_orders'], 'number');
    assert.ok(report.mails.sent >= 1);
    assert.equal((await mailsTo(recipient)).length, 1);
  });
});
