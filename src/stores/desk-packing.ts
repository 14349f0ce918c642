/** The only place that says what the shipping desk knows of packages, and of when addresses are final. */
import { atom, onMount } from 'nanostores';
import { setAddressLock } from '#backend/batches.ts';
import { readDeskRows, type updateDeskRow } from '#backend/desk-rows.ts';
import type { DeskRow } from '#domain/desk-row.ts';
import { textOrNull } from '#domain/parsed-fields.ts';
import { succeed } from '#domain/result.ts';
import { createDeskForm } from './desk-form.ts';
import { createDeskTable } from './desk-table.ts';

export const packageTable = createDeskTable({
  name: 'shipping-packages',
  source: {
    table: 'shipping_packages',
    columns: '*',
    searched: ['name', 'note'],
    nullable: [],
    tieBreaker: 'id',
  },
  shape: {
    sortable: ['name', 'max_content_grams', 'own_weight_grams'],
    filterable: ['is_used'],
    defaultSort: { column: 'max_content_grams', direction: 'asc' },
  },
});
export const packageForm = createDeskForm(packageTable);

/** To propose one wherever a parcel is packed. */
export const $packages = atom<readonly DeskRow[]>([]);
onMount($packages, () => {
  void readDeskRows({ table: 'shipping_packages', columns: '*' }).then(
    (read) => read.ok && $packages.set(read.value),
  );
});

export const lockTable = createDeskTable({
  name: 'address-locks',
  source: {
    table: 'batches',
    columns: 'id,version,code,title,stage,closes_at,change_address_until,product:products(title)',
    searched: ['title', 'code'],
    nullable: ['change_address_until', 'closes_at'],
    tieBreaker: 'id',
  },
  shape: {
    sortable: ['title', 'closes_at', 'change_address_until'],
    filterable: ['stage', 'change_address_until'],
    defaultSort: { column: 'change_address_until', direction: 'asc' },
  },
});

/** A batch is the editors' to write, so that its one date that belongs to shipping goes by a function. */
const lockAddresses: typeof updateDeskRow = async (source, row, patch, backend) => {
  const until = textOrNull(patch['change_address_until']);
  const batch = { id: row.id, version: row.version ?? 0 };
  const set = await setAddressLock(batch, until, backend ? { backend } : {});
  if (!set.ok && set.error.reason !== 'batch_changed') return set;
  const conditions = [{ column: 'id', operator: 'eq', value: row.id }];
  const now = await readDeskRows({ ...source, conditions }, undefined, backend);
  if (!now.ok) return now;
  const current = now.value[0] ?? null;
  return succeed({ changed: set.ok ? current : null, current });
};
export const lockForm = createDeskForm(lockTable, lockAddresses);
