import { atom, onMount } from 'nanostores';
import { setCountryZones } from '../api/country-zones.ts';
import { readDeskRows } from '#desk-kit/api/desk-rows.ts';
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import type { Row } from '#shared/backend/given.ts';
import { createDeskForm } from '#desk-kit/store/desk-form.ts';
import { notify } from '#desk-kit/store/desk-notices.ts';
import { askedAgain, staysShown } from '#desk-kit/store/desk-refusal.ts';
import type { BackendError } from '#shared/backend/errors.ts';

export type ZoneRow = DeskRow<Row<'shipping_zones'>>;
export type CountryRow = DeskRow<Row<'countries'>>;

export interface Coverage {
  readonly zones: readonly ZoneRow[];
  readonly countries: readonly CountryRow[];
  /** Zone ids by country code. */
  readonly zonesOf: ReadonlyMap<string, readonly string[]>;
}

export type CoverageState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | ({ readonly kind: 'ready' } & Coverage);

export const $coverage = atom<CoverageState>({ kind: 'loading' });

onMount($coverage, () => void readCoverage());

export async function readCoverage(): Promise<void> {
  const [zones, countries, places] = await Promise.all([
    readDeskRows({ table: 'shipping_zones', columns: '*', order: 'position' }),
    readDeskRows({ table: 'countries', columns: '*', order: 'name', key: ['code'] }),
    readDeskRows({ table: 'zone_countries', columns: '*', key: ['zone_id', 'country_code'] }),
  ]);
  if (!zones.ok) return notRead(zones.error);
  if (!countries.ok) return notRead(countries.error);
  if (!places.ok) return notRead(places.error);
  const zonesOf = new Map<string, string[]>();
  for (const { values } of places.value) {
    const code = values.country_code;
    zonesOf.set(code, [...(zonesOf.get(code) ?? []), values.zone_id]);
  }
  $coverage.set({
    kind: 'ready',
    zones: zones.value,
    countries: countries.value,
    zonesOf,
  });
}

/** The page of a zone lies over what was read before. */
function notRead(error: BackendError): void {
  if ($coverage.get().kind === 'ready' && staysShown(error)) return;
  $coverage.set({ kind: 'failed', message: error.message });
}

export const zoneForm = createDeskForm({
  source: {
    table: 'shipping_zones',
    columns: '*',
    searched: [],
    nullable: [],
    tieBreaker: 'id',
  },
  reload: readCoverage,
});

export interface Placing {
  readonly isBusy: boolean;
  readonly problem: string | null;
  /** The country that somebody else has placed meanwhile: where they have it, where it was to go. */
  readonly late: {
    readonly country: string;
    readonly theirs: readonly string[];
    readonly mine: readonly string[];
  } | null;
}

const still: Placing = { isBusy: false, problem: null, late: null };
export const $placing = atom<Placing>(still);

const zonesNow = (country: string): readonly string[] => {
  const coverage = $coverage.get();
  return coverage.kind === 'ready' ? (coverage.zonesOf.get(country) ?? []) : [];
};

async function place(
  country: string,
  zones: readonly string[],
  expected: readonly string[],
): Promise<boolean> {
  if ($placing.get().isBusy) return false;
  $placing.set({ ...still, isBusy: true });
  const set = await setCountryZones(country, zones, expected);
  await readCoverage();
  if (set.ok) $placing.set(still);
  else if (set.error.theirs !== null) {
    $placing.set({ ...still, late: { country, theirs: set.error.theirs, mine: zones } });
  } else $placing.set({ ...still, problem: askedAgain(set.error.error) });
  return set.ok;
}

export async function placeCountry(country: string, zone: string, isIn: boolean): Promise<void> {
  const before = zonesNow(country);
  const others = before.filter((id) => id !== zone);
  const after = isIn ? [...others, zone] : others;
  if (!(await place(country, after, before))) return;
  notify(placedWords(country, zone, isIn), async () => {
    const isBack = await place(country, before, after);
    return isBack ? null : 'Not undone: someone else changed its zones in the meantime.';
  });
}

function placedWords(country: string, zone: string, isIn: boolean): string {
  const coverage = $coverage.get();
  if (coverage.kind !== 'ready') return 'Saved.';
  const title = coverage.zones.find(({ id }) => id === zone)?.values.title ?? 'the zone';
  const name = coverage.countries.find(({ id }) => id === country)?.values.name ?? country;
  return `${name} is ${isIn ? 'now' : 'no longer'} in “${title}”.`;
}

export async function settlePlace(keepMine: boolean): Promise<void> {
  const { late } = $placing.get();
  if (late === null) return;
  $placing.set(still);
  if (keepMine) await place(late.country, late.mine, late.theirs);
}
