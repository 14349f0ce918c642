import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { openTestDatabase, person, personId, refusalOf } from '../../support/database.ts';
import { shownPhoto } from '../../support/data/customer-photos.ts';
import {
  assertForStaffAlone,
  customerOf,
  newGuest,
  placeAs,
} from '../../support/data/customers.ts';

const database = openTestDatabase();

type Exported = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

const exported = (id: string) =>
  database.keepAs(person('owner'), async (sql) => {
    const rows = await sql<{ data: Exported }[]>`select public.export_customer(${id}) as data`;
    assert.ok(rows[0]);
    return rows[0].data;
  });

describe('export_customer', () => {
  test('a guest’s orders are in it with name, address, lines and mails, and it is on record', async () => {
    const { id, email, order } = await newGuest(database);
    await database.keepAs(
      person('support'),
      (sql) => sql`select public.add_customer_note(${id}, 'Wants blue')`,
    );
    const data = await exported(id);
    assert.deepEqual(
      data['orders']?.map((row) => [row['number'], row['email']]),
      [[order.number, email]],
    );
    const [{ address } = {}] = data['orders'] ?? [];
    assert.ok(JSON.stringify(address).includes('Ada Buyer'));
    assert.equal(data['order_lines']?.length, 1);
    assert.ok(data['mails']?.some(({ recipient }) => recipient === email));
    assert.deepEqual(
      data['notes']?.map(({ text }) => text),
      ['Wants blue'],
    );
    const logged = await database.sql`
      select actor_id from public.audit_log where row_id = ${id} and action = 'read' and after ->> 'call' = 'export_customer'`;
    assert.deepEqual([...logged], [{ actor_id: personId('owner') }]);
  });

  test('rows of others and secrets are not in it', async () => {
    const own = await placeAs(database, 'first@people.test', 'first');
    const others = await newGuest(database);
    await database.sql`
      insert into private.follows (product_id, email, confirmed_at) select id, 'first@people.test', now() from public.products limit 1`;
    const id = (await customerOf(database, own.id)) ?? '';
    const data = await exported(id);
    const text = JSON.stringify(data);
    assert.equal(data['follows']?.length, 1);
    assert.equal(data['orders']?.length, 1);
    assert.ok(text.includes(own.number) && !text.includes(others.email));
    const secrets = await database.sql<{ secret: string }[]>`
      select secret::text from private.follows union all
      select token_hash from private.order_contacts union all select mailbox_token_hash from private.order_contacts
      union all select secrets ->> 'token' from private.mail_secrets where secrets ? 'token'`;
    assert.ok(secrets.length > 2);
    for (const { secret } of secrets) assert.ok(!text.includes(secret));
  });

  test('it is for the owner alone, and of somebody', async () => {
    const { id } = await newGuest(database);
    assert.equal((await refusalOf(exported(randomUUID()))).reason, 'unknown_customer');
    await assertForStaffAlone(database, `select public.export_customer('${id}')`, [
      'first',
      'editor',
      'support',
      'fulfilment',
      'former',
    ]);
  });

  test('photos are in it with their words', async () => {
    const { id } = await shownPhoto(database, { note: 'Brass plate', name: 'Ada' });
    const [order] = await database.sql<{ id: string }[]>`
      select l.order_id as id from private.customer_photos p join public.order_lines l on l.id = p.order_line_id where p.id = ${id}`;
    const data = await exported((await customerOf(database, order?.id ?? '')) ?? '');
    const photos = data['photos']?.map((row) => [
      row['id'],
      row['note'],
      row['name'],
      row['status'],
    ]);
    assert.deepEqual(photos, [[id, 'Brass plate', 'Ada', 'shown']]);
  });
});
