import { setAddressLock } from '#features/batches/api/batches.ts';
import { readDeskRows, type UpdateRow } from '#desk-kit/api/desk-rows.ts';
import { textOrNull } from '#shared/parsed-fields.ts';
import { succeed } from '#shared/result.ts';
import { createDeskForm } from '#desk-kit/store/desk-form.ts';
import { createDeskTable } from '#desk-kit/store/desk-table.ts';

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
    // What is to come stands before what is long over.
    defaultSort: { column: 'change_address_until', direction: 'desc' },
  },
});

/** A batch is the editors' to write, so that its one date that belongs to shipping goes by a function. */
const lockAddresses: UpdateRow = async (source, row, patch, backend) => {
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
