/** The page of one zone. Invariant: prices are saved only over those that were seen. */
import { atom } from 'nanostores';
import { readDeskRows } from '#desk-kit/api/desk-rows.ts';
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import type { BothSides } from '#desk-kit/model/table-edit.ts';
import { createDeskForm } from '#desk-kit/store/desk-form.ts';
import { notify } from '#desk-kit/store/desk-notices.ts';
import { askedAgain, staysShown } from '#desk-kit/store/desk-refusal.ts';
import type { BackendError } from '#shared/backend/errors.ts';
import { formatMoney } from '#shared/money.ts';
import { changeShippingRates } from '../api/zone-rates.ts';
import {
  cellKey,
  countChanges,
  draftOf,
  planChanges,
  ratesOn,
  readPrice,
  savedPrice,
  stepsOf,
  stepWords,
  withSteps,
  withTyped,
  type RateDraft,
  type RateStep,
  type ZoneMethod,
  type ZoneRate,
} from '../model/rate-grid.ts';
import { methodTable } from './desk-shipping.ts';
import type { Row } from '#shared/backend/given.ts';
import { isUuid } from '#shared/uuid.ts';

export type MethodRow = DeskRow<Row<'shipping_methods'>>;

export interface OpenZone {
  readonly status: 'open';
  readonly id: string;
  readonly methods: readonly MethodRow[];
  /** Of all days that are to come. */
  readonly rates: readonly ZoneRate[];
  readonly day: string;
  readonly draft: RateDraft;
  readonly isSaving: boolean;
  readonly problem: string | null;
  /** What somebody else made of the prices that were to be saved. */
  readonly late: {
    readonly rates: readonly ZoneRate[];
    readonly rows: readonly BothSides[];
  } | null;
}

export type ZonePage =
  | { readonly status: 'closed' }
  | { readonly status: 'loading'; readonly id: string }
  | { readonly status: 'failed'; readonly id: string; readonly message: string }
  | OpenZone;

export const $zonePage = atom<ZonePage>({ status: 'closed' });

export const today = (): string => new Date().toISOString().slice(0, 10);

const readRates = (id: string) =>
  readDeskRows({
    table: 'listed_shipping_rates',
    columns: '*',
    conditions: [
      { column: 'zone_id', operator: 'eq', value: id },
      // Those that ended price nothing any more.
      { either: `valid_to.is.null,valid_to.gt.${today()}` },
    ],
    order: 'place',
  });

const readMethods = (id: string) =>
  readDeskRows({
    table: 'shipping_methods',
    columns: '*',
    conditions: [{ column: 'zone_id', operator: 'eq', value: id }],
    order: 'position',
  });

export const methodsOf = ({ methods }: Pick<OpenZone, 'methods'>): readonly ZoneMethod[] =>
  methods.map(({ values }) => values);

let shown: string | null = null;

export async function showZone(id: string | null, day = today()): Promise<void> {
  shown = id;
  if (id === null) return $zonePage.set({ status: 'closed' });
  const before = $zonePage.get();
  // Another day of the same zone leaves the page where it is.
  if (before.status !== 'open' || before.id !== id) $zonePage.set({ status: 'loading', id });
  if (!isUuid(id))
    return $zonePage.set({ status: 'failed', id, message: 'There is no such zone.' });
  const [methods, rates] = await Promise.all([readMethods(id), readRates(id)]);
  if (shown !== id) return;
  if (!methods.ok) return notRead(id, methods.error);
  if (!rates.ok) return notRead(id, rates.error);
  const all = rates.value.map(({ values }) => values);
  $zonePage.set({
    status: 'open',
    id,
    methods: methods.value,
    rates: all,
    day,
    draft: draftOf(ratesOn(all, day)),
    isSaving: false,
    problem: null,
    late: null,
  });
}

/** A zone that lies open keeps its prices, and what was typed over them. */
function notRead(id: string, error: BackendError): void {
  const page = $zonePage.get();
  if (page.status === 'open' && page.id === id && staysShown(error)) change({ isSaving: false });
  else $zonePage.set({ status: 'failed', id, message: error.message });
}

function change(part: Partial<OpenZone>): void {
  const page = $zonePage.get();
  if (page.status === 'open') $zonePage.set({ ...page, ...part });
}

export function typePrice(methodId: string, step: RateStep, text: string): void {
  const page = $zonePage.get();
  if (page.status !== 'open') return;
  const saved = savedPrice(ratesOn(page.rates, page.day), methodId, step);
  change({ draft: withTyped(page.draft, cellKey(methodId, step), text, saved), problem: null });
}

export function setSteps(steps: Partial<Pick<RateDraft, 'weights' | 'values'>>): void {
  const page = $zonePage.get();
  if (page.status !== 'open') return;
  change({ draft: withSteps(page.draft, steps, methodsOf(page)), problem: null });
}

export function discardPrices(): void {
  const page = $zonePage.get();
  if (page.status !== 'open') return;
  change({ draft: draftOf(ratesOn(page.rates, page.day)), problem: null, late: null });
}

const planOf = (page: OpenZone) =>
  planChanges({ ...page, methods: methodsOf(page), today: today() });

/** A step that divides another and has its price is nothing to save yet. */
export function hasUnsavedPrices(page: ZonePage): boolean {
  if (page.status !== 'open') return false;
  const planned = planOf(page);
  return !planned.ok || countChanges(planned.value) > 0;
}

export async function savePrices(): Promise<void> {
  const page = $zonePage.get();
  if (page.status !== 'open' || page.isSaving) return;
  const { id, day } = page;
  const planned = planOf(page);
  if (!planned.ok) return change({ problem: planned.error });
  change({ isSaving: true, problem: null, late: null });
  const saved = await changeShippingRates(id, planned.value);
  if (!saved.ok && saved.error.reason === 'rates_changed')
    return showLate(page, saved.error.message);
  if (!saved.ok) return change({ isSaving: false, problem: askedAgain(saved.error) });
  await showZone(id, day);
  notify('Prices saved.');
}

/** What they changed elsewhere in the zone is in nobody's way: only the same cells are asked about. */
async function showLate(page: OpenZone, refusal: string): Promise<void> {
  const read = await readRates(page.id);
  if (!read.ok) return change({ isSaving: false, problem: read.error.message });
  const rates = read.value.map(({ values }) => values);
  const [before, now] = [ratesOn(page.rates, page.day), ratesOn(rates, page.day)];
  const words = (minor: number | null) => (minor === null ? '' : formatMoney(minor, 'EUR'));
  const methods = methodsOf(page);
  const rows = stepsOf(page.draft).flatMap((step) =>
    methods.flatMap(({ id, name }): BothSides[] => {
      const key = cellKey(id, step);
      const text = page.draft.typed.get(key);
      const mine = text === undefined ? null : readPrice(text);
      const theirs = savedPrice(now, id, step);
      if (!mine?.ok || mine.value === theirs || theirs === savedPrice(before, id, step)) return [];
      const sides = { theirs: words(theirs), mine: words(mine.value) };
      return [{ key, name: `${name}, ${stepWords(step)}`, ...sides }];
    }),
  );
  if (rows.length > 0) return change({ isSaving: false, late: { rates, rows } });
  const versions = (all: readonly ZoneRate[]) => all.map(({ id, version }) => id + version).join();
  if (versions(rates) === versions(page.rates))
    return change({ isSaving: false, problem: refusal });
  rebase(page, rates);
  await savePrices();
}

/** The draft over what somebody else saved, with their steps beside one's own. */
function rebase(page: OpenZone, rates: readonly ZoneRate[]): void {
  const [before, now] = [page.rates, rates].map((all) => draftOf(ratesOn(all, page.day)));
  const theirs = (axis: 'weights' | 'values') =>
    (now?.[axis] ?? []).filter((bound) => !(before?.[axis] ?? []).includes(bound));
  const steps = {
    weights: [...page.draft.weights, ...theirs('weights')],
    values: [...page.draft.values, ...theirs('values')],
  };
  const draft = withSteps(page.draft, steps, methodsOf(page));
  change({ rates, draft, isSaving: false, late: null });
}

export async function settlePrices(keepMine: boolean): Promise<void> {
  const page = $zonePage.get();
  if (page.status !== 'open' || page.late === null) return;
  const { rates, rows } = page.late;
  const dropped = new Set(keepMine ? [] : rows.map(({ key }) => key));
  const typed = new Map([...page.draft.typed].filter(([key]) => !dropped.has(key)));
  rebase({ ...page, draft: { ...page.draft, typed } }, rates);
  if (keepMine) await savePrices();
}

export const zoneMethodForm = createDeskForm({
  source: methodTable.source,
  async reload() {
    if (shown === null) return;
    const methods = await readMethods(shown);
    // What was typed into the grid stays.
    if (methods.ok) change({ methods: methods.value });
  },
});
