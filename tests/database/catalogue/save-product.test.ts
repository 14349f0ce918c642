import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import { constraintSentence } from '#desk-kit/api/constraint-sentences.ts';
import { emptyForm, changesOf } from '#features/catalogue/model/form/product-form.ts';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';

const database = openTestDatabase();
type Product = Readonly<Record<string, unknown>>;

async function save(sql: TransactionSql, product: Product): Promise<{ version: number }> {
  const rows = await sql<{ saved: { version: number } }[]>`
    select public.save_product(${JSON.stringify(product)}::text::jsonb) as saved`;
  assert.ok(rows[0]);
  return rows[0].saved;
}

/** A whole product as the form sends it, with everything that can hang on one. */
function wholeProduct() {
  const [id, option, dark, light, other, walnut, rule, variant, pool, image] = Array.from(
    { length: 10 },
    () => randomUUID(),
  );
  assert.ok(id);
  const empty = emptyForm(id);
  const mark = id.slice(0, 8);
  return {
    ...changesOf(empty, empty),
    id,
    url: `made-${mark}`,
    title: 'Made in one go',
    pools: [{ id: pool, version: null, code: `P-${mark.toUpperCase()}`, title: 'A pile' }],
    options: [
      {
        id: option,
        version: null,
        product_id: id,
        code: 'case',
        title: 'Case',
        help: '',
        is_required: true,
        zone: 'case',
        position: 0,
      },
      {
        id: other,
        version: null,
        product_id: id,
        code: 'weight',
        title: 'Weight',
        help: '',
        is_required: false,
        zone: null,
        position: 1,
      },
    ],
    values: [
      value(dark, option, 'dark'),
      value(light, option, 'light'),
      value(walnut, other, 'walnut'),
    ],
    rules: [
      {
        id: rule,
        version: null,
        product_id: id,
        value_id: dark,
        other_value_id: walnut,
        reason: 'It does not fit',
      },
    ],
    variants: [
      {
        id: variant,
        version: null,
        product_id: id,
        sku: `S-${mark.toUpperCase()}`,
        title: 'Base',
        contents: '',
        is_required: false,
        position: 0,
        availability: 'in_stock',
        price_minor: 1000,
        currency: 'EUR',
        weight_grams: 100,
        max_per_customer: null,
        stock_pool_id: pool,
        pool_units: 1,
        few_left_below: 6,
        shows_remaining: false,
        ships_on: null,
      },
    ],
    images: [
      {
        id: image,
        version: null,
        product_id: id,
        variant_id: variant,
        option_value_id: null,
        colorway_id: null,
        storage_path: `uploads/${id}/one.webp`,
        alt: 'A picture',
        position: 0,
        width: 100,
        height: 100,
        placeholder_colour: '#112233',
        credit: '',
        is_render: false,
        render: null,
      },
    ],
  };
}

function value(id: string | undefined, option: string | undefined, code: string) {
  return {
    id,
    version: null,
    option_id: option,
    code,
    title: code,
    note: '',
    price_delta_minor: 0,
    currency: 'EUR',
    weight_delta_grams: 0,
    colour: null,
    is_default: false,
    is_offered: true,
    position: 0,
  };
}

async function parts(sql: TransactionSql, id: unknown) {
  const [row] = await sql`
    select (select count(*)::int from public.product_options where product_id = p.id) as options,
      (select count(*)::int from public.option_rules where product_id = p.id) as rules,
      (select count(*)::int from public.variants where product_id = p.id) as variants,
      (select count(*)::int from public.product_images where product_id = p.id) as images
    from public.products p where p.id = ${String(id)}`;
  return row ? { ...row } : null;
}

describe('save_product', () => {
  test('owners and editors make a whole product at once, parts that name each other included', async () => {
    for (const name of ['owner', 'editor'] as const) {
      await database.as(person(name), async (sql) => {
        const product = wholeProduct();
        assert.equal((await save(sql, product)).version, 1);
        assert.deepEqual(await parts(sql, product.id), {
          options: 2,
          rules: 1,
          variants: 1,
          images: 1,
        });
      });
    }
  });

  test('safety warnings are saved, kept in the history and seen by visitors once the product is', async () => {
    const product = { ...wholeProduct(), safety_warnings: 'Not for children under 3.' };
    const published = { summary: 'A summary', status: 'published', publish_at: '2026-01-01' };
    await database.keepAs(person('editor'), (sql) => save(sql, { ...product, ...published }));
    const [seen] = await database.as(
      anonymous,
      (sql) => sql`select safety_warnings from public.products where id = ${product.id}`,
    );
    assert.equal(seen?.['safety_warnings'], 'Not for children under 3.');
    const [log] = await database.sql`
      select after ->> 'safety_warnings' as said from public.audit_log
      where table_name = 'products' and row_id = ${product.id} and action = 'insert'`;
    assert.equal(log?.['said'], 'Not for children under 3.');
    const refusal = await refusalOf(
      database.as(person('editor'), (sql) =>
        save(sql, { ...wholeProduct(), safety_warnings: 'x'.repeat(4001) }),
      ),
    );
    assert.equal(refusal.code, 'PT422');
    assert.match(JSON.stringify(refusal.details), /safety_warnings/);
  });

  test('the focus point of a photo is saved by owners and editors, within the photo, and seen by visitors', async () => {
    const focused = (product: ReturnType<typeof wholeProduct>, focus: object) => ({
      ...product,
      images: product.images.map((image) => ({ ...image, ...focus })),
    });
    const read = (sql: TransactionSql, id: unknown) => sql`
      select focus_x, focus_y from public.product_images where product_id = ${String(id)}`;
    const product = wholeProduct();
    const published = { summary: 'A summary', status: 'published', publish_at: '2026-01-01' };
    await database.keepAs(person('owner'), (sql) => save(sql, { ...product, ...published }));
    const before = await database.as(anonymous, (sql) => read(sql, product.id));
    assert.deepEqual({ ...before[0] }, { focus_x: 50, focus_y: 50 });
    const set = { ...focused(product, { version: 1, focus_x: 0, focus_y: 100 }), version: 1 };
    const alone = { pools: [], options: [], values: [], rules: [], variants: [] };
    await database.keepAs(person('editor'), (sql) => save(sql, { ...set, ...published, ...alone }));
    const after = await database.as(anonymous, (sql) => read(sql, product.id));
    assert.deepEqual({ ...after[0] }, { focus_x: 0, focus_y: 100 });
    for (const focus of [{ focus_x: -1 }, { focus_x: 101 }, { focus_y: -1 }, { focus_y: 101 }]) {
      const refusal = await refusalOf(
        database.as(person('editor'), (sql) => save(sql, focused(wholeProduct(), focus))),
      );
      assert.deepEqual([refusal.code, refusal.reason], ['PT422', 'not_valid']);
      assert.match(JSON.stringify(refusal.details), new RegExp(`${Object.keys(focus)[0]}_check`));
    }
    await database.as(person('fulfilment'), async (sql) => {
      const written = await sql`
        update public.product_images set focus_x = 10 where product_id = ${product.id ?? ''} returning id`;
      assert.deepEqual([...written], []);
    });
  });

  test('a turntable is of photos: one file with the number of its sides, which a drawing has not', async () => {
    const turned = (turn: object) => {
      const product = wholeProduct();
      return { ...product, images: product.images.map((image) => ({ ...image, ...turn })) };
    };
    const path = `uploads/${randomUUID()}.webp`;
    const photo = { render: null, is_render: false };
    await database.as(person('editor'), async (sql) => {
      const product = turned({ ...photo, turn_path: path, turn_frames: 8 });
      await save(sql, product);
      const [row] = await sql`
        select turn_path, turn_frames from public.product_images where product_id = ${product.id ?? ''}`;
      assert.deepEqual({ ...row }, { turn_path: path, turn_frames: 8 });
      // Nobody removes the file while a product shows it.
      assert.deepEqual(
        [...(await sql`select private.file_is_used(${path}) as used`)],
        [{ used: true }],
      );
    });
    const drawing = { is_render: true, render: { kind: 'board' } };
    for (const turn of [
      { turn_path: path, turn_frames: null },
      { turn_path: null, turn_frames: 8 },
      { turn_path: path, turn_frames: 7 },
      { turn_path: path, turn_frames: 25 },
      { turn_path: '../elsewhere.webp', turn_frames: 8 },
      { ...drawing, turn_path: path, turn_frames: 8 },
    ]) {
      const refusal = await refusalOf(
        database.as(person('editor'), (sql) => save(sql, turned({ ...photo, ...turn }))),
      );
      assert.deepEqual(
        [refusal.code, refusal.reason],
        ['PT422', 'not_valid'],
        JSON.stringify(turn),
      );
      assert.match(JSON.stringify(refusal.details), /turn/);
    }
  });

  test('what is removed goes, what is not named stays', async () => {
    await database.as(person('editor'), async (sql) => {
      const product = wholeProduct();
      await save(sql, product);
      const removed = [...product.rules, ...product.images].map(({ id }) => id);
      const none = { pools: [], options: [], values: [], rules: [], variants: [], images: [] };
      await save(sql, { ...product, ...none, version: 1, title: 'Renamed', removed });
      assert.deepEqual(await parts(sql, product.id), {
        options: 2,
        rules: 0,
        variants: 1,
        images: 0,
      });
    });
  });

  test('the second of two editors is refused with what the first made of it, and nothing is written', async () => {
    await database.as(person('editor'), async (sql) => {
      const product = wholeProduct();
      await save(sql, product);
      const [variant] = product.variants;
      const none = { pools: [], options: [], values: [], rules: [], images: [], removed: [] };
      await save(sql, {
        ...product,
        ...none,
        version: 1,
        variants: [{ ...variant, version: 1, price_minor: 2000 }],
      });
      const late = {
        ...product,
        ...none,
        version: 1,
        title: 'Late',
        variants: [{ ...variant, version: 1, price_minor: 3000 }],
      };
      await sql`savepoint before`;
      const refusal = await refusalOf(save(sql, late));
      await sql`rollback to savepoint before`;
      assert.deepEqual([refusal.code, refusal.reason], ['PT409', 'version_conflict']);
      const conflicts = refusal.details['conflicts'] as { table: string; theirs: Product }[];
      assert.deepEqual(
        conflicts.map(({ table, theirs }) => [table, theirs['price_minor']]),
        [['variants', 2000]],
      );
      const [row] = await sql`select title from public.products where id = ${product.id}`;
      assert.equal(row?.['title'], 'Made in one go');
    });
  });

  test('one of two that save at the same moment wins', async () => {
    const product = wholeProduct();
    await database.keepAs(person('editor'), (sql) => save(sql, product));
    const none = { pools: [], options: [], values: [], rules: [], variants: [], images: [] };
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        database.keepAs(person('editor'), (sql) =>
          save(sql, { ...product, ...none, version: 1, title: `Try ${index}` }),
        ),
      ),
    );
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1);
  });

  test('a part of another product can’t be taken along', async () => {
    await database.as(person('editor'), async (sql) => {
      const product = wholeProduct();
      const [foreign] = await sql`
        select v.id, v.option_id, o.product_id from public.option_values v
        join public.product_options o on o.id = v.option_id limit 1`;
      assert.ok(foreign);
      const stolen = {
        ...value(String(foreign['id']), product.options[0]?.id, 'stolen'),
        version: 1,
      };
      const refusal = await refusalOf(save(sql, { ...product, values: [stolen] }));
      assert.deepEqual([refusal.code, refusal.reason], ['PT422', 'foreign_part']);
    });
  });

  test('says what is taken, still needed or not valid instead of failing', async () => {
    const attempts: [string, (product: ReturnType<typeof wholeProduct>) => Product][] = [
      ['taken', (product) => ({ ...product, url: 'braefell-65' })],
      ['not_valid', (product) => ({ ...product, url: 'No Url' })],
      ['not_valid', (product) => ({ ...product, title: null })],
      ['not_there', (product) => ({ ...product, tax_class_code: 'goodz' })],
      ['not_a_product', () => ({})],
      ['not_a_product', (product) => ({ ...product, body: 'x'.repeat(400_001) })],
    ];
    for (const [reason, broken] of attempts) {
      const refusal = await refusalOf(
        database.as(person('owner'), (sql) => save(sql, broken(wholeProduct()))),
      );
      assert.equal(refusal.reason, reason);
    }
  });

  test('says with the field and the rule what is wrong, of the product and of its parts', async () => {
    const attempts: [string, (product: ReturnType<typeof wholeProduct>) => Product][] = [
      [
        'Tax class: there is no tax class called “goodz”. Nothing was saved.',
        (product) => ({ ...product, tax_class_code: 'goodz' }),
      ],
      [
        'Country of origin: there is no country called “XX”. Nothing was saved.',
        (product) => ({ ...product, origin_country_code: 'XX' }),
      ],
      [
        'URL: another product has it already. Nothing was saved.',
        (product) => ({ ...product, url: 'braefell-65' }),
      ],
      [
        'Variant, Stock pool: this stock pool no longer exists. Choose another. Nothing was saved.',
        (product) => ({
          ...product,
          variants: product.variants.map((row) => ({ ...row, stock_pool_id: product.id })),
        }),
      ],
      [
        'Option, Code: lower-case letters and underscores, a letter first. Nothing was saved.',
        (product) => ({
          ...product,
          options: product.options.map((row) => ({ ...row, code: 'Case' })),
        }),
      ],
    ];
    for (const [sentence, broken] of attempts) {
      const { details } = await refusalOf(
        database.as(person('editor'), (sql) => save(sql, broken(wholeProduct()))),
      );
      const { code, message, detail } = details;
      const told = { code: String(code), message: String(message), details: detail };
      assert.equal(constraintSentence(told, { table: 'products' }), sentence);
    }
    await database.as(person('editor'), (sql) =>
      save(sql, { ...wholeProduct(), origin_country_code: 'CN' }),
    );
  });

  test('nobody else may save', async () => {
    for (const name of ['first', 'fulfilment', 'support', 'former'] as const) {
      const refusal = await refusalOf(
        database.as(person(name), (sql) => save(sql, wholeProduct())),
      );
      assert.deepEqual([refusal.code, refusal.reason], ['PT403', 'not_allowed'], name);
    }
    const refusal = await refusalOf(database.as(anonymous, (sql) => save(sql, wholeProduct())));
    assert.equal(refusal.code, '42501');
  });

  test('a new pool comes with its first count from an owner, and with none from who may not count', async () => {
    const counted = () => {
      const product = wholeProduct();
      return { ...product, pools: product.pools.map((pool) => ({ ...pool, on_hand: 12 })) };
    };
    await database.as(person('owner'), async (sql) => {
      const product = counted();
      await save(sql, product);
      const rows = await sql`
        select s.on_hand, l.reason from public.stock_pools s
        join public.stock_ledger l on l.pool_id = s.id where s.id = ${String(product.pools[0]?.id)}`;
      assert.deepEqual([...rows], [{ on_hand: 12, reason: 'First count' }]);
    });
    const refusal = await refusalOf(database.as(person('editor'), (sql) => save(sql, counted())));
    assert.deepEqual([refusal.code, refusal.reason], ['PT403', 'not_allowed']);
    const less = await refusalOf(
      database.as(person('owner'), (sql) => {
        const product = counted();
        return save(sql, {
          ...product,
          pools: product.pools.map((pool) => ({ ...pool, on_hand: -1 })),
        });
      }),
    );
    assert.equal(less.reason, 'not_valid');
  });

  test('columns that are not named stay as they are', async () => {
    await database.as(person('editor'), async (sql) => {
      const product = { ...wholeProduct(), variant_options: [{ title: 'Size', values: [] }] };
      await save(sql, product);
      await save(sql, { id: product.id, version: 1, title: 'Only this' });
      const [row] = await sql`
        select title, url, variant_options from public.products where id = ${product.id}`;
      assert.deepEqual(
        { ...row },
        {
          title: 'Only this',
          url: product.url,
          variant_options: [{ title: 'Size', values: [] }],
        },
      );
    });
  });

  test('what is made to order needs no pool, can be ordered and never runs out', async () => {
    await database.as(person('editor'), async (sql) => {
      const product = wholeProduct();
      const [variant] = product.variants;
      const made = { ...variant, is_made_to_order: true, stock_pool_id: null, choices: ['S'] };
      const published = { summary: 'A summary', status: 'published', publish_at: '2026-01-01' };
      await save(sql, { ...product, ...published, variants: [made] });
      const rows = await sql`
        select a.stock, a.can_be_ordered, v.choices from public.availability a
        join public.variants v on v.id = a.variant_id where a.product_id = ${product.id}`;
      assert.deepEqual(
        [...rows],
        [{ stock: 'made_to_order', can_be_ordered: true, choices: ['S'] }],
      );
      const [quote] = await sql`
        select public.quote_cart(${JSON.stringify([
          { variant_id: variant?.id, quantity: 40, options: {}, design_id: null, offer_id: null },
        ])}::text::jsonb, 'DE', null, null) as quote`;
      assert.ok(quote);
      const { problems } = quote['quote'] as { problems: { reason: string }[] };
      assert.ok(
        !problems.some(({ reason }) => reason === 'out_of_stock'),
        JSON.stringify(problems),
      );
    });
    const both = await refusalOf(
      database.as(person('editor'), (sql) => {
        const product = wholeProduct();
        return save(sql, {
          ...product,
          variants: product.variants.map((row) => ({ ...row, is_made_to_order: true })),
        });
      }),
    );
    assert.equal(both.reason, 'not_valid');
  });

  test('every part that is written is in the audit log', async () => {
    const product = wholeProduct();
    await database.keepAs(person('editor'), (sql) => save(sql, product));
    const rows = await database.sql`
      select distinct table_name from public.audit_log where actor_role = 'editor'
        and (row_id = ${product.id} or after ->> 'product_id' = ${product.id}) order by 1`;
    assert.deepEqual(
      rows.map((row) => String(row['table_name'])),
      ['option_rules', 'product_images', 'product_options', 'products', 'variants'],
    );
  });
});
