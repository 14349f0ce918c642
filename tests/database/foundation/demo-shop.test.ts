import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { builtInLayouts, isLayoutName } from '#drawing/keyboard-layouts/built-in.ts';
import { drawProductPicture } from '#drawing/product-picture/draw-product-picture.ts';
import { kitSheetBoard } from '#drawing/product-picture/kit-sheet.ts';
import { parseProductPictureSpec } from '#drawing/product-picture/parse-product-picture-spec.ts';
import { applySeed } from '../../../scripts/local-supabase/seeds.ts';
import { projectFolder } from '../../support/cluster.ts';
import { anonymous, refusalOf, openTestDatabase } from '../../support/database.ts';

const database = openTestDatabase();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

async function count(query: string): Promise<number> {
  const [row] = await database.as(anonymous, (sql) => sql.unsafe(`select (${query})::int as n`));
  return row?.['n'];
}

describe('the demo shop', () => {
  test('refuses to be seeded anywhere but in the embedded backend', async () => {
    for (const name of ['seed.sql', 'seed-staff.sql']) {
      const text = await readFile(path.join(projectFolder, 'supabase', name), 'utf8');
      const refusal = await refusalOf(database.sql.unsafe(text).simple());
      assert.match(refusal.message, /embedded backend alone/, name);
    }
  });

  test('refuses to name staff whose accounts are missing', async () => {
    await database.sql.begin(async (sql) => {
      await sql`update auth.users set email = 'gone@keywright.test' where email = 'owner@keywright.test'`;
    });
    await assert.rejects(applySeed(database.sql, projectFolder, 'seed-staff.sql'), /missing/);
    await database.sql`
      update auth.users set email = 'owner@keywright.test' where email = 'gone@keywright.test'`;
  });

  test('lists promise no more than there are editions', async () => {
    const promised = await count(`select count(*) from (
      select l.capacity, bool_and(c.editions is not null) as is_counted, sum(c.editions) as editions
      from lists l join list_choices c on c.list_id = l.id group by l.id
    ) list where is_counted and capacity > editions`);
    assert.equal(promised, 0);
  });

  test('is worth a visit', async () => {
    const least = {
      "select count(*) from products where kind = 'keyboard'": 8,
      "select count(distinct b.stage) from batches b join products p on p.id = b.product_id and p.kind = 'keyboard'": 8,
      "select count(*) from products where category = 'keycap_set'": 5,
      "select count(*) from products where kind = 'product' and category <> 'keycap_set'": 15,
      "select count(*) from products where kind = 'artisan'": 10,
      'select count(*) from colorways where product_id is not null': 60,
      "select count(distinct maker_id) from products where kind = 'artisan'": 4,
      'select count(*) from updates': 24,
      'select extract(day from now() - min(publish_at)) from updates': 400,
      'select count(*) from countries where ships': 45,
      "select count(*) from lists where kind = 'raffle' and status = 'open'": 1,
      "select count(*) from lists where kind = 'raffle' and status = 'drawn'": 1,
    };
    for (const [query, wanted] of Object.entries(least)) {
      const found = await count(query);
      assert.ok(found >= wanted, `${found} instead of ${wanted}: ${query}`);
    }
  });

  test('shows something else in each picture of a thing, not the same in another colour', async () => {
    const pictures = await database.sql<{ url: string; path: string; render: object }[]>`
      select p.url, i.storage_path as path, i.render from public.product_images i
      join public.products p on p.id = i.product_id
      where i.variant_id is null
        and i.render ->> 'kind' not in ('board', 'artisan', 'kit-sheet')
      order by i.position`;
    const colours = { main: '#e9e4da', second: '#3b4754', accent: '#e0623a' };
    const drawn = await Promise.all(
      pictures.map(async ({ url, path: place, render }) => {
        const spec = parseProductPictureSpec({
          ...render,
          colours,
          background: '#e6e6e6',
          resolution: 48,
        });
        assert.ok(spec.ok, place);
        const svg = Buffer.from(drawProductPicture(spec.value));
        return { url, place, seen: await sharp(svg).greyscale().resize(48, 48).raw().toBuffer() };
      }),
    );
    assert.ok(drawn.length > 20);
    for (const [index, one] of drawn.entries())
      for (const other of drawn.slice(index + 1).filter(({ url }) => url === one.url)) {
        const apart = one.seen.reduce(
          (sum, grey, at) => sum + Math.abs(grey - (other.seen[at] ?? 0)),
          0,
        );
        assert.ok(apart / one.seen.length > 3, `${one.place} and ${other.place}`);
      }
  });

  test('shows no keyboard twice with one camera, in another colour', async () => {
    const twice = await count(`select count(*) from (
      select 1 from product_images i join products p on p.id = i.product_id and p.kind = 'keyboard'
      where i.render ->> 'kind' = 'board'
      group by p.id, i.render ->> 'view', i.render ->> 'focus' having count(*) > 1
    ) again`);
    assert.equal(twice, 0);
  });

  test('shows no thing twice with one camera, in another colour', async () => {
    const twice = await database.sql<{ url: string }[]>`
      select p.url from public.product_images i join public.products p on p.id = i.product_id
      where i.render ->> 'kind' not in ('board', 'artisan', 'kit-sheet')
      group by p.url, i.render ->> 'kind', i.render ->> 'variant', i.render ->> 'view'
      having count(*) > 1`;
    assert.deepEqual(
      twice.map(({ url }) => url),
      [],
    );
  });

  test('shows each mat in use, each sculpt on a board and tape on what it is for', async () => {
    const mats = await database.sql<{ url: string; inUse: number }[]>`
      select p.url, count(*) filter (where (i.render ->> 'variant')::int >= 5)::int as "inUse"
      from public.products p join public.product_images i on i.product_id = p.id
      where p.category = 'desk_mat' group by p.url`;
    assert.ok(mats.length >= 2);
    for (const { url, inUse } of mats) assert.ok(inUse > 0, url);
    const sculpts = await database.sql<{ url: string; cards: string[]; onBoards: number }[]>`
      with shown as (
        select c.product_id, (array_agg(i.render ->> 'view' order by i.position))[1] as card,
          count(*) filter (where i.render ->> 'view' = 'mounted') as on_board
        from public.colorways c join public.product_images i on i.colorway_id = c.id
        where c.product_id is not null group by c.id)
      select p.url, array_agg(s.card) as cards, min(s.on_board)::int as "onBoards"
      from shown s join public.products p on p.id = s.product_id group by p.url`;
    assert.ok(sculpts.length >= 10);
    for (const { url, cards, onBoards } of sculpts) {
      assert.equal(onBoards, 1, url);
      assert.equal(cards.filter((card) => card === 'mounted').length, 1, url);
      assert.ok(cards.filter((card) => card === 'hero').length > 3, url);
    }
    assert.equal(
      await count(`select count(*) from product_images i join products p on p.id = i.product_id
        where p.url = 'felt-and-foam' and i.alt like 'Tape %'`),
      1,
    );
  });

  test('names as many caps and switches as its pictures show', async () => {
    const kits = await database.sql<{ sku: string; contents: string; render: unknown }[]>`
      select v.sku, v.contents, i.render from public.variants v
      join public.product_images i on i.variant_id = v.id and i.render ->> 'kind' = 'kit-sheet'`;
    assert.ok(kits.length > 10);
    for (const { sku, contents, render } of kits) {
      const spec = parseProductPictureSpec(render);
      assert.ok(spec.ok && spec.value.kind === 'kit-sheet', sku);
      assert.equal(
        Number.parseInt(contents, 10),
        kitSheetBoard(spec.value).layout.keys.length,
        sku,
      );
    }
    const boards = await database.sql<{ layout_code: string; needed: string; url: string }[]>`
      select url, layout_code, still_needed[1] as needed from public.products
      where kind = 'keyboard' and cardinality(still_needed) > 0`;
    for (const { url, layout_code, needed } of boards) {
      assert.ok(isLayoutName(layout_code), url);
      // One key of the numpad is a knob.
      const switches = builtInLayouts[layout_code].keys.length - (layout_code === 'numpad' ? 1 : 0);
      assert.equal(Number.parseInt(needed, 10), switches, url);
    }
  });

  test('shows a weight under the boards that are sold with one, and under no other', async () => {
    const boards = await database.sql<{ url: string; sold: boolean; shown: boolean[] }[]>`
      select p.url,
        exists (select from public.product_options o where o.product_id = p.id and o.code = 'weight') as sold,
        array_agg(distinct coalesce((i.render ->> 'isWeighted')::boolean, true)) as shown
      from public.products p join public.product_images i on i.product_id = p.id
      where p.kind = 'keyboard' group by p.id`;
    assert.ok(boards.length >= 8);
    for (const { url, sold, shown } of boards) assert.deepEqual(shown, [sold], url);
  });

  test('shows the knob, the light and the window that its texts sell', async () => {
    const shown = async (url: string, field: string) =>
      count(`select count(*) from product_images i join products p on p.id = i.product_id
        where p.url = '${url}' and i.render ? '${field}'`);
    assert.ok((await shown('tallyman-numpad', 'knob')) > 0);
    assert.ok((await shown('lampwing-75', 'glow')) > 0);
    assert.ok((await shown('braefell-65', 'window')) > 0);
    assert.equal(
      await count(`select count(*) from product_images i join products p on p.id = i.product_id
        where i.render ->> 'view' = 'rear' and p.url <> 'braefell-65'`),
      0,
    );
  });

  test('says the same of a thing wherever it speaks of it', async () => {
    const [rest] = await database.sql<{ words: string }[]>`
      select p.summary || ' ' || p.body || ' ' || string_agg(f.value, ' ') as words
      from public.products p join public.product_facts f on f.product_id = p.id
      where p.url = 'walnut-wrist-rest' group by p.id`;
    assert.doesNotMatch(rest?.words ?? '', /18 mm front/);
    assert.match(rest?.words ?? '', /front (is )?11 mm/);
    const questions = await database.sql`
      select from public.faq_entries where answer ilike '%*My details*%'`;
    assert.equal(questions.length, 0, 'the page is called "Your details"');
  });

  test('gives every product a price and pictures that can be drawn', async () => {
    assert.equal(
      await count(
        'select count(*) from products p where not exists (select from variants v where v.product_id = p.id)',
      ),
      0,
    );
    assert.equal(
      await count(
        'select count(*) from products p where (select count(*) from product_images i where i.product_id = p.id) < 2',
      ),
      0,
    );
    assert.equal(
      await count(
        'select count(*) from colorways c where c.product_id is not null and not exists (select from product_images i where i.colorway_id = c.id)',
      ),
      0,
    );
    assert.equal(
      await count(
        "select count(*) from option_values v join product_options o on o.id = v.option_id where o.code = 'case' and not exists (select from product_images i where i.option_value_id = v.id)",
      ),
      0,
    );
    const layouts = await database.sql<{ layout: string }[]>`
      select layout_code as layout from public.products where kind = 'keyboard' and layout_code <> ''`;
    assert.ok(layouts.length >= 9);
    for (const { layout } of layouts) assert.ok(isLayoutName(layout), layout);
    const pictures = await database.sql<{ path: string; render: unknown }[]>`
      select storage_path as path, render from public.product_images`;
    for (const { path: picture, render } of pictures) {
      const spec = parseProductPictureSpec(render);
      assert.ok(spec.ok, `${picture}: ${JSON.stringify(spec)}`);
    }
  });

  test('can be ordered from into every country it ships to, at exactly one price a method', async () => {
    assert.equal(
      await count(
        'select count(*) from countries c where c.ships and (select count(*) from zone_countries z where z.country_code = c.code) <> 1',
      ),
      0,
    );
    assert.equal(
      await count(
        'select count(*) from countries c where c.ships and (select count(*) from tax_rates t where t.country_code = c.code and daterange(t.valid_from, t.valid_to) @> current_date) <> 1',
      ),
      0,
    );
    for (const grams of [1, 500, 501, 2000, 4999, 10000]) {
      const query = `select count(*) from countries c
        join zone_countries z on z.country_code = c.code
        join shipping_methods m on m.zone_id = z.zone_id and m.max_weight_grams >= ${grams}
        where c.ships and (select count(*) from shipping_rates r where r.method_id = m.id
          and ${grams} > r.from_weight_grams and ${grams} <= r.to_weight_grams
          and int4range(r.from_value_minor, r.to_value_minor) @> 5000
          and daterange(r.valid_from, r.valid_to) @> current_date) <> 1`;
      assert.equal(await count(query), 0, `${grams} g`);
    }
  });

  test('names only numbers that are in its settings', async () => {
    const rows = await database.sql<{ body: string; place: string }[]>`
      select answer as body, 'faq ' || code as place from public.faq_entries
      union all select body, 'terms ' || code from public.legal_sections
      union all select body, page || ' ' || code from public.page_texts
      union all select body, 'update ' || url from public.updates
      union all select body, 'product ' || url from public.products
      union all select rules, 'list ' || title from public.lists`;
    const keys = new Set(
      (await database.sql<{ key: string }[]>`select key from public.settings`).map(
        ({ key }) => key,
      ),
    );
    const named = rows.flatMap(({ body, place }) =>
      [...body.matchAll(/\{\{(\w*)\}\}/g)].map((match) => ({ key: match[1] ?? '', place })),
    );
    assert.ok(named.length > 30);
    for (const { key, place } of named) assert.ok(keys.has(key), `${place} names ${key}`);
  });

  test('has a drawn raffle that anyone can recompute', async () => {
    const rows = await database.as(
      anonymous,
      (sql) => sql<
        {
          entry_ids: string[];
          ranking: string[];
          entries_hash: string;
          randomness: string;
          signature: string;
          entry_count: number;
          beacon_round: number;
        }[]
      >`
      select to_json(entry_ids) as entry_ids, to_json(ranking) as ranking, entries_hash, randomness,
        signature, entry_count, beacon_round
      from public.lists where status = 'drawn'`,
    );
    assert.ok(rows.length >= 1);
    for (const list of rows) {
      const ids = [...list.entry_ids];
      assert.deepEqual(ids, ids.toSorted());
      assert.equal(ids.length, list.entry_count);
      assert.equal(list.entries_hash, sha256(ids.join('\n')));
      const score = new Map(ids.map((id) => [id, sha256(`${list.randomness}:${id}`)]));
      const ranked = ids.toSorted((a, b) => ((score.get(a) ?? '') < (score.get(b) ?? '') ? -1 : 1));
      assert.deepEqual([...list.ranking], ranked);
      assert.equal(list.randomness, sha256Bytes(list.signature));
    }
  });

  test('never looks stale: what is open closes later, what is announced opens later', async () => {
    assert.equal(
      await count("select count(*) from batches where stage = 'open' and closes_at <= now()"),
      0,
    );
    assert.equal(
      await count("select count(*) from batches where stage = 'announced' and opens_at <= now()"),
      0,
    );
    assert.equal(
      await count("select count(*) from lists where status = 'open' and closes_at <= now()"),
      0,
    );
    assert.equal(await count('select count(*) from updates where publish_at > now()'), 0);
  });
});

function sha256Bytes(hex: string): string {
  return createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex');
}
