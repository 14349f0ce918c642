import { useStore } from '@nanostores/react';
import { textOf, type DeskRow } from '#desk-kit/model/desk-row.ts';
import type { BulkOutcome } from '#desk-kit/model/table-bulk.ts';
import { DataTable } from '#desk-kit/table/DataTable.tsx';
import { ExportButton } from '#desk-kit/table/ExportButton.tsx';
import { ImportButton } from '#desk-kit/table/ImportDialog.tsx';
import type { BulkAction } from '#desk-kit/table/table-model.ts';
import { useTableAddress } from '#desk-kit/table/use-table-address.ts';
import { applyImport, changeRows, dryRunImport, exportRows } from '#desk-kit/store/desk-files.ts';
import { productTable } from '../store/desk-products.ts';
import { Button } from '#ui/react/Button.tsx';
import { productWords } from './part-words.ts';
import { goToProduct } from './use-open-product.ts';
import { productColumns, productExport, productImport } from './product-columns.tsx';

const nameOf = (row: DeskRow) => textOf(row, 'title');

function statusAction(
  action: Pick<BulkAction, 'name' | 'title' | 'explains' | 'whyNot' | 'danger'>,
  to: string,
): BulkAction {
  const change =
    (patch: (row: DeskRow) => Readonly<Record<string, unknown>>) =>
    (rows: readonly DeskRow[], signal: AbortSignal, onOutcome: (outcome: BulkOutcome) => void) =>
      changeRows(productTable.source, rows, patch, signal, onOutcome);
  return {
    ...action,
    nameOf,
    run: change(() => ({ status: to })),
    // The rows are as they were read before: a version later, with the status of before.
    undo: {
      stays: () => null,
      run: (rows, signal, onOutcome) =>
        change((row) => ({ status: textOf(row, 'status') }))(
          rows.map((row) => ({ ...row, version: (row.version ?? 0) + 1 })),
          signal,
          onOutcome,
        ),
    },
  };
}

const bulk: readonly BulkAction[] = [
  statusAction(
    {
      name: 'archive',
      title: 'Archive',
      explains: 'Archived products stay visible but can’t be bought.',
      danger: true,
      whyNot: (row) => {
        const status = textOf(row, 'status');
        if (status === 'archived') return 'already archived';
        return status === 'draft' ? 'a draft was never on sale' : null;
      },
    },
    'archived',
  ),
  statusAction(
    {
      name: 'publish',
      title: 'Publish',
      explains: 'Published products are on sale as soon as they are visible.',
      whyNot(row) {
        if (textOf(row, 'status') === 'published') return 'already published';
        if (textOf(row, 'summary') === '') return 'it has no summary';
        return textOf(row, 'publish_at') === '' ? 'it has no “Visible from” date' : null;
      },
    },
    'published',
  ),
];

export function ProductList() {
  const state = useStore(productTable.$state);
  useTableAddress(state, productTable);
  const { source } = productTable;
  return (
    <DataTable
      label="Products"
      state={state}
      actions={productTable}
      columns={productColumns}
      words={productWords}
      bulk={bulk}
      onOpen={(row) => goToProduct(row.id)}
      searches="by title or URL"
      empty={{
        title: 'No products yet',
        text: 'All products, drafts included, with their status and dates.',
      }}
      tools={
        <>
          <ImportButton
            title="Import products"
            words={productWords}
            explains="One line per product, matched by its URL. Title, Summary, Handling days, Maximum per customer and Sort order can be changed. You see every change before it is saved."
            onDryRun={(text) => dryRunImport(source, text, productImport, 'url')}
            onApply={(report, signal, onOutcome) => applyImport(source, report, signal, onOutcome)}
            onDone={() => void productTable.reload()}
          />
          <ExportButton
            fileName="products.csv"
            onExport={(signal, onProgress) =>
              exportRows(source, state.query, productExport, signal, onProgress)
            }
          />
          <Button size="small" look="primary" onClick={() => goToProduct('new')}>
            New product
          </Button>
        </>
      }
    />
  );
}
