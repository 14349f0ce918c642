import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf, service } from '../../support/database.ts';
import { clearDrops } from '../../support/data/drops.ts';
import type { Caller } from '../../../scripts/local-supabase/context.ts';

const database = openTestDatabase();
const chat = 'https://discord.com/api/webhooks/1/token-of-the-chat';

beforeEach(() => clearDrops(database.sql));

interface Asked {
  readonly id?: string;
  readonly name?: string;
  readonly url?: string | null;
  readonly tells?: readonly string[] | null;
  readonly isActive?: boolean | null;
}

const save = (asked: Asked = {}, caller: Caller = person('owner')) =>
  database.keepAs(caller, async (sql) => {
    const { id = null, name = 'Chat', url = chat, tells = ['drops'], isActive = true } = asked;
    const [row] = await sql<{ webhook: Record<string, unknown> }[]>`
      select public.save_webhook(${name}, ${url}, ${tells as string[]}, ${isActive}, ${id}) as webhook`;
    return row?.webhook ?? {};
  });

const reasonOf = async (asked: Asked, caller?: Caller) =>
  (await refusalOf(save(asked, caller))).reason;

describe('save_webhook', () => {
  test('shows what signs once, and an address that was entered to nobody, the audit log included', async () => {
    const made = await save();
    assert.match(String(made['secret']), /^[0-9a-f]{64}$/);
    assert.deepEqual([made['host'], made['tells']], ['discord.com', ['drops']]);
    const changed = await save({
      id: String(made['id']),
      name: 'Other',
      url: '',
      tells: ['draws'],
    });
    assert.deepEqual(
      [changed['secret'], changed['name'], changed['host']],
      [null, 'Other', 'discord.com'],
    );
    const audited = await database.sql<{ after: object }[]>`
      select after from public.audit_log where table_name = 'webhooks' and row_id = ${String(made['id'])}`;
    assert.equal(audited.length, 2);
    for (const told of [changed, audited]) {
      assert.doesNotMatch(JSON.stringify(told), /token-of-the-chat/);
      assert.doesNotMatch(JSON.stringify(told), new RegExp(String(made['secret'])));
    }
    const [kept] = await database.sql<{ url: string; secret: string }[]>`
      select url, secret from private.webhook_secrets`;
    assert.deepEqual(kept, { url: chat, secret: made['secret'] });
    for (const caller of [anonymous, person('first'), person('owner'), service]) {
      for (const table of ['webhooks', 'webhook_secrets', 'webhook_calls']) {
        const read = database.as(caller, (sql) => sql.unsafe(`select * from private.${table}`));
        assert.equal((await refusalOf(read)).code, '42501');
      }
    }
  });

  test('takes a new address in place of the old one', async () => {
    const made = await save();
    const moved = await save({ id: String(made['id']), url: 'https://shop.example.org/hook?x=1' });
    assert.equal(moved['host'], 'shop.example.org');
    const rows = await database.sql`select url from private.webhook_secrets`;
    assert.deepEqual([...rows], [{ url: 'https://shop.example.org/hook?x=1' }]);
  });

  test('refuses what is not HTTPS, or lies inside a network, however it is written', async () => {
    for (const url of [
      '',
      null,
      'http://discord.com/x',
      'https://localhost/x',
      'https://127.0.0.1/x',
      'https://2130706433/x',
      'https://0x7f000001/x',
      'https://169.254.169.254/latest',
      'https://[::1]/x',
      'https://metadata.google.internal/x',
      'https://DB.LOCAL/x',
      'https://db/x',
      'https://user:word@discord.com/x',
      'https://discord.com:8443/x',
      'https://discord.com\\@127.0.0.1/x',
      'https://discord.com./x',
      'https://discord.com/a b',
      ` https://discord.com/${'x'.repeat(500)}`,
      'ftp://discord.com/x',
    ])
      assert.equal(await reasonOf({ url }), 'url_refused', String(url));
  });

  test('refuses empty names, unknown topics and webhooks, the eleventh, and whoever is no owner', async () => {
    const id = '00000000-0000-4000-8000-00000000dead';
    for (const [asked, reason] of [
      [{ name: ' ' }, 'name_missing'],
      [{ name: 'x'.repeat(61) }, 'name_missing'],
      [{ tells: null }, 'unknown_topic'],
      [{ tells: ['orders'] }, 'unknown_topic'],
      [{ isActive: null }, 'unknown_topic'],
      [{ id }, 'unknown_webhook'],
    ] as const)
      assert.equal(await reasonOf(asked), reason);
    for (const name of ['editor', 'fulfilment', 'support', 'first', 'former'] as const)
      assert.equal(await reasonOf({}, person(name)), 'not_allowed', name);
    assert.equal((await refusalOf(save({}, anonymous))).code, '42501');
    const made = await Promise.allSettled(Array.from({ length: 14 }, () => save()));
    assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 10);
  });
});
