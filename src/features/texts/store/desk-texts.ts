/** What editors write: questions, updates, texts of pages, makers, partners and the numbers in them. */
import { atom, onMount } from 'nanostores';
import { readDeskRows } from '#desk-kit/api/desk-rows.ts';
import { textOf, type AnyValues, type DeskRow, type Draft } from '#desk-kit/model/desk-row.ts';
import { createDeskForm, type DeskForm } from '#desk-kit/store/desk-form.ts';
import { createDeskTable } from '#desk-kit/store/desk-table.ts';
import type { Row, ValuesOf } from '#shared/backend/given.ts';
import type { SharedNumber } from '#shared/filled-text.ts';
import { addressOf } from '../model/address-of.ts';

/** A new row gets its address from its title, until someone types another. */
function addressed<Values>(
  form: DeskForm<Values>,
  title: keyof Values & string,
  address: keyof Values & string,
  most: number,
): DeskForm<Values> {
  const follow = (patch: Draft<Values>['values']): Draft<Values>['values'] => {
    const { row, patch: typed } = form.$state.get();
    const next = patch[title];
    if (row?.version !== null || typeof next !== 'string') return patch;
    const now = { ...row, values: { ...row.values, ...typed } };
    const isFollowing =
      textOf<AnyValues>(now, address) === addressOf(textOf<AnyValues>(now, title), most);
    return isFollowing ? { ...patch, [address]: addressOf(next, most) } : patch;
  };
  return { ...form, patch: (patch) => form.patch(follow(patch)) };
}

const byPosition = { column: 'position', direction: 'asc' } as const;

export const questionTable = createDeskTable({
  name: 'questions',
  source: {
    table: 'faq_entries',
    columns: '*,group:faq_groups(title,position)',
    searched: ['question', 'code'],
    nullable: [],
    tieBreaker: 'id',
  },
  shape: {
    sortable: ['position', 'question', 'updated_at'],
    filterable: ['group_id'],
    // Positions count within a group: over all of them they say nothing.
    defaultSort: { column: 'question', direction: 'asc' },
  },
});
export const questionForm = addressed(createDeskForm(questionTable), 'question', 'code', 60);

export const groupTable = createDeskTable({
  name: 'question-groups',
  source: {
    table: 'faq_groups',
    columns: '*,entries:faq_entries(id)',
    searched: ['title', 'code'],
    nullable: [],
    tieBreaker: 'id',
  },
  shape: { sortable: ['position', 'title'], filterable: [], defaultSort: byPosition },
});
export const groupForm = addressed(createDeskForm(groupTable), 'title', 'code', 60);

export const updateTable = createDeskTable({
  name: 'updates',
  source: {
    table: 'updates',
    columns:
      '*,batches:update_batches(batch:batches(code)),products:update_products(product:products(title))',
    searched: ['title', 'url'],
    nullable: ['publish_at'],
    tieBreaker: 'id',
  },
  shape: {
    sortable: ['publish_at', 'title', 'updated_at'],
    filterable: ['status', 'kind'],
    defaultSort: { column: 'publish_at', direction: 'desc' },
  },
});
export const updateForm = addressed(createDeskForm(updateTable), 'title', 'url', 80);

export const pageTextTable = createDeskTable({
  name: 'page-texts',
  source: {
    table: 'page_texts',
    columns: '*',
    searched: ['title', 'code'],
    nullable: [],
    tieBreaker: 'id',
  },
  shape: {
    sortable: ['page', 'position', 'title', 'updated_at'],
    filterable: ['page'],
    defaultSort: { column: 'page', direction: 'asc' },
  },
});
export const pageTextForm = addressed(createDeskForm(pageTextTable), 'title', 'code', 60);

export const makerTable = createDeskTable({
  name: 'makers',
  source: {
    table: 'makers',
    columns: '*,products(id)',
    searched: ['name', 'code'],
    nullable: ['country_code'],
    tieBreaker: 'id',
  },
  shape: { sortable: ['position', 'name'], filterable: [], defaultSort: byPosition },
});
export const makerForm = addressed(createDeskForm(makerTable), 'name', 'code', 60);

export const partnerTable = createDeskTable({
  name: 'partners',
  source: {
    table: 'regional_partners',
    columns: '*,countries:partner_countries(country_code)',
    searched: ['name', 'code'],
    nullable: [],
    tieBreaker: 'id',
  },
  shape: { sortable: ['position', 'name'], filterable: [], defaultSort: byPosition },
});
export const partnerForm = addressed(createDeskForm(partnerTable), 'name', 'code', 60);

export const saleTable = createDeskTable({
  name: 'partner-sales',
  source: {
    table: 'partner_sales',
    columns: '*,partner:regional_partners!inner(name),batch:batches(code,title)',
    key: ['partner_id', 'batch_id'],
    searched: ['partner.name'],
    nullable: [],
    tieBreaker: 'batch_id',
  },
  shape: {
    sortable: ['partner_id'],
    filterable: ['ends_at'],
    defaultSort: { column: 'partner_id', direction: 'asc' },
  },
});
export const saleForm = createDeskForm(saleTable);

export const settingTable = createDeskTable({
  name: 'settings',
  source: {
    table: 'settings',
    columns: '*',
    key: ['key'],
    searched: ['key', 'meaning'],
    nullable: [],
    tieBreaker: 'key',
  },
  shape: {
    sortable: ['key'],
    filterable: ['unit'],
    defaultSort: { column: 'key', direction: 'asc' },
  },
});
export const settingForm = createDeskForm(settingTable);

/** Null until they are read, or where they could not be: then texts are not compared with them. */
export const $numbers = atom<ReadonlyMap<string, SharedNumber> | null>(null);
/** For the choice of a question’s group. */
export const $groups = atom<readonly DeskRow<Row<'faq_groups'>>[]>([]);

async function readNumbers(): Promise<void> {
  const read = await readDeskRows({ table: 'settings', columns: '*', key: ['key'], order: 'key' });
  if (read.ok) $numbers.set(new Map(read.value.map(({ id, values }) => [id, values])));
}

onMount($numbers, () => void readNumbers().catch(() => {}));

const batchColumns = 'id,code,title';
const countryColumns = 'code,name';
/** For the sale of a partner: who sells, which batch, and where. */
export const $partners = atom<readonly DeskRow<Row<'regional_partners'>>[]>([]);
export const $batches = atom<readonly DeskRow<ValuesOf<'batches', typeof batchColumns>>[]>([]);
export const $countries = atom<readonly DeskRow<ValuesOf<'countries', typeof countryColumns>>[]>(
  [],
);

async function readPartners(): Promise<void> {
  const read = await readDeskRows({ table: 'regional_partners', columns: '*', order: 'position' });
  if (read.ok) $partners.set(read.value);
}

/** The newest: an old batch is sold by nobody any more. */
async function readBatches(): Promise<void> {
  const read = await readDeskRows({
    table: 'batches',
    columns: batchColumns,
    order: 'created_at',
    descending: true,
    limit: 200,
  });
  if (read.ok) $batches.set(read.value);
}

async function readCountries(): Promise<void> {
  const read = await readDeskRows({
    table: 'countries',
    columns: countryColumns,
    key: ['code'],
    order: 'name',
  });
  if (read.ok) $countries.set(read.value);
}

onMount($countries, () => void readCountries().catch(() => {}));
onMount($partners, () => void readPartners().catch(() => {}));
onMount($batches, () => void readBatches().catch(() => {}));

export async function readGroups(): Promise<void> {
  const read = await readDeskRows({ table: 'faq_groups', columns: '*', order: 'position' });
  if (read.ok) $groups.set(read.value);
}

onMount($groups, () => void readGroups().catch(() => {}));
