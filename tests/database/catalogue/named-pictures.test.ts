import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import { openTestDatabase, person, refusalOf } from '../../support/database.ts';

const database = openTestDatabase();

/** A draft with pictures that nobody has described yet. */
async function draftWithPicture(sql: TransactionSql) {
  const [id, image, other] = [randomUUID(), randomUUID(), randomUUID()];
  const product = {
    id,
    version: null,
    kind: 'product',
    category: 'part',
    url: `pictured-${id.slice(0, 8)}`,
    title: 'Pictured',
    summary: 'A summary',
    images: [image, other].map((each) => ({
      id: each,
      version: null,
      product_id: id,
      storage_path: `uploads/${each}/one.webp`,
      alt: '',
      width: 100,
      height: 100,
      placeholder_colour: '#112233',
    })),
  };
  await save(sql, product);
  return { product, image, other };
}

const save = (sql: TransactionSql, product: object) =>
  sql`select public.save_product(${JSON.stringify(product)}::text::jsonb)`;

const published = { status: 'published', publish_at: '2026-01-01T00:00:00Z' };

describe('pictures of products', () => {
  test('a draft is saved with pictures that have no alt text yet', async () => {
    await database.as(person('editor'), draftWithPicture);
  });

  test('publishing it as it is is refused, by the form and by the list', async () => {
    const byForm = await refusalOf(
      database.as(person('editor'), async (sql) => {
        const { product } = await draftWithPicture(sql);
        await save(sql, { id: product.id, version: 1, ...published });
      }),
    );
    assert.deepEqual([byForm.code, byForm.reason], ['PT422', 'alt_missing']);
    const byList = await refusalOf(
      database.as(person('editor'), async (sql) => {
        const { product } = await draftWithPicture(sql);
        await sql`
          update public.products set status = 'published', publish_at = now() where id = ${product.id}`;
      }),
    );
    assert.equal(byList.reason, 'alt_missing');
  });

  test('it is published in the same save that describes its pictures, and the words stay from then on', async () => {
    const refusal = await refusalOf(
      database.as(person('editor'), async (sql) => {
        const { product, image, other } = await draftWithPicture(sql);
        const images = [image, other].map((id) => ({
          id,
          version: 1,
          product_id: product.id,
          alt: 'A blue board',
        }));
        await save(sql, { id: product.id, version: 1, ...published, images });
        const [row] = await sql`select status from public.products where id = ${product.id}`;
        assert.equal(row?.['status'], 'published');
        await sql`update public.product_images set alt = ' ' where id = ${image}`;
      }),
    );
    assert.equal(refusal.reason, 'alt_missing');
  });
});
