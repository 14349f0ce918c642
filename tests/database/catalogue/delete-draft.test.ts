import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  anonymous,
  openTestDatabase,
  person,
  refusalOf,
  service,
  type PersonName,
} from '../../support/database.ts';

const database = openTestDatabase();
let made = 0;

/** As the editor makes one, with a variant. */
async function draft(): Promise<string> {
  made += 1;
  const url = `a-draft-${made}`;
  return database.keepAs(person('editor'), async (sql) => {
    const [row] = await sql<{ id: string }[]>`
      insert into public.products (kind, category, url, title, summary)
      values ('product', 'cable', ${url}, 'A draft', 'Soon') returning id`;
    assert.ok(row);
    await sql`
      insert into public.variants (product_id, sku, title, price_minor, weight_grams, availability)
      values (${row.id}, ${`DRAFT-${made}`}, 'One', 100, 10, 'archived')`;
    return row.id;
  });
}

const remove = (who: PersonName, id: string) =>
  database.keepAs(person(who), async (sql) => {
    const gone = await sql`delete from public.products where id = ${id} returning id`;
    return gone.length;
  });
const refused = async (id: string) => (await refusalOf(remove('editor', id))).reason;
const isThere = async (id: string) =>
  (await database.sql`select from public.products where id = ${id}`).length === 1;

describe('a draft of a product', () => {
  test('is deleted by owners and editors, with its variants, and the log says who', async () => {
    for (const who of ['editor', 'owner'] as const) {
      const id = await draft();
      assert.equal(await remove(who, id), 1);
      assert.ok(!(await isThere(id)));
      assert.equal(
        (await database.sql`select from public.variants where product_id = ${id}`).length,
        0,
      );
      const [row] = await database.sql`
        select actor_role, action from public.audit_log where row_id = ${id} order by id desc limit 1`;
      assert.deepEqual({ ...row }, { actor_role: who, action: 'delete' });
    }
  });

  test('is not deleted by anybody else', async () => {
    const id = await draft();
    for (const who of ['support', 'fulfilment', 'former', 'first'] as const)
      assert.equal(await remove(who, id), 0, who);
    const nobody = await refusalOf(
      database.as(anonymous, (sql) => sql`delete from public.products where id = ${id}`),
    );
    assert.equal(nobody.code, '42501');
    assert.ok(await isThere(id));
  });

  test('stays once it is published, scheduled or archived, by whatever request', async () => {
    for (const status of ['published', 'scheduled', 'archived'] as const) {
      const id = await draft();
      const set = (to: string) =>
        database.keepAs(
          person('editor'),
          (sql) => sql`
            update public.products set status = ${to}::public.publish_status, publish_at = now() where id = ${id}`,
        );
      await set(status);
      assert.equal(await remove('editor', id), 0, status);
      assert.equal(await remove('owner', id), 0, status);
      await set('draft');
      assert.equal(await refused(id), 'was_published', status);
      assert.ok(await isThere(id));
    }
  });

  test('stays while a batch or a list is made of it', async () => {
    const batched = await draft();
    await database.sql`insert into public.batches (product_id, code, title) values (${batched}, 'DRAFT-B1', 'One')`;
    assert.equal(await refused(batched), 'product_used');
    const listed = await draft();
    const [list] = await database.sql`
      insert into public.lists (kind, product_id, title) values ('waiting_list', ${listed}, 'A list') returning id`;
    assert.equal(await refused(listed), 'product_used');
    const chosen = await draft();
    await database.sql`
      insert into public.list_choices (list_id, variant_id)
      select ${list?.['id']}, id from public.variants where product_id = ${chosen}`;
    assert.equal(await refused(chosen), 'product_used');
    for (const id of [batched, listed, chosen]) assert.ok(await isThere(id));
  });

  test('stays while an edition of an artisan is sold as it, and the refusal says what uses it', async () => {
    const id = await draft();
    await database.sql`
      insert into public.colorways (code, name, product_id, variant_id, colour, colour_family, edition_size, sale, stem)
      select 'draft-one', 'One', (select id from public.products where kind = 'artisan' limit 1), id, '#112233', 'blue', 5, 'archive', 'mx'
      from public.variants where product_id = ${id}`;
    const refusal = await refusalOf(remove('editor', id));
    assert.equal(refusal.code, '23503');
    assert.match(refusal.message, /on table "colorways"/);
  });

  test('can be removed by the service whatever it was', async () => {
    const id = await draft();
    await database.sql`update public.products set status = 'archived', publish_at = now() where id = ${id}`;
    await database.keepAs(service, (sql) => sql`delete from public.products where id = ${id}`);
    assert.ok(!(await isThere(id)));
  });
});
