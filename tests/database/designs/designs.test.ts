import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import { parseKle } from '#drawing/keyboard-layouts/keyboard-layout.ts';
import { nearestColour } from '#features/colours/model/palette.ts';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { anonymous, openTestDatabase, person, personId } from '../../support/database.ts';
import differences from '../../cases/colour-differences.json' with { type: 'json' };
import zoneCases from '../../cases/key-zones.json' with { type: 'json' };
import { anyDesign, save, zoneLetters } from '../../support/data/designs.ts';

const kleFolder = path.join(import.meta.dirname, '../../cases/kle');

const database = openTestDatabase();
const first = person('first');
const second = person('second');

/** Ids of the named designs that the caller's table read gives, as `header` names one. */
async function listed(caller: Caller, ids: readonly string[], asked = ''): Promise<string[]> {
  return database.as(caller, async (sql) => {
    const headers = JSON.stringify({ 'x-design-id': asked });
    await sql`select set_config('request.headers', ${headers}, true)`;
    const rows = await sql<{ id: string }[]>`
      select id from public.designs where id = any(${[...ids]}::uuid[]) order by id`;
    return rows.map(({ id }) => id);
  });
}

interface Problem {
  readonly reason: string;
  readonly zone?: string;
  readonly keys?: readonly number[] | null;
  readonly nearest?: { readonly code: string; readonly difference: number };
}

async function problems(caller: Caller, id: string, sku: string): Promise<readonly Problem[]> {
  const [row] = await database.as(
    caller,
    (sql) => sql<{ problems: Problem[] }[]>`
      select private.design_problems(${id}, (select id from public.variants where sku = ${sku})) as problems`,
  );
  assert.ok(row);
  return row.problems;
}

describe('who reads a design', () => {
  test('public ones are listed, unlisted ones read by id alone, private ones by their maker', async () => {
    const make = (visibility: string) =>
      database.keepAs(first, async (sql) => (await save(sql, { visibility })).id);
    const [open, unlisted, own] = [
      await make('public'),
      await make('unlisted'),
      await make('private'),
    ];
    const all = [open, unlisted, own];
    for (const caller of [anonymous, second, person('owner')]) {
      assert.deepEqual(await listed(caller, all), [open]);
      assert.deepEqual(await listed(caller, all, unlisted), [open, unlisted].toSorted());
      assert.deepEqual(await listed(caller, all, own), [open]);
      assert.deepEqual(await listed(caller, all, 'no-id'), [open]);
    }
    assert.deepEqual(await listed(first, all), all.toSorted());
  });

  test('nobody learns whose a design is, nor a guest’s secret', async () => {
    for (const caller of [anonymous, first])
      await assert.rejects(
        database.as(caller, (sql) => sql`select owner_id from public.designs`),
        /permission denied/,
      );
    await assert.rejects(
      database.as(first, (sql) => sql`select * from private.design_secrets`),
      /permission denied/,
    );
  });
});

describe('what can be made of a design', () => {
  const { zones } = anyDesign;

  test('a design in offered colours has no problem, and its case does not matter to a set of caps', async () => {
    const { id } = await database.keepAs(first, (sql) => save(sql, { visibility: 'unlisted' }));
    assert.deepEqual(await problems(anonymous, id, 'DESIGN-CAPS-68'), []);
  });

  test('an idea, a withdrawn colour and one of another book each stand in the way with the nearest offered', async () => {
    const design = {
      visibility: 'unlisted',
      zones: {
        ...zones,
        alphas: { hex: '#f0eee9' },
        modifiers: { hex: '#454d5a', code: 'veld-abs-vp19' },
        accents: { hex: '#c1462f', code: 'tarn-pbt-t210' },
      },
      keys: { '3': { cap: { hex: '#b84030' } }, '5': { cap: { hex: '#b84030' } } },
    };
    const { id } = await database.keepAs(first, (sql) => save(sql, design));
    const found = await problems(anonymous, id, 'DESIGN-CAPS-68');
    assert.deepEqual(
      found.map(({ reason, zone, keys, nearest }) => [reason, zone, keys, nearest?.code]),
      [
        ['design_not_offered', 'accents', null, 'veld-abs-vp21'],
        ['design_idea', 'alphas', [3, 5], 'veld-abs-vp21'],
        ['design_idea', 'alphas', null, 'veld-abs-vp02'],
        ['design_withdrawn', 'modifiers', null, 'veld-abs-vp14'],
      ],
    );
  });

  test('the database and the picker offer the same neighbour for any colour', async () => {
    const rows = await database.sql<{ code: string; hex: string; name: string }[]>`
      select c.code, c.colour as hex, c.name from public.colorways c join public.palettes p on p.id = c.palette_id
      where p.code = 'veld-abs' and c.status = 'current' and c.can_be_ordered`;
    const colours = rows.map((row) => ({
      ...row,
      physicalCode: '',
      family: '',
      canBeOrdered: true,
    }));
    const wishes = Array.from(
      { length: 200 },
      (_, n) => `#${((n * 7919 * 131) % 0x1000000).toString(16).padStart(6, '0')}`,
    );
    type Answer = { readonly code: string; readonly difference: number };
    const answers = await database.sql<{ hex: string; nearest: Answer }[]>`
      select w.hex, private.nearest_offered(w.hex, p.id, 'alphas') as nearest
      from unnest(${wishes}::text[]) w (hex), public.products p where p.url = 'caps-to-design'`;
    for (const { hex, nearest } of answers) {
      const ours = nearestColour(hex, colours);
      assert.ok(ours);
      assert.equal(nearest.code, ours.colour.code, hex);
      assert.equal(nearest.difference.toFixed(2), ours.difference.toFixed(2), hex);
    }
  });

  test('a design of as many ideas as keys costs a quote the search for one nearest colour', async () => {
    const keys = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [n, { cap: { hex: `#0000${(n + 16).toString(16)}` } }]),
    );
    const { id } = await database.keepAs(anonymous, (sql) =>
      save(sql, { visibility: 'unlisted', keys }),
    );
    const searched = await database.sql.begin(async (sql) => {
      await sql`set local track_functions = 'all'`;
      const [kit] = await sql<{ id: string }[]>`
        select id from public.variants where sku = 'DESIGN-CAPS-68'`;
      const line = { variant_id: kit?.id, quantity: 1, options: {}, design_id: id };
      const [row] = await sql<{ reason: string }[]>`
        select (private.price_cart(${JSON.stringify([line])}::text::jsonb))[1].reason`;
      assert.equal(row?.reason, 'design_idea');
      const [counted] = await sql<{ calls: number }[]>`
        select pg_stat_get_xact_function_calls('private.nearest_offered'::regproc)::int as calls`;
      return counted?.calls;
    });
    assert.equal(searched, 1);
  });

  test('the database knows the published differences, and those of the book', async () => {
    const rows = await database.sql<{ pair: number[]; found: number }[]>`
      select p.pair, private.ciede2000(
        array[p.pair[1], p.pair[2], p.pair[3]], array[p.pair[4], p.pair[5], p.pair[6]]) as found
      from (
        select array(select jsonb_array_elements_text(j.value)::double precision) as pair
        from jsonb_array_elements(${JSON.stringify(differences.published)}::text::jsonb) j
      ) p`;
    assert.equal(rows.length, 34);
    for (const { pair, found } of rows)
      assert.ok(Math.abs(found - (pair[6] ?? NaN)) < 0.00005, `${String(pair)}: ${found}`);
    const book = new Map(Object.entries(differences.book));
    for (const { wish, nearest, difference } of differences.wishes) {
      const [row] = await database.sql<{ found: number }[]>`
        select private.ciede2000(private.lab(${wish}), private.lab(${book.get(nearest) ?? ''})) as found`;
      assert.ok(Math.abs((row?.found ?? NaN) - difference) < 0.0001, wish);
    }
  });

  test('a key painted without a zone is in the zone of its legends, as the picker has it', async () => {
    const zonesOf = async (layout: unknown) => {
      const [row] = await database.sql<{ zones: string }[]>`
        select private.layout_zones(${JSON.stringify(layout)}::text::jsonb) as zones`;
      return row?.zones;
    };
    for (const { name, layout, zones } of zoneCases)
      assert.equal(await zonesOf(layout), zones, name);
    for await (const file of glob('**/*.json', { cwd: kleFolder })) {
      const layout: unknown = JSON.parse(await readFile(path.join(kleFolder, file), 'utf8'));
      const read = parseKle(layout);
      if (!file.endsWith('faults.json')) assert.ok(read.ok, file);
      if (read.ok) assert.equal(await zonesOf(layout), zoneLetters(read.value), file);
    }
    const keys = { '0': {}, '1': {}, '13': {}, '14': { zone: 'accents' } };
    const painted = Object.entries(keys).map(([key, own]) => [
      key,
      { ...own, cap: { hex: '#0000ff' } },
    ]);
    const { id } = await database.keepAs(first, (sql) =>
      save(sql, { visibility: 'unlisted', keys: Object.fromEntries(painted) }),
    );
    const found = await problems(anonymous, id, 'DESIGN-CAPS-68');
    assert.deepEqual(
      found.map(({ zone, keys: own }) => [zone, own]),
      [
        ['accents', [0, 14]],
        ['alphas', [1]],
        ['modifiers', [13]],
      ],
    );
  });

  test('a set too small, a variant not made to designs and an unseen design are told apart', async () => {
    const full = await database.keepAs(first, (sql) =>
      save(sql, { layout: 'full', keys: {}, visibility: 'unlisted' }),
    );
    assert.equal(
      (await problems(anonymous, full.id, 'DESIGN-CAPS-68'))[0]?.reason,
      'design_too_large',
    );
    assert.equal(
      (await problems(anonymous, full.id, 'SALTMARSH-BASE'))[0]?.reason,
      'design_not_possible',
    );
    const own = await database.keepAs(first, (sql) => save(sql));
    assert.equal((await problems(second, own.id, 'DESIGN-CAPS-68'))[0]?.reason, 'design_unknown');
    assert.deepEqual(await problems(first, own.id, 'DESIGN-CAPS-68'), []);
  });

  test('caps of imported layouts are counted without decals', async () => {
    const layout = [{ name: 'Mine' }, ['Q', { w: 2 }, 'W', { d: true }, 'Label'], ['A']];
    const [row] = await database.sql<{ caps: number }[]>`
      select private.design_cap_count(${JSON.stringify(layout)}::text::jsonb) as caps`;
    assert.equal(row?.caps, 3);
  });

  test('what an order keeps stays true when the colour leaves the book', async () => {
    const { id } = await database.keepAs(first, (sql) => save(sql, { visibility: 'unlisted' }));
    const [kept] = await database.sql`select private.freeze_design(${id}) as snapshot`;
    const snapshot = kept?.['snapshot'] as {
      design: { zones: { alphas: { hex: string } } };
      colours: Record<string, { physical_code: string; hex: string }>;
    };
    assert.equal(snapshot.colours['veld-abs-vp02']?.physical_code, 'VP02');
    await database.sql`update public.colorways set can_be_ordered = false where code = 'veld-abs-vp55'`;
    const found = await problems(anonymous, id, 'DESIGN-CAPS-68');
    assert.deepEqual(
      found.map(({ reason, zone }) => [reason, zone]),
      [['design_withdrawn', 'modifiers']],
    );
    await database.sql`update public.colorways set can_be_ordered = true where code = 'veld-abs-vp55'`;
    assert.equal(snapshot.design.zones.alphas.hex, '#f1efe8');
  });

  test('a design goes when its maker’s account goes', async () => {
    const gone = '00000000-0000-4000-8000-00000000f00d';
    await database.sql`insert into auth.users (id, email) values (${gone}, 'goes@people.test')`;
    const { id } = await database.keepAs(first, (sql) => save(sql));
    await database.sql`update public.designs set owner_id = ${gone} where id = ${id}`;
    await database.sql`delete from auth.users where id = ${gone}`;
    assert.equal((await database.sql`select from public.designs where id = ${id}`).length, 0);
    assert.notEqual(personId('first'), gone);
  });
});
