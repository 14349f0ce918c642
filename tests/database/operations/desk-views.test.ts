import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import {
  anonymous,
  openTestDatabase,
  person,
  personId,
  refusalOf,
  withCode,
  type PersonName,
} from '../../support/database.ts';
import { deskRights } from '../../../src/desk-kit/model/desk-rights.ts';

const database = openTestDatabase();

interface View {
  readonly desk?: string;
  readonly name: string;
  readonly isShared?: boolean;
}

const add = (who: PersonName, { desk = 'orders', name, isShared = true }: View) =>
  database.keepAs(
    person(who),
    (sql) => sql`
      insert into public.desk_views (desk, list, name, search, is_shared)
      values (${desk}, ${desk}, ${name}, '?f=status:is:paid', ${isShared})`,
  );
const seenBy = async (who: PersonName) => {
  const rows = await database.as(
    person(who),
    (sql) => sql<{ name: string }[]>`select name from public.desk_views order by name`,
  );
  return rows.map(({ name }) => name);
};
const rename = (who: PersonName, name: string) =>
  database.keepAs(person(who), async (sql) => {
    const rows =
      await sql`update public.desk_views set name = ${`${name} anew`} where name = ${name} returning id`;
    return rows.length;
  });
const remove = (who: PersonName, name: string) =>
  database.keepAs(person(who), async (sql) => {
    const rows = await sql`delete from public.desk_views where name = ${name} returning id`;
    return rows.length;
  });

describe('views of the desk', () => {
  beforeEach(async () => {
    await database.sql`delete from public.desk_views`;
  });

  test('a shared one is read by everyone who may open its desk, an own one by its owner', async () => {
    await add('support', { name: 'Shared' });
    await add('support', { name: 'Mine', isShared: false });
    assert.deepEqual(await seenBy('support'), ['Mine', 'Shared']);
    assert.deepEqual(await seenBy('fulfilment'), ['Shared']);
    assert.deepEqual(await seenBy('owner'), ['Shared']);
    // Editors have no orders desk.
    assert.deepEqual(await seenBy('editor'), []);
    assert.deepEqual(await seenBy('first'), []);
    const refusal = await refusalOf(
      database.as(anonymous, (sql) => sql`select from public.desk_views`),
    );
    assert.equal(refusal.code, '42501');
  });

  test('is signed by the shop, whatever the caller says', async () => {
    await add('support', { name: 'Signed' });
    const [row] = await database.sql`select owner_id, author from public.desk_views`;
    assert.deepEqual(
      [row?.['owner_id'], row?.['author']],
      [personId('support'), 'support@people.test'],
    );
    const forged = database.keepAs(
      person('support'),
      (sql) => sql`
        insert into public.desk_views (desk, list, name, search, owner_id)
        values ('orders', 'orders', 'Forged', '', ${personId('owner')})`,
    );
    assert.equal((await refusalOf(forged)).code, '42501');
  });

  test('nobody adds one at a desk that they may not open', async () => {
    const refused = async (who: PersonName, desk: string) =>
      (await refusalOf(add(who, { desk, name: 'No' }))).code;
    assert.equal(await refused('support', 'lists'), '42501');
    assert.equal(await refused('editor', 'orders'), '42501');
    assert.equal(await refused('first', 'orders'), '42501');
    assert.equal(await refused('owner', 'nowhere'), '42501');
  });

  test('a shared one is changed and removed by who made it and by owners', async () => {
    await add('support', { name: 'Shared' });
    assert.equal(await rename('fulfilment', 'Shared'), 0);
    assert.equal(await remove('fulfilment', 'Shared'), 0);
    assert.equal(await rename('support', 'Shared'), 1);
    assert.equal(await rename('owner', 'Shared anew'), 1);
    assert.equal(await remove('owner', 'Shared anew anew'), 1);
  });

  test('an own one is nobody else’s to change', async () => {
    await add('support', { name: 'Mine', isShared: false });
    assert.equal(await rename('owner', 'Mine'), 0);
    assert.equal(await remove('owner', 'Mine'), 0);
    assert.equal(await remove('support', 'Mine'), 1);
  });

  test('one shared name of a table is one view, and own names are one’s own', async () => {
    await add('support', { name: 'To pack' });
    assert.equal((await refusalOf(add('owner', { name: 'to PACK' }))).code, '23505');
    await add('owner', { name: 'To pack', isShared: false });
    await add('support', { name: 'To pack', isShared: false });
  });

  test('whoever gave their second factor too long ago changes nothing', async () => {
    await database.sql`
      insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
      values (gen_random_uuid(), ${personId('support')}, 'totp', 'verified', 'x', now(), now())`;
    const late = database.keepAs(
      withCode(person('support'), 900),
      (sql) => sql`
        insert into public.desk_views (desk, list, name, search) values ('orders', 'orders', 'Late', '')`,
    );
    assert.equal((await refusalOf(late)).reason, 'second_factor_stale');
    await database.sql`delete from auth.mfa_factors`;
  });

  test('the database opens the same desks as the desk kit', async () => {
    // These have no table.
    const without: readonly string[] = ['home', 'health', 'staff', 'translations'];
    for (const [desk, roles] of Object.entries(deskRights)) {
      if (without.includes(desk)) continue;
      for (const role of ['owner', 'editor', 'fulfilment', 'support'] as const) {
        const [row] = await database.as(
          person(role),
          (sql) => sql`select private.may_open_desk(${desk}) as may`,
        );
        const allowed: readonly string[] = roles;
        assert.equal(row?.['may'], allowed.includes(role), `${role} at ${desk}`);
      }
    }
  });
});
