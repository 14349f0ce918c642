import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { callers } from '../../support/pages/access.ts';
import { openTestDatabase, person, refusalOf } from '../../support/database.ts';

const database = openTestDatabase();

const flat = (parts: number, height = 40): readonly number[] =>
  Array.from({ length: parts }, () => height);

const sound = (productId: string, more: object = {}) => ({
  id: randomUUID(),
  version: null,
  product_id: productId,
  storage_path: `uploads/${productId}/${randomUUID()}.wav`,
  title: 'On an aluminium plate',
  duration_ms: 3400,
  peaks: flat(72),
  position: 0,
  ...more,
});

const draft = (more: object = {}) => {
  const id = randomUUID();
  const url = `sounding-${id.slice(0, 8)}`;
  return {
    id,
    version: null,
    kind: 'product',
    category: 'switches',
    url,
    title: 'Sounding',
    ...more,
  };
};

const save = (product: object, caller = person('editor')) =>
  database.as(caller, async (sql) => {
    await sql`select public.save_product(${JSON.stringify(product)}::text::jsonb)`;
    return sql`select title, duration_ms, peaks, version from public.product_sounds order by position`;
  });

describe('sounds of products', () => {
  test('are saved with the product, in their order, with their waveform', async () => {
    const product = draft();
    const sounds = [
      sound(product.id, { title: 'Second', position: 1 }),
      sound(product.id, { title: 'First' }),
    ];
    const rows = await save({ ...product, sounds });
    assert.deepEqual(
      rows.map((row) => [row['title'], row['duration_ms'], row['version']]),
      [
        ['First', 3400, 1],
        ['Second', 3400, 1],
      ],
    );
    assert.deepEqual(rows[0]?.['peaks'], flat(72));
  });

  test('are taken away with the others staying, and none of another product', async () => {
    const product = draft();
    const [kept, gone] = [sound(product.id), sound(product.id)];
    const foreign = sound(randomUUID());
    const refusal = await refusalOf(save({ ...product, sounds: [foreign] }));
    assert.equal(refusal.reason, 'foreign_part');
    await database.as(person('editor'), async (sql) => {
      const write = (given: object) =>
        sql`select public.save_product(${JSON.stringify(given)}::text::jsonb)`;
      await write({ ...product, sounds: [kept, gone] });
      await write({ ...product, version: 1, removed: [gone.id] });
      const left = await sql`select id from public.product_sounds where product_id = ${product.id}`;
      assert.deepEqual(
        left.map(({ id }) => id),
        [kept.id],
      );
    });
  });

  test('say who changed one meanwhile instead of writing over it', async () => {
    const product = draft();
    const one = sound(product.id);
    await database.as(person('editor'), async (sql) => {
      const write = (given: object) =>
        sql`select public.save_product(${JSON.stringify(given)}::text::jsonb)`;
      await write({ ...product, sounds: [one] });
      await write({
        ...product,
        version: 1,
        sounds: [{ ...one, version: 1, title: 'Theirs' }],
      });
      const mine = { ...product, version: 2, sounds: [{ ...one, version: 1, title: 'Mine' }] };
      assert.equal((await refusalOf(write(mine))).reason, 'version_conflict');
    });
  });

  test('need a title, a length of a minute at most, a file that is one, and a waveform of whole numbers', async () => {
    const wrong: Readonly<Record<string, object>> = {
      'no title': { title: '  ' },
      'a title without end': { title: 'x'.repeat(121) },
      'longer than a minute': { duration_ms: 60_001 },
      'no length': { duration_ms: 0 },
      'a page for a file': { storage_path: 'uploads/x.html' },
      'a way out of its bucket': { storage_path: 'uploads/../x.wav' },
      'too few parts': { peaks: flat(63) },
      'too many parts': { peaks: flat(97) },
      'louder than loud': { peaks: flat(72, 101) },
      'below nought': { peaks: flat(72, -1) },
      'a hole in it': { peaks: [...flat(71), null] },
      'half a number': { peaks: flat(72, 1.5) },
      'rows of rows': { peaks: [flat(72), flat(72)] },
    };
    for (const [name, more] of Object.entries(wrong)) {
      const product = draft();
      const refusal = await refusalOf(save({ ...product, sounds: [sound(product.id, more)] }));
      assert.match(refusal.code, /^(PT422|22\w{3})$/, name);
    }
  });

  test('of a draft are its editors’ alone, and everybody’s once it is published', async () => {
    const seen = async (status: string) => {
      const id = randomUUID();
      await database.sql`
        insert into public.products (id, kind, category, url, title, summary, status, publish_at)
        values (${id}, 'product', 'switches', ${`heard-${id.slice(0, 8)}`}, 'Heard', 'x', ${status}, now() - interval '1 day')`;
      await database.sql`
        insert into public.product_sounds (product_id, storage_path, title, duration_ms, peaks)
        values (${id}, ${`uploads/${id}/a.wav`}, 'Heard', 900, array_fill(1, array[64]))`;
      const counts = await Promise.all(
        Object.entries(callers).map(async ([name, caller]) => {
          const rows = await database.as(
            caller,
            (sql) => sql`select from public.product_sounds where product_id = ${id}`,
          );
          return rows.count === 1 ? name : '';
        }),
      );
      return counts.filter(Boolean).toSorted();
    };
    assert.deepEqual(await seen('published'), Object.keys(callers).toSorted());
    assert.deepEqual(await seen('draft'), ['editor', 'fulfilment', 'owner', 'service', 'support']);
  });

  test('are written by owners and editors alone', async () => {
    const written = await Promise.all(
      Object.entries(callers).map(async ([name, caller]) => {
        try {
          await database.as(
            caller,
            (sql) => sql`
              insert into public.product_sounds (product_id, storage_path, title, duration_ms, peaks)
              select id, ${`uploads/${randomUUID()}.wav`}, 'Mine', 900, array_fill(1, array[64])
              from public.products limit 1`,
          );
          return name;
        } catch {
          return '';
        }
      }),
    );
    assert.deepEqual(written.filter(Boolean).toSorted(), ['editor', 'owner', 'service']);
  });
});
