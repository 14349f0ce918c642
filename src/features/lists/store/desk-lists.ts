import { atom, onMount } from 'nanostores';
import { readDeskRows } from '#desk-kit/api/desk-rows.ts';
import type { Given, ValuesOf } from '#shared/backend/given.ts';
import type { BackendError } from '#shared/backend/errors.ts';
import type { BeaconRound } from '../api/lists.ts';
import { exportEntries, findEntries, listDesk, previewOffers } from '../api/list-desk.ts';
import { isRecord, textOf, type DeskRow } from '#desk-kit/model/desk-row.ts';
import { daysOfEntries, type Entry, type ListDeskFacts } from '../model/list-desk.ts';
import { variantStock } from '../model/list-stock.ts';
import { csvLine } from '#shared/csv.ts';
import { listKindOf } from '#shared/list-kind.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import type { BothSides } from '#desk-kit/model/table-edit.ts';
import { createDeskForm } from '#desk-kit/store/desk-form.ts';
import { staysShown } from '#desk-kit/store/desk-refusal.ts';
import { $productTitles, nameProduct } from '#features/catalogue/store/desk-product-choice.ts';
import { createDeskTable } from '#desk-kit/store/desk-table.ts';

export const listTable = createDeskTable({
  name: 'lists',
  source: {
    table: 'lists',
    columns:
      'id,kind,title,rules,status,opens_at,closes_at,capacity,max_wins,pay_within_hours,entry_count,beacon_round,entries_hash,frozen_at,drawn_at,product_id,version,updated_at',
    searched: ['title'],
    nullable: ['opens_at', 'closes_at'],
    tieBreaker: 'id',
  },
  shape: {
    sortable: ['title', 'opens_at', 'closes_at', 'updated_at', 'status'],
    filterable: ['kind', 'status', 'closes_at'],
    defaultSort: { column: 'updated_at', direction: 'desc' },
  },
});
const form = createDeskForm(listTable);
/** A list that lies open shows what was saved, or what somebody else made of it. */
async function showAgain(): Promise<void> {
  const open = $openList.get();
  if (open.status === 'open') await showList(open.list.id);
}

export const listForm = {
  ...form,
  async save(): Promise<void> {
    await form.save();
    if (form.$state.get().row === null) await showAgain();
  },
  async settle(keepMine: boolean): Promise<void> {
    await form.settle(keepMine);
    await showAgain();
  },
};

// The form shows by its title what its row names by an id, a colleague's choice too.
onMount($productTitles, () =>
  form.$state.subscribe(({ row, conflict }) => {
    for (const shown of [row, conflict?.current])
      if (shown) void nameProduct(textOf(shown, 'product_id'));
  }),
);

const listColumns = '*,product:products(title)';
const choiceColumns = `*,variant:variants(sku,title,${variantStock})` as const;
const variantColumns = `id,title,sku,${variantStock}` as const;
const batchColumns = 'id,code,title,stage,eta';

export type ListRow = DeskRow<ValuesOf<'lists', typeof listColumns>>;
export type ChoiceRow = DeskRow<ValuesOf<'list_choices', typeof choiceColumns>>;
export type VariantRow = DeskRow<ValuesOf<'variants', typeof variantColumns>>;
export type BatchRow = DeskRow<ValuesOf<'batches', typeof batchColumns>>;

export type OpenList =
  | { readonly status: 'closed' }
  | { readonly status: 'loading'; readonly id: string }
  | { readonly status: 'failed'; readonly id: string; readonly message: string }
  | {
      readonly status: 'open';
      readonly list: ListRow;
      readonly choices: readonly ChoiceRow[];
      readonly facts: ListDeskFacts;
      /** Those that an interest check may still become. */
      readonly batches: readonly BatchRow[];
      /** What a draft may still put up: the variants of its product. */
      readonly variants: readonly VariantRow[];
      readonly isBusy: boolean;
      readonly message: string | null;
      readonly refusal: RefusedStep | null;
    };

/** A step that was not taken, with what is not as it was seen when it was. */
export interface RefusedStep {
  readonly message: string;
  readonly changes: readonly BothSides[];
}

export const $openList = atom<OpenList>({ status: 'closed' });

/** Null where it is not the list on show, or was not read yet. */
function shownList(id: string): Extract<OpenList, { readonly status: 'open' }> | null {
  const now = $openList.get();
  return now.status === 'open' && now.list.id === id ? now : null;
}

/** A list on show stays until it was read again. */
export async function showList(id: string | null, message: string | null = null): Promise<void> {
  if (id === null) {
    $openList.set({ status: 'closed' });
    return;
  }
  if (shownList(id) === null) $openList.set({ status: 'loading', id });
  const where = (column: string) => [{ column, operator: 'eq', value: id }];
  const [lists, choices, desk, next] = await Promise.all([
    readDeskRows({ table: 'lists', columns: listColumns, conditions: where('id') }),
    readDeskRows({
      table: 'list_choices',
      columns: choiceColumns,
      conditions: where('list_id'),
      order: 'position',
    }),
    listDesk(id),
    previewOffers(id, mostPreviewed),
  ]);
  const failed = (error: BackendError) => {
    const shown = shownList(id);
    if (shown !== null && staysShown(error))
      $openList.set({ ...shown, isBusy: false, message, refusal: null });
    else $openList.set({ status: 'failed', id, message: error.message });
  };
  if (!lists.ok) return failed(lists.error);
  if (!choices.ok) return failed(choices.error);
  if (!desk.ok) return failed(desk.error);
  const [list] = lists.value;
  if (!list) {
    $openList.set({
      status: 'failed',
      id,
      message: 'This list no longer exists. Reload the page.',
    });
    return;
  }
  // A list that gives nothing out has nobody who would be next.
  const facts = factsOf(desk.value, next.ok ? next.value : []);
  const [batches, variants] = await Promise.all([batchesFor(list), variantsFor(list)]);
  const shown = shownList(id);
  const around = {
    choices: choices.value,
    facts: next.ok || shown === null ? facts : { ...facts, next: shown.facts.next },
    batches: batches ?? shown?.batches ?? [],
    variants: variants ?? shown?.variants ?? [],
  };
  const open = { list, ...around, isBusy: false, message, refusal: null };
  $openList.set({ status: 'open', ...open });
}

/** So many are asked at once at most: whom they would be is looked at first. */
export const mostPreviewed = 100;

/** Null where they could not be read. */
async function variantsFor({ values: list }: ListRow): Promise<readonly VariantRow[] | null> {
  if (list.status !== 'draft' || list.product_id === null) return [];
  const read = await readDeskRows({
    table: 'variants',
    columns: variantColumns,
    conditions: [{ column: 'product_id', operator: 'eq', value: list.product_id }],
    order: 'position',
  });
  return read.ok ? read.value : null;
}

async function batchesFor({ values: list }: ListRow): Promise<readonly BatchRow[] | null> {
  if (!listKindOf(list.kind)?.isVote || list.product_id === null) return [];
  const read = await readDeskRows({
    table: 'batches',
    columns: batchColumns,
    conditions: [
      { column: 'product_id', operator: 'eq', value: list.product_id },
      { column: 'stage', operator: 'in', value: '(draft,interest_check)' },
    ],
    order: 'number',
  });
  return read.ok ? read.value : null;
}

function factsOf(desk: Given<'list_desk'>, next: Given<'preview_offers'>): ListDeskFacts {
  const titles = new Map(desk.choices.map(({ id, title }) => [id, title]));
  return {
    entries: desk.entries,
    entryCount: desk.entry_count,
    unasked: desk.unasked,
    days: daysOfEntries(desk.per_day),
    offers: desk.offers,
    offerCount: desk.offer_count,
    next: next.map(({ place, choice_id: choice }) => ({
      place,
      variant: titles.get(choice) ?? '',
    })),
    wishes: desk.choices,
    answers: desk.answers,
    duplicates: desk.duplicates,
  };
}

export async function entriesLike(
  id: string,
  text: string,
  signal?: AbortSignal,
): Promise<Result<readonly Entry[], string>> {
  const found = await findEntries(id, text, { signal });
  return found.ok ? found : fail(found.error.message);
}

export async function exportWithoutNames(
  id: string,
  signal?: AbortSignal,
): Promise<Result<readonly string[], string>> {
  const all = await entriesLike(id, '', signal);
  if (!all.ok) return all;
  const heads = ['entry', 'place', 'entered_at', 'max_wins', 'strikes', 'comment'];
  const lines = all.value.map((entry) =>
    csvLine([
      entry.entry_id,
      String(entry.place),
      entry.entered_at,
      String(entry.max_wins),
      String(entry.strikes),
      entry.comment,
    ]),
  );
  return succeed(['\uFEFF', csvLine(heads), ...lines]);
}

/** With names and mailboxes: asking for it is on record. */
export async function exportWithNames(id: string): Promise<Result<readonly string[], string>> {
  const named = await exportEntries(id);
  if (!named.ok) return fail(named.error.message);
  const lines = named.value.map(({ entry_id: id, place, name, email, max_wins: most }) =>
    csvLine([id, String(place), name ?? '', email ?? '', String(most)]),
  );
  return succeed(['\uFEFF', csvLine(['entry', 'place', 'name', 'email', 'max_wins']), ...lines]);
}

const beaconAddress =
  'https://api.drand.sh/52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971/public';

/** What the beacon's operators publish, pasted as it is. Null when it is something else. */
export function parseRound(text: string): BeaconRound | null {
  try {
    const pasted: unknown = JSON.parse(text);
    if (!isRecord(pasted)) return null;
    const { round, randomness, signature } = pasted;
    if (typeof round !== 'number' || typeof signature !== 'string') return null;
    return { round, randomness: typeof randomness === 'string' ? randomness : '', signature };
  } catch {
    return null;
  }
}

export const roundAddress = (round: number): string => `${beaconAddress}/${round}`;
