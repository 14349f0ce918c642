import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import { openTestDatabase, person, personId } from '../../support/database.ts';

const database = openTestDatabase();
const id = personId('first');

/** As the auth service writes, embedded or hosted: with its own role, which may not write the outbox. */
const asAuthService = (run: (sql: TransactionSql) => Promise<unknown>) =>
  database.sql.begin(async (sql) => {
    await sql`set local role supabase_auth_admin`;
    await run(sql);
  });

interface Told {
  readonly kind: string;
  readonly recipient: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

async function told(): Promise<Told[]> {
  const mails = await database.sql<Told[]>`
    select kind, recipient, payload from public.outbox where user_id = ${id} order by kind`;
  return [...mails];
}

async function onlyOne(): Promise<Told> {
  const [mail, ...others] = await told();
  assert(mail, 'nothing was told');
  assert.deepEqual(others, []);
  assert(!Number.isNaN(Date.parse(String(mail.payload['at']))), 'it says when');
  return mail;
}

const change = (columns: Readonly<Record<string, string | null>>) =>
  asAuthService((sql) => sql`update auth.users set ${sql(columns)} where id = ${id}`);

const openSessions = (count: number, aal = 'aal1') =>
  asAuthService(
    (sql) => sql`
      insert into auth.sessions (user_id, aal)
      select ${id}, ${aal}::auth.aal_level from generate_series(1, ${count}::int)`,
  );

const addApp = (status = 'unverified') =>
  asAuthService(
    (sql) => sql`
      insert into auth.mfa_factors (user_id, factor_type, status)
      values (${id}, 'totp', ${status}::auth.factor_status)`,
  );

const link = (provider: string, isVerified = true) =>
  asAuthService(
    (sql) => sql`
      insert into auth.identities (user_id, provider, provider_id, identity_data)
      values (${id}, ${provider}, ${provider}, ${sql.json({ email_verified: isVerified })})`,
  );

const owner = (claims: object) => ({
  ...person('first'),
  claims: { ...person('first').claims, ...claims },
});

describe('a mail tells the owner of an account', () => {
  before(async () => {
    await database.sql`update auth.users set email_confirmed_at = now()`;
  });
  beforeEach(async () => {
    await database.sql`delete from auth.mfa_factors`;
    await database.sql`delete from auth.identities`;
    await database.sql`delete from auth.sessions`;
    await database.sql`
      update auth.users set email = 'first@people.test', phone = null, encrypted_password = 'old'
      where id = ${id}`;
    await database.sql`delete from public.outbox`;
  });

  test('of another password, once, though it ends the other sessions too', async () => {
    await openSessions(3);
    await asAuthService(async (sql) => {
      await sql`update auth.users set encrypted_password = 'new' where id = ${id}`;
      await sql`delete from auth.sessions where user_id = ${id}`;
    });
    const { kind, recipient } = await onlyOne();
    assert.deepEqual([kind, recipient], ['password_changed', 'first@people.test']);
  });

  test('of a first password, and not of a hash that is only written anew', async () => {
    await change({ encrypted_password: null });
    assert.deepEqual(await told(), []);
    await asAuthService(async (sql) => {
      await sql`select set_config('keywright.is_same_password', 'yes', true)`;
      await sql`update auth.users set encrypted_password = 'anew' where id = ${id}`;
    });
    assert.deepEqual(await told(), []);
    await change({ encrypted_password: null });
    await change({ encrypted_password: 'first' });
    assert.equal((await onlyOne()).payload['is_first'], true);
  });

  test('of another address, at the one it had, without the whole new one', async () => {
    await change({ email: 'other@elsewhere.test' });
    const { kind, recipient, payload } = await onlyOne();
    assert.deepEqual([kind, recipient], ['email_changed', 'first@people.test']);
    assert.equal(payload['new_email'], 'o…@elsewhere.test');
  });

  test('of a number that came or went, by its last two digits', async () => {
    await change({ phone: '31612345678' });
    const { kind, payload } = await onlyOne();
    assert.deepEqual([kind, payload['ending'], payload['is_first']], ['phone_changed', '78', true]);
    await change({ phone: null });
    assert.equal((await told()).length, 2);
  });

  test('of nothing while the address is not confirmed, or nothing of safety changed', async () => {
    await change({ last_sign_in_at: '2026-12-01' });
    await database.sql`update auth.users set email_confirmed_at = null where id = ${id}`;
    await change({ encrypted_password: 'second try', phone: '31600000000' });
    await database.sql`update auth.users set email_confirmed_at = now() where id = ${id}`;
    assert.deepEqual(await told(), []);
  });

  test('of an app once it counts, and of its removal, which ends the recovery codes', async () => {
    await addApp();
    assert.deepEqual(await told(), []);
    await asAuthService((sql) => sql`update auth.mfa_factors set status = 'verified'`);
    assert.equal((await onlyOne()).kind, 'second_factor_added');
    await database.sql`delete from public.outbox`;
    await database.sql`insert into private.recovery_codes (user_id, code_hash) values (${id}, repeat('a', 64))`;
    await addApp('verified');
    await asAuthService(
      (sql) => sql`
        delete from auth.mfa_factors where id = (select id from auth.mfa_factors limit 1)`,
    );
    assert.equal((await onlyOne()).payload['has_another'], true);
    assert.equal((await database.sql`select from private.recovery_codes`).length, 1);
    await asAuthService((sql) => sql`delete from auth.mfa_factors`);
    assert.deepEqual(
      (await told()).map(({ kind, payload }) => [kind, payload['has_another']]).at(-1),
      ['second_factor_removed', false],
    );
    assert.equal((await database.sql`select from private.recovery_codes`).length, 0);
  });

  test('of new recovery codes, and of one that was used, once', async () => {
    await addApp('verified');
    const [made] = await database.keepAs(
      owner({ aal: 'aal2' }),
      (sql) => sql`select public.make_recovery_codes() as codes`,
    );
    const { kind, payload } = await onlyOne();
    assert.deepEqual([kind, payload['had_some']], ['recovery_codes_made', false]);
    await database.sql`delete from public.outbox`;
    const [code] = (made?.['codes'] ?? []) as readonly string[];
    await database.keepAs(
      person('first'),
      (sql) => sql`select public.redeem_recovery_code(${code ?? ''})`,
    );
    const used = await onlyOne();
    assert.deepEqual([used.kind, used.payload['by']], ['second_factor_removed', 'recovery_code']);
  });

  test('of another way to sign in and of one less, but not of the first', async () => {
    await link('github');
    assert.deepEqual(await told(), []);
    await link('google');
    const { kind, payload } = await onlyOne();
    assert.deepEqual([kind, payload['provider']], ['identity_linked', 'google']);
    await database.sql`delete from public.outbox`;
    await link('email', false);
    await asAuthService((sql) => sql`delete from auth.identities where provider = 'email'`);
    assert.deepEqual(await told(), [], 'an address that was never confirmed');
    await asAuthService((sql) => sql`delete from auth.identities where provider = 'github'`);
    assert.equal((await onlyOne()).kind, 'identity_unlinked');
  });

  test('of sessions that ended together, not of a device that signs out or has long expired', async () => {
    await openSessions(1);
    await asAuthService((sql) => sql`delete from auth.sessions where user_id = ${id}`);
    await openSessions(3);
    await asAuthService(async (sql) => {
      await sql`update auth.sessions set not_after = now() - interval '40 days'`;
      await sql`delete from auth.sessions`;
    });
    assert.deepEqual(await told(), []);
    await openSessions(3);
    await asAuthService((sql) => sql`delete from auth.sessions where user_id = ${id}`);
    const { kind, payload } = await onlyOne();
    assert.deepEqual([kind, payload['count']], ['sessions_ended', 3]);
  });

  test('of nothing when giving the second factor ends sessions that still owed it', async () => {
    await addApp('verified');
    await openSessions(2, 'aal1');
    await openSessions(1, 'aal2');
    await asAuthService((sql) => sql`delete from auth.sessions where aal = 'aal1'`);
    assert.deepEqual(await told(), []);
  });

  test('of a deletion, and that it was taken back', async () => {
    const ask = (name: string) =>
      database.keepAs(person('first'), (sql) => sql`select ${sql.unsafe(`public.${name}()`)}`);
    await ask('request_account_deletion');
    assert.equal((await onlyOne()).kind, 'account_deletion');
    await ask('undo_account_deletion');
    await ask('undo_account_deletion');
    assert.deepEqual(
      (await told()).map(({ kind }) => kind),
      ['account_deletion', 'account_deletion_undone'],
    );
  });

  test('of nothing once the account is gone', async () => {
    const gone = personId('former');
    await asAuthService(async (sql) => {
      await sql`insert into auth.sessions (user_id) select ${gone} from generate_series(1, 2)`;
      await sql`insert into auth.mfa_factors (user_id, factor_type, status) values (${gone}, 'totp', 'verified')`;
    });
    await asAuthService((sql) => sql`delete from auth.users where id = ${gone}`);
    assert.equal((await database.sql`select from public.outbox`).length, 0);
  });
});
