/** What the shop's own code says in German: its files run as a build in German has them. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import type * as Parcels from '#features/cart/model/parcel-words.ts';
import type * as Variants from '#features/catalogue/model/b-stock.ts';
import type * as Facets from '#features/catalogue/model/facets.ts';
import type * as Shelf from '#features/catalogue/model/shelf.ts';
import type * as About from '#features/currencies/model/about.ts';
import type * as Designs from '#features/designs/model/design-json.ts';
import type * as Places from '#features/lists/model/place-words.ts';
import type * as Wishes from '#features/wishes/model/wish-standing.ts';
import type * as Dates from '#shared/date-words.ts';
import type * as Days from '#shared/day-words.ts';
import type * as Eta from '#shared/eta.ts';
import type * as Money from '#shared/money.ts';
import type * as Taxes from '#shared/tax-words.ts';
import { createTranslation, languageOf } from '../../../src/build/languages/catalogue.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(path.join(tmpdir(), 'keywright-german-'));
after(() => rmSync(folder, { recursive: true }));

const german = languageOf('de');
assert.ok(german);
const translated = createTranslation(root, german);
writeFileSync(
  path.join(folder, 'package.json'),
  '{ "type": "module", "imports": { "#*": "./src/*" } }',
);

/** Writes a file of the shop in German, with what it imports. */
function write(file: string, written = new Set<string>()): void {
  if (written.has(file)) return;
  written.add(file);
  const source = translated(file, readFileSync(path.join(root, file), 'utf8'));
  mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(folder, file), source);
  for (const [, asked = ''] of source.matchAll(/^(?:import|export|\}) .*from '([#.].+?)';$/gm)) {
    const isOwn = asked.startsWith('#');
    const base = isOwn ? 'src' : path.posix.dirname(file);
    write(path.posix.join(base, isOwn ? asked.slice(1) : asked), written);
  }
}

async function load<Module>(file: string): Promise<Module> {
  write(file);
  return (await import(path.join(folder, file))) as Module;
}

const days = await load<typeof Days>('src/shared/day-words.ts');
const dates = await load<typeof Dates>('src/shared/date-words.ts');
const eta = await load<typeof Eta>('src/shared/eta.ts');
const money = await load<typeof Money>('src/shared/money.ts');
const about = await load<typeof About>('src/features/currencies/model/about.ts');
const facets = await load<typeof Facets>('src/features/catalogue/model/facets.ts');
const taxes = await load<typeof Taxes>('src/shared/tax-words.ts');
const places = await load<typeof Places>('src/features/lists/model/place-words.ts');
const shelf = await load<typeof Shelf>('src/features/catalogue/model/shelf.ts');
const parcels = await load<typeof Parcels>('src/features/cart/model/parcel-words.ts');
const designs = await load<typeof Designs>('src/features/designs/model/design-json.ts');
const wishes = await load<typeof Wishes>('src/features/wishes/model/wish-standing.ts');
const variants = await load<typeof Variants>('src/features/catalogue/model/b-stock.ts');

const hour = 3_600_000;
const quarter = { date: '2026-07-01', precision: 'quarter' } as const;
const month = { date: '2026-09-01', precision: 'month' } as const;
const day = { date: '2026-09-15', precision: 'day' } as const;
const parcelOf = ({ date, precision }: Eta.Eta) => ({
  ships_on: date,
  eta_precision: precision,
  batch_id: null,
  handling_days: 2,
});
const place = { position: 4, of: 33, last_offered_rank: null, offers: [] } as const;
const dollar = { code: 'USD', name: '', microPerEuro: 1_087_400, ratedOn: '' } as const;
const goods = [9000, 19_000].map((priceFromMinor) => ({ priceFromMinor, currency: 'EUR' }));

type Kept = Parameters<typeof wishes.wishStanding>;
const wish: Kept[0] = {
  ...({} as Kept[0]),
  path: '/products/thing',
  variantIds: [],
  options: {},
};
const wished = (more: object): string => {
  const kept = { isArchived: false, variants: [], options: [], batch: null, list: null, ...more };
  return wishes.wishStanding(wish, kept as unknown as Kept[1], null, 0).words;
};
const window = { opensAt: '1969-12-31T00:00:00Z', closesAt: new Date(6 * 24 * hour).toISOString() };
const list = { ...window, isDrawn: true, status: 'open' };

const said: readonly (readonly [says: () => unknown, german: string | number])[] = [
  ...[
    ['01', '15. Jan. 2026'],
    ['02', '15. Feb. 2026'],
    ['03', '15. März 2026'],
    ['04', '15. April 2026'],
    ['05', '15. Mai 2026'],
    ['06', '15. Juni 2026'],
    ['07', '15. Juli 2026'],
    ['08', '15. Aug. 2026'],
    ['09', '15. Sept. 2026'],
    ['10', '15. Okt. 2026'],
    ['11', '15. Nov. 2026'],
    ['12', '15. Dez. 2026'],
  ].flatMap(
    ([named, words = '']) =>
      [
        [() => days.dayWords(`2026-${named}-15`), words],
        [() => dates.momentWords(`2026-${named}-15T18:00:00Z`, 'UTC'), `${words}, 18:00 Uhr UTC`],
      ] as const,
  ),
  [() => eta.etaWords(quarter), '3. Quartal 2026'],
  [() => eta.etaWords(month), 'September 2026'],
  [() => eta.etaWords(day), '15. Sept. 2026'],
  [() => eta.planWords(null), 'noch offen'],
  [() => eta.keptWords(month, '2026-09-20'), 'pünktlich'],
  [() => eta.keptWords(month, '2026-10-08'), '1 Woche später'],
  [() => eta.keptWords(month, '2026-08-11'), '3 Wochen früher'],
  [() => parcels.parcelWords(parcelOf(quarter)), 'Versand im 3. Quartal 2026'],
  [() => parcels.parcelWords(parcelOf(day)), 'Versand ab 15. Sept. 2026'],
  // Each stands after “in”.
  [() => dates.durationWords(20 * 24 * hour), '20 Tagen'],
  [() => dates.durationWords(26 * hour), '1 Tag 2 Stunden'],
  [() => dates.durationWords(hour + 60_000), '1 Stunde 1 Minute'],
  [() => dates.durationWords(30_000), 'weniger als 1 Minute'],
  [() => money.formatMoney(34_900, 'EUR'), '349,00 €'],
  [() => money.formatMoney(113_900, 'EUR'), '1.139,00 €'],
  [() => money.formatDelta(-4500, 'EUR'), '−45,00 €'],
  [() => money.formatDelta(0, 'EUR'), 'inklusive'],
  [() => money.decimalMoney(34_900, 'EUR'), '349.00'],
  [() => taxes.rateWords(2550), '25,5 %'],
  [() => facets.priceFacet(goods)[0]?.values[0]?.words, 'Bis 100 €'],
  [() => about.minorIn(`Zwischensumme ${money.formatMoney(113_900, 'EUR')}`), 113_900],
  [() => about.minorIn(money.formatDelta(-4500, 'EUR')), -4500],
  [() => about.aboutWords(13_900, dollar), 'ca. 151 $'],
  [
    () => places.placeWord({ ...place, is_drawn: false, is_vote: false, status: 'open' }).sentence,
    'Sie stehen auf Platz 4 von 33.',
  ],
  [
    () =>
      shelf.shelfState({ isArchived: true, availabilities: [], batch: null, list: null }, 0).label,
    'Archiv',
  ],
  [() => wished({ batch: { ...window, stage: 'open' } }), 'Sammelbestellung: Endet in 6 Tagen'],
  [() => wished({ list }), 'Verlosung: Endet in 6 Tagen'],
  [
    () =>
      wished({ batch: { ...window, stage: 'interest_check' }, list: { ...list, isDrawn: false } }),
    'Interessenumfrage: Endet in 6 Tagen',
  ],
  [
    () => wished({ batch: { ...window, stage: 'open' }, list: { ...list, status: 'drawn' } }),
    'Sammelbestellung: Endet in 6 Tagen',
  ],
  [() => variants.variantName({ title: 'Creme', flaws: 'Kratzer' }), 'Creme, B-Ware'],
  [() => variants.variantName({ title: 'Creme, B-Ware', flaws: 'Kratzer' }), 'Creme, B-Ware'],
  [
    () => {
      const read = designs.parseDesign({ layout: '60' });
      return read.ok || read.error;
    },
    'Eine Zone hat keine Farbe: Buchstaben.',
  ],
];

for (const [says, words] of said)
  test(`in German the shop says: ${words}`, () => {
    const heard = says();
    assert.equal(typeof heard === 'string' ? heard.replaceAll('\u00a0', ' ') : heard, words);
  });
