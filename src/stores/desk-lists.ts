/** The only place that says what the lists desk reads, and which step of a list is under way. */
import { atom, onMount } from 'nanostores';
import { startGroupBuy } from '#backend/batches.ts';
import { deleteDeskRows, insertDeskRow, readDeskRows } from '#backend/desk-rows.ts';
import type { BackendError } from '#backend/errors.ts';
import {
  drawList,
  extendOffer,
  freezeList,
  offerNext,
  openList,
  reinstateEntry,
  revokeOffer,
  type BeaconRound,
} from '#backend/lists.ts';
import {
  banEntrant,
  exportEntries,
  finishList,
  listDesk,
  previewOffers,
  type ListDesk,
  type PreviewedOffer,
} from '#backend/list-desk.ts';
import { isRecord, parseDeskRow, textOf, type DeskRow } from '#domain/desk-row.ts';
import type { GroupBuyPlan } from '#domain/batch-desk.ts';
import { daysOfEntries, type ListDeskFacts } from '#domain/list-desk.ts';
import { csvLine } from '#domain/csv.ts';
import { fail, succeed, type Result } from '#domain/result.ts';
import { createDeskForm } from './desk-form.ts';
import { askedAgain } from './desk-refusal.ts';
import { createDeskTable } from './desk-table.ts';

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
export const listForm = {
  ...form,
  /** A list that lies open shows what was saved. */
  async save(): Promise<void> {
    await form.save();
    const open = $openList.get();
    if (form.$state.get().row === null && open.status === 'open') await showList(open.list.id);
  },
};

export interface ProductChoice {
  readonly value: string;
  readonly label: string;
}

/** What a list can be about. */
export const $listProducts = atom<readonly ProductChoice[]>([]);
onMount($listProducts, () => void readProducts());

async function readProducts(): Promise<void> {
  const read = await readDeskRows({ table: 'products', columns: 'id,title', order: 'title' });
  const rows = read.ok ? read.value : [];
  $listProducts.set(rows.map((row) => ({ value: row.id, label: textOf(row, 'title') })));
}

export type OpenList =
  | { readonly status: 'closed' }
  | { readonly status: 'loading'; readonly id: string }
  | { readonly status: 'failed'; readonly id: string; readonly message: string }
  | {
      readonly status: 'open';
      readonly list: DeskRow;
      readonly choices: readonly DeskRow[];
      readonly facts: ListDeskFacts;
      /** Those that an interest check may still become. */
      readonly batches: readonly DeskRow[];
      /** What a draft may still put up: the variants of its product. */
      readonly variants: readonly DeskRow[];
      readonly isBusy: boolean;
      readonly message: string | null;
    };

export const $openList = atom<OpenList>({ status: 'closed' });

export async function showList(id: string | null, message: string | null = null): Promise<void> {
  if (id === null) {
    $openList.set({ status: 'closed' });
    return;
  }
  const before = $openList.get();
  if (before.status !== 'open' || before.list.id !== id) $openList.set({ status: 'loading', id });
  const where = (column: string) => [{ column, operator: 'eq', value: id }];
  const [lists, choices, desk, next] = await Promise.all([
    readDeskRows({ table: 'lists', columns: '*', conditions: where('id') }),
    readDeskRows({
      table: 'list_choices',
      columns: '*,variant:variants(sku,title)',
      conditions: where('list_id'),
      order: 'position',
    }),
    listDesk(id),
    previewOffers(id, mostPreviewed),
  ]);
  const failed = (error: BackendError) =>
    $openList.set({ status: 'failed', id, message: error.message });
  if (!lists.ok) return failed(lists.error);
  if (!choices.ok) return failed(choices.error);
  if (!desk.ok) return failed(desk.error);
  const [list] = lists.value;
  if (!list) {
    $openList.set({ status: 'failed', id, message: 'There is no such list.' });
    return;
  }
  // A list that gives nothing out has nobody who would be next.
  const facts = factsOf(desk.value, next.ok ? next.value : []);
  const [batches, variants] = await Promise.all([batchesFor(list), variantsFor(list)]);
  const around = { choices: choices.value, facts, batches, variants };
  const open = { list, ...around, isBusy: false, message };
  $openList.set({ status: 'open', ...open });
}

const mostPreviewed = 100;

async function variantsFor(list: DeskRow): Promise<readonly DeskRow[]> {
  if (textOf(list, 'status') !== 'draft' || textOf(list, 'product_id') === '') return [];
  const read = await readDeskRows({
    table: 'variants',
    columns: 'id,title,sku',
    conditions: [{ column: 'product_id', operator: 'eq', value: textOf(list, 'product_id') }],
    order: 'position',
  });
  return read.ok ? read.value : [];
}

async function batchesFor(list: DeskRow): Promise<readonly DeskRow[]> {
  if (textOf(list, 'kind') !== 'interest_check') return [];
  const read = await readDeskRows({
    table: 'batches',
    columns: 'id,code,title,stage,eta',
    conditions: [
      { column: 'product_id', operator: 'eq', value: textOf(list, 'product_id') },
      { column: 'stage', operator: 'in', value: '(draft,interest_check)' },
    ],
    order: 'number',
  });
  return read.ok ? read.value : [];
}

function factsOf(desk: ListDesk, next: readonly PreviewedOffer[]): ListDeskFacts {
  const titles = new Map(desk.choices.map(({ id, title }) => [id, title]));
  return {
    entries: desk.entries.flatMap(
      (entry) =>
        parseDeskRow({
          id: entry.entryId,
          place: entry.place,
          entered_at: entry.enteredAt,
          max_wins: entry.maxWins,
          comment: entry.comment,
          strikes: entry.strikes,
          is_banned: entry.isBanned,
        }) ?? [],
    ),
    days: daysOfEntries(desk.perDay),
    offers: desk.offers.flatMap(
      (offer) =>
        parseDeskRow({
          id: offer.id,
          entry_id: offer.entryId,
          title: offer.title,
          status: offer.status,
          rank: offer.rank,
          expires_at: offer.expiresAt,
          is_ordered: offer.isOrdered,
        }) ?? [],
    ),
    next: next.flatMap(
      ({ entryId, choiceId, place }) =>
        parseDeskRow({
          id: `${entryId}:${choiceId}`,
          place,
          variant: titles.get(choiceId) ?? '',
        }) ?? [],
    ),
    wishes: desk.choices,
    duplicates: desk.duplicates,
  };
}

async function step(
  run: (id: string) => Promise<Result<unknown, BackendError>>,
  done: string,
): Promise<void> {
  const open = $openList.get();
  if (open.status !== 'open' || open.isBusy) return;
  $openList.set({ ...open, isBusy: true, message: null });
  const outcome = await run(open.list.id);
  await showList(open.list.id, outcome.ok ? done : askedAgain(outcome.error));
}

export const addChoice = (variantId: string, editions: number | null) =>
  step((id) => {
    const open = $openList.get();
    const position = open.status === 'open' ? open.choices.length : 0;
    const row = { list_id: id, variant_id: variantId, editions, position };
    return insertDeskRow('list_choices', row);
  }, 'The choice is added.');
export const dropChoice = (choiceId: string) =>
  step(
    () => deleteDeskRows('list_choices', [{ column: 'id', operator: 'eq', value: choiceId }]),
    'The choice is removed.',
  );

export const openThisList = () => step((id) => openList(id), 'The list is open.');
export const freezeThisList = () =>
  step((id) => freezeList(id), 'The entries are frozen and their hash is published.');
export const drawThisList = (round: BeaconRound) =>
  step((id) => drawList(id, round), 'The list is drawn.');
export const offerToNext = (count: number, hours: number | null) =>
  step((id) => offerNext(id, { count, hours }), 'The offers are made.');
export const takeBackOffer = (offerId: string, reason: string) =>
  step(() => revokeOffer(offerId, reason), 'The offer is taken back.');
export const extendThisOffer = (offerId: string, until: string, reason: string) =>
  step(() => extendOffer(offerId, { until, reason }), 'The offer holds longer.');
export const reinstateThisEntry = (entryId: string, reason: string) =>
  step(() => reinstateEntry(entryId, reason), 'The entry may be asked again.');

/** Null when it is done. The check ends with it, and its voters are told. */
export async function startThisGroupBuy(
  plan: Omit<GroupBuyPlan, 'listId'>,
): Promise<string | null> {
  const open = $openList.get();
  if (open.status !== 'open') return null;
  const told = await startGroupBuy({ ...plan, listId: open.list.id });
  if (!told.ok) return askedAgain(told.error);
  await showList(open.list.id, `It is a group buy now, and ${told.value} voters are told.`);
  return null;
}

export const finishThisList = () => step((id) => finishList(id), 'The list is finished.');
export const keepOff = (entryId: string, note: string) =>
  step(() => banEntrant(entryId, { until: null, note }), 'This person is kept off lists.');
export const letBackOn = (entryId: string, note: string) =>
  step(
    () => banEntrant(entryId, { until: new Date(0).toISOString(), note }),
    'This person may enter lists again.',
  );

/** With names and mailboxes: asking for it is on record. */
export async function exportWithNames(id: string): Promise<Result<readonly string[], string>> {
  const named = await exportEntries(id);
  if (!named.ok) return fail(named.error.message);
  const lines = named.value.map(({ entryId, place, name, email, maxWins }) =>
    csvLine([entryId, String(place), name, email, String(maxWins)]),
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
