import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TransactionSql } from 'postgres';
import type { Palette } from '#features/colours/model/palette.ts';
import { blockedPaints, capsOf, type DesignKit } from '#features/designs/model/design-kit.ts';
import { designToJson, parseDesign } from '#features/designs/model/design-json.ts';
import { layoutOf, type Design } from '#features/designs/model/design.ts';
import { anonymous, openTestDatabase } from '../../support/database.ts';
import { zoneLetters } from '../../support/data/designs.ts';
import { designCases, plainDesign, unstorableLayouts } from '../../cases/designs.ts';

const database = openTestDatabase();

/** As the picker sends it: with a name, and who may see it. */
const sent = (design: unknown): string =>
  JSON.stringify(
    typeof design === 'object' && design !== null && !Array.isArray(design)
      ? { ...design, name: 'Harbour', visibility: 'private' }
      : design,
  );

interface Blocked {
  readonly zone: string;
  readonly hex: string;
  readonly code?: string | null;
  readonly keys: readonly number[] | null;
  readonly reason: string;
  readonly nearest: { readonly code: string } | null;
}

const reasons: Readonly<Record<string, string>> = {
  design_idea: 'idea',
  design_withdrawn: 'withdrawn',
  design_unknown_colour: 'withdrawn',
  design_not_offered: 'not_offered',
};

/** A line for each key that has a colour for itself, and one for the zone: the picker gathers them. */
const placesOf = ({ zone, hex, code, keys, reason, nearest }: Blocked): string[] =>
  (keys === null || keys.length === 0 ? ['zone'] : keys).map((place) =>
    [zone, hex, code ?? '', place, reasons[reason] ?? reason, nearest?.code].join(' '),
  );

async function palettesOf(sql: TransactionSql): Promise<Palette[]> {
  const rows = await sql<
    { palette: string; code: string; name: string; hex: string; current: boolean }[]
  >`
    select p.code as palette, c.code, c.name, c.colour as hex, c.status = 'current' and c.can_be_ordered as current
    from public.colorways c join public.palettes p on p.id = c.palette_id`;
  return [...Map.groupBy(rows, ({ palette }) => palette)].map(([code, colours]) => ({
    code,
    title: code,
    maker: '',
    material: '',
    note: '',
    colours: colours.map(({ current, ...colour }) => ({
      ...colour,
      physicalCode: '',
      family: '',
      canBeOrdered: current,
    })),
  }));
}

const anyKit = {
  variantId: '',
  title: '',
  productTitle: '',
  productPath: '',
  priceMinor: 0,
  currency: 'EUR',
  mostCaps: 100,
  shipsOn: null,
};

/** A product that makes fewer and fewer zones. */
const offeredZones = [
  ['alphas', 'modifiers', 'accents', 'legends'],
  ['modifiers', 'legends'],
  ['modifiers'],
];

async function kitOf(sql: TransactionSql, zones: readonly string[]): Promise<DesignKit> {
  await sql`delete from public.design_offers where zone <> all(${[...zones]}::text[])`;
  const offers = await sql<{ zone: string; codes: string[] }[]>`
    select o.zone, array_agg(p.code) as codes from public.design_offers o
    join public.palettes p on p.id = o.palette_id join public.products d on d.id = o.product_id
    where d.url = 'caps-to-design' group by o.zone`;
  return { ...anyKit, offers: Object.fromEntries(offers.map(({ zone, codes }) => [zone, codes])) };
}

async function blockedPlaces(sql: TransactionSql, design: unknown): Promise<string[]> {
  const [row] = await sql<{ blocked: Blocked[] }[]>`
    select private.blocked_zones(${JSON.stringify(design)}::text::jsonb, id, null) as blocked
    from public.products where url = 'caps-to-design'`;
  return (row?.blocked ?? []).flatMap(placesOf).toSorted();
}

function parsed(design: unknown): Design {
  const read = parseDesign(JSON.parse(JSON.stringify(design)));
  assert.ok(read.ok);
  return read.value;
}

test('the database says of each design what the picker says', async () => {
  const rows = await database.sql<{ says: string | null }[]>`
    select private.design_fault(d.design::jsonb) as says
    from unnest(${designCases.map(({ design }) => sent(design))}::text[]) with ordinality d (design, place)
    order by d.place`;
  const others = designCases.flatMap(({ name, says }, at) =>
    rows[at]?.says === says ? [] : [[name, rows[at]?.says]],
  );
  assert.deepEqual(others, []);
});

test('what is kept of a design reads as the design that was sent, with as many caps in the same zones', async () => {
  const good = designCases.filter(({ says }) => says === null);
  const rows = await database.sql<{ core: unknown; zones: string; caps: number }[]>`
    select core, private.layout_zones(core -> 'layout') as zones, private.design_cap_count(core -> 'layout') as caps
    from unnest(${good.map(({ design }) => sent(design))}::text[]) with ordinality d (design, place)
    cross join lateral (select private.design_core(d.design::jsonb) as core) c
    order by d.place`;
  assert.equal(rows.length, good.length);
  for (const [at, { name, design }] of good.entries()) {
    const ours = parseDesign(JSON.parse(sent(design)));
    const kept = parseDesign(rows[at]?.core);
    assert.ok(ours.ok && kept.ok, name);
    assert.deepEqual(designToJson(kept.value), designToJson(ours.value), name);
    assert.equal(rows[at]?.zones, zoneLetters(layoutOf(ours.value)), name);
    assert.equal(rows[at]?.caps, capsOf(ours.value), name);
  }
});

test('a design of the largest size is kept, however little of it is named', async () => {
  const { legends: _, profile: __, caseStyle: ___, keys: ____, ...least } = plainDesign;
  const largest = designCases.find(({ name }) => name === 'size: 90,000 bytes')?.design;
  const layout = (largest as typeof plainDesign).layout;
  await database.as(
    anonymous,
    (sql) => sql`select public.save_design(${sent({ ...least, layout })}::text::jsonb)`,
  );
});

test('the picker and a quote find the same colours in the way, and the same colours nearest to them', async () => {
  const painted = {
    ...plainDesign,
    zones: {
      ...plainDesign.zones,
      modifiers: { hex: '#454d5a', code: 'veld-abs-vp19' },
      accentLegends: { hex: '#123456', code: 'veld-abs-no-such' },
    },
    keys: {
      0: { cap: { hex: '#0000ff' } },
      1: { cap: { hex: '#0000ff' }, legend: { hex: '#454d5a', code: 'veld-abs-vp19' } },
      13: { cap: { hex: '#0000ff' } },
      14: { cap: { hex: '#0000ff' }, zone: 'alphas' },
      20: { cap: { hex: '#c1462f', code: 'tarn-pbt-t210' }, zone: 'modifiers' },
    },
  };
  const designs = [painted, { ...painted, legends: 'off' }, plainDesign];
  const rollback = new Error('as it was');
  const compared = database.sql.begin(async (sql) => {
    const palettes = await palettesOf(sql);
    for (const zones of offeredZones) {
      const kit = await kitOf(sql, zones);
      for (const design of designs) {
        const ours = blockedPaints(parsed(design), kit, palettes).flatMap(
          ({ zone, paint, keys, reason, nearest }) =>
            placesOf({ zone, ...paint, keys, reason, nearest: nearest?.colour ?? null }),
        );
        assert.ok(ours.length > 0);
        assert.deepEqual(await blockedPlaces(sql, design), ours.toSorted());
      }
    }
    throw rollback;
  });
  await assert.rejects(compared, rollback);
});

test('a text that no database can hold is never asked for: Postgres would refuse it in its own words', async () => {
  for (const layout of unstorableLayouts)
    await assert.rejects(
      database.sql`select ${JSON.stringify({ ...plainDesign, layout })}::text::jsonb`,
      /unsupported Unicode escape sequence|invalid input syntax for type json/,
    );
});
