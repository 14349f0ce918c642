import { useStore } from '@nanostores/react';
import type { ImportColumn } from '#desk-kit/model/table-import.ts';
import { applyImport, changeRows, dryRunImport, exportRows } from '#desk-kit/store/desk-files.ts';
import {
  day,
  labelOf,
  money,
  plain,
  wordsOfColumns,
  writtenColumns,
} from '#desk-kit/table/column-text.ts';
import { DataTable } from '#desk-kit/table/DataTable.tsx';
import { ExportButton } from '#desk-kit/table/ExportButton.tsx';
import { ImportButton } from '#desk-kit/table/ImportDialog.tsx';
import type { BulkAction, ColumnsOf } from '#desk-kit/table/table-model.ts';
import type { RowOf } from '#desk-kit/store/desk-table.ts';
import { useTableAddress } from '#desk-kit/table/use-table-address.ts';
import { formatMoney } from '#shared/money.ts';
import { succeed } from '#shared/result.ts';
import { Field, Select } from '#ui/react/Field.tsx';
import { variantName } from '../model/b-stock.ts';
import { freeOf } from '../model/sellable.ts';
import { newPrice } from '../model/repricing.ts';
import { $repricing, variantTable } from '../store/desk-variants.ts';
import { price, wholeNumber } from '../model/files/product-file.ts';
import { availabilityWords } from './product-fields.ts';
import { availabilityChoices, statusChoices } from '../model/files/product-choices.ts';
import { goToProduct } from './use-open-product.ts';

type VariantRow = RowOf<typeof variantTable>;
type VariantAction = BulkAction<VariantRow['values']>;

const columns: ColumnsOf<typeof variantTable> = [
  { name: 'sku', title: 'SKU', width: 190, text: plain('sku') },
  {
    name: 'price_minor',
    title: 'Price',
    width: 110,
    align: 'end',
    text: money('price_minor'),
    filter: { kind: 'money' },
    edit: {
      kind: 'text',
      text: ({ values }) => (values.price_minor / 100).toFixed(2),
      parse: price,
    },
  },
  {
    name: 'free',
    title: 'In stock',
    width: 90,
    align: 'end',
    text: (row) => String(freeOf(row.values) ?? ''),
  },
  {
    name: 'product.title',
    title: 'Product',
    width: 210,
    text: plain('product.title'),
    filter: { kind: 'text' },
  },
  {
    name: 'title',
    title: 'Variant',
    width: 190,
    text: ({ values }) => variantName(values),
  },
  {
    name: 'flaws',
    title: 'Flaws (B-stock)',
    width: 240,
    text: plain('flaws'),
    filter: { kind: 'text' },
    startsHidden: true,
  },
  {
    name: 'availability',
    title: 'Sold as',
    width: 120,
    text: ({ values }) =>
      values.is_made_to_order ? 'Made to order' : availabilityWords(values.availability),
    filter: { kind: 'choice', choices: availabilityChoices },
  },
  {
    name: 'weight_grams',
    title: 'Weight (g)',
    width: 110,
    align: 'end',
    text: plain('weight_grams'),
    edit: { kind: 'text', text: plain('weight_grams'), parse: wholeNumber(1, 100_000) },
  },
  {
    name: 'max_per_customer',
    title: 'Limit',
    width: 80,
    align: 'end',
    text: plain('max_per_customer'),
    edit: { kind: 'text', text: plain('max_per_customer'), parse: wholeNumber(1, 100, true) },
  },
  {
    name: 'few_left_below',
    title: '“Few left” below',
    width: 130,
    align: 'end',
    text: plain('few_left_below'),
    edit: { kind: 'text', text: plain('few_left_below'), parse: wholeNumber(0, 100_000) },
    startsHidden: true,
  },
  {
    name: 'product.status',
    title: 'Product is',
    width: 120,
    text: (row) => labelOf(statusChoices, row.values.product.status),
    filter: { kind: 'choice', choices: statusChoices },
  },
  { name: 'updated_at', title: 'Edited', width: 120, text: day('updated_at') },
];

const words = wordsOfColumns(columns);

/** What a file may change, by the SKU. */
const imported: readonly ImportColumn[] = [
  { name: 'sku', title: 'SKU', parse: (text) => succeed(text.trim()) },
  { name: 'price_minor', title: 'Price', parse: price },
  {
    name: 'weight_grams',
    title: 'Weight (g)',
    aliases: ['weight'],
    parse: wholeNumber(1, 100_000),
  },
  { name: 'max_per_customer', title: 'Limit', parse: wholeNumber(1, 100, true) },
  { name: 'few_left_below', title: '“Few left” below', parse: wholeNumber(0, 100_000) },
];

const exported = writtenColumns(columns);

function RepricingFields() {
  const { by, text, step } = useStore($repricing);
  const change = newPrice({ by, text, step });
  return (
    <>
      <Select
        label="Change"
        value={by}
        onChange={({ target }) =>
          $repricing.setKey(
            'by',
            target.value === 'amount' || target.value === 'price' ? target.value : 'percent',
          )
        }
      >
        <option value="percent">By per cent</option>
        <option value="amount">By an amount</option>
        <option value="price">To a price</option>
      </Select>
      <Field
        label={by === 'percent' ? 'Per cent' : 'Euro'}
        hint={by === 'price' ? 'Every chosen variant costs this.' : 'Less than 0 makes it cheaper.'}
        inputMode="decimal"
        value={text}
        error={text === '' || change.ok ? undefined : change.error}
        onChange={({ target }) => $repricing.setKey('text', target.value)}
      />
      {by === 'percent' && (
        <Select
          label="Rounded to"
          value={String(step)}
          onChange={({ target }) => $repricing.setKey('step', Number(target.value))}
        >
          <option value="1">The cent</option>
          <option value="50">50 cents</option>
          <option value="100">Whole euros</option>
        </Select>
      )}
    </>
  );
}

function usePriceAction(): VariantAction {
  const change = newPrice(useStore($repricing));
  const before = ({ values }: VariantRow) => values.price_minor;
  const after = (row: VariantRow) => change.ok && change.value(before(row));
  const write =
    (priceOf: (row: VariantRow) => number) =>
    (...[rows, signal, onOutcome]: Parameters<VariantAction['run']>) =>
      changeRows(
        variantTable.source,
        rows,
        (row) => ({ price_minor: priceOf(row) }),
        signal,
        onOutcome,
      );
  return {
    name: 'price',
    title: 'Change prices',
    explains:
      'Carts show the new price and say that it changed. Orders keep theirs, and so do kits whose batch has prices of its own.',
    fields: <RepricingFields />,
    blocked: change.ok ? null : change.error,
    whyNot: (row) => (after(row) === before(row) ? 'its price stays the same' : null),
    nameOf(row) {
      const next = after(row);
      const { currency, sku } = row.values;
      const becomes =
        next === false
          ? ''
          : `, ${formatMoney(before(row), currency)} → ${formatMoney(next, currency)}`;
      return `${sku}${becomes}`;
    },
    run: write((row) => after(row) || 0),
    undo: {
      stays: () => null,
      // The rows are as they were read before: a version later, with the price of before.
      run: (rows, signal, onOutcome) =>
        write(before)(
          rows.map((row) => ({ ...row, version: (row.version ?? 0) + 1 })),
          signal,
          onOutcome,
        ),
    },
  };
}

/** Each thing that can be ordered, with its price and stock. */
export function VariantList() {
  const state = useStore(variantTable.$state);
  const priceAction = usePriceAction();
  useTableAddress(state, variantTable);
  const { source } = variantTable;
  return (
    <DataTable
      label="Prices"
      state={state}
      actions={variantTable}
      columns={columns}
      words={words}
      bulk={[priceAction]}
      onOpen={(row) => goToProduct(row.values.product_id)}
      searches="by SKU or variant"
      empty={{ title: 'No variants yet', text: 'A product has at least one: its price and stock.' }}
      tools={
        <>
          <ImportButton
            title="Import prices"
            words={words}
            explains="One line per variant, matched by its SKU. Price, Weight (g), Limit and “Few left” below can be changed. You see every change before it is saved."
            onDryRun={(text) => dryRunImport(source, text, imported, 'sku')}
            onApply={(report, signal, onOutcome) => applyImport(source, report, signal, onOutcome)}
            onDone={() => void variantTable.reload()}
          />
          <ExportButton
            fileName="prices.csv"
            onExport={(signal, onProgress) =>
              exportRows(source, state.query, exported, signal, onProgress)
            }
          />
        </>
      }
    />
  );
}
