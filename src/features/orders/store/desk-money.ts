/** Tables of the money desk: documents, who sells, the account that transfers go to, what came to it, and where tax is collected. */
import { atom, onMount } from 'nanostores';
import { readDeskRows } from '#desk-kit/api/desk-rows.ts';
import { createDeskForm } from '#desk-kit/store/desk-form.ts';
import { createDeskTable, type RowOf } from '#desk-kit/store/desk-table.ts';

export const documentTable = createDeskTable({
  name: 'documents',
  source: {
    table: 'documents',
    columns:
      'id,kind,number,seller_code,issued_on,issued_at,currency,net_minor,tax_minor,total_minor',
    searched: [],
    named: { column: 'number', nameOf: (typed) => typed.trim().toUpperCase() },
    nullable: [],
    tieBreaker: 'id',
  },
  shape: {
    sortable: ['issued_at'],
    filterable: ['kind'],
    defaultSort: { column: 'issued_at', direction: 'desc' },
  },
});

export const sellerTable = createDeskTable({
  name: 'sellers',
  source: {
    table: 'sellers',
    columns: '*',
    searched: ['name', 'code'],
    nullable: [],
    tieBreaker: 'id',
  },
  shape: {
    sortable: ['valid_from'],
    filterable: [],
    defaultSort: { column: 'valid_from', direction: 'desc' },
  },
});
export const sellerForm = createDeskForm(sellerTable);

export const accountTable = createDeskTable({
  name: 'bank-accounts',
  source: {
    table: 'bank_accounts',
    columns: '*',
    key: ['currency'],
    searched: ['holder', 'bank'],
    nullable: [],
    tieBreaker: 'currency',
  },
  shape: {
    sortable: ['currency'],
    filterable: [],
    defaultSort: { column: 'currency', direction: 'asc' },
  },
});
export const accountForm = createDeskForm(accountTable);

export const entryTable = createDeskTable({
  name: 'bank-entries',
  source: {
    table: 'bank_entries',
    columns:
      'id,account,booked_on,amount_minor,currency,payer,message,bank_reference,status,note,settled_at,version,payments:bank_entry_payments(payment:payments(amount_minor,order:order_records!payments_order_id_fkey(number)))',
    searched: ['payer', 'message'],
    nullable: [],
    tieBreaker: 'id',
  },
  shape: {
    sortable: ['booked_on'],
    filterable: ['status', 'booked_on', 'amount_minor'],
    defaultSort: { column: 'booked_on', direction: 'desc' },
    defaultFilters: [{ column: 'status', operator: 'is', value: 'unmatched' }],
  },
});

export type EntryRow = RowOf<typeof entryTable>;

export const registrationTable = createDeskTable({
  name: 'tax-registrations',
  source: {
    table: 'tax_registrations',
    columns: '*',
    searched: ['name', 'number'],
    nullable: [],
    tieBreaker: 'id',
  },
  shape: {
    sortable: ['valid_from'],
    filterable: [],
    defaultSort: { column: 'valid_from', direction: 'desc' },
  },
});
export const registrationForm = createDeskForm(registrationTable);

export const codeTable = createDeskTable({
  name: 'discount-codes',
  source: {
    table: 'discount_codes',
    columns: '*',
    searched: ['code', 'title'],
    nullable: ['valid_to'],
    tieBreaker: 'id',
  },
  shape: {
    sortable: ['code', 'valid_from', 'valid_to', 'used_count'],
    filterable: [],
    defaultSort: { column: 'valid_from', direction: 'desc' },
  },
});
export const codeForm = createDeskForm(codeTable);

export const taxRateTable = createDeskTable({
  name: 'tax-rates',
  source: {
    table: 'tax_rates',
    columns: '*',
    searched: ['country_code', 'name'],
    nullable: ['valid_to'],
    tieBreaker: 'id',
  },
  shape: {
    sortable: ['country_code', 'valid_from'],
    filterable: ['country_code', 'tax_class_code'],
    defaultSort: { column: 'country_code', direction: 'asc' },
  },
});
export const taxRateForm = createDeskForm(taxRateTable);

export const taxClassTable = createDeskTable({
  name: 'tax-classes',
  source: {
    table: 'tax_classes',
    columns: '*',
    key: ['code'],
    searched: ['title', 'code'],
    nullable: [],
    tieBreaker: 'code',
  },
  shape: {
    sortable: ['position', 'title'],
    filterable: [],
    defaultSort: { column: 'position', direction: 'asc' },
  },
});
export const taxClassForm = createDeskForm(taxClassTable);

export const $taxClasses = atom<readonly RowOf<typeof taxClassTable>[]>([]);

async function readTaxClasses(): Promise<void> {
  const read = await readDeskRows({
    table: 'tax_classes',
    columns: '*',
    key: ['code'],
    order: 'position',
  });
  if (read.ok) $taxClasses.set(read.value);
}

onMount($taxClasses, () => void readTaxClasses().catch(() => {}));
