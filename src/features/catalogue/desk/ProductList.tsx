import { useStore } from '@nanostores/react';
import { DataTable } from '#desk-kit/table/DataTable.tsx';
import { ExportButton } from '#desk-kit/table/ExportButton.tsx';
import { ImportButton } from '#desk-kit/table/ImportDialog.tsx';
import type { BulkAction, ColumnWords } from '#desk-kit/table/table-model.ts';
import { fileTitles } from '../model/files/product-import.ts';
import { useTableAddress } from '#desk-kit/table/use-table-address.ts';
import type { RowOf } from '#desk-kit/store/desk-table.ts';
import type { RowPatch } from '#desk-kit/model/table-edit.ts';
import { changeRows } from '#desk-kit/store/desk-files.ts';
import { productTable } from '../store/desk-products.ts';
import { applyProducts, dryRunProducts, exportProducts } from '../store/desk-product-file.ts';
import { Button } from '#ui/react/Button.tsx';
import { productWords } from './part-words.ts';
import { goToProduct } from './use-open-product.ts';
import { productColumns } from './product-columns.tsx';

type ProductRow = RowOf<typeof productTable>;
type ProductAction = BulkAction<ProductRow['values']>;

function statusAction(
  action: Pick<ProductAction, 'name' | 'title' | 'explains' | 'whyNot' | 'danger'>,
  to: string,
): ProductAction {
  const change =
    (patch: (row: ProductRow) => RowPatch): ProductAction['run'] =>
    (rows, signal, onOutcome) =>
      changeRows(productTable.source, rows, patch, signal, onOutcome);
  return {
    ...action,
    nameOf: ({ values }) => values.title,
    run: change(() => ({ status: to })),
    // The rows are as they were read before: a version later, with the status of before.
    undo: {
      stays: () => null,
      run: (rows, signal, onOutcome) =>
        change(({ values: { status } }) => ({ status }))(
          rows.map((row) => ({ ...row, version: (row.version ?? 0) + 1 })),
          signal,
          onOutcome,
        ),
    },
  };
}

const bulk: readonly ProductAction[] = [
  statusAction(
    {
      name: 'archive',
      title: 'Archive',
      explains: 'Archived products stay visible but can’t be bought.',
      danger: true,
      whyNot({ values: { status } }) {
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
      whyNot({ values: { status, summary, publish_at: at } }) {
        if (status === 'published') return 'already published';
        if (summary === '') return 'it has no summary';
        return at === null ? 'it has no “Visible from” date' : null;
      },
    },
    'published',
  ),
];

/** Columns of the file as it calls them, and what somebody else changed as the form does. */
const fileWords: ColumnWords = {
  ...productWords,
  titleOf: (column) => fileTitles[column] ?? productWords.titleOf(column),
};

export function ProductList() {
  const state = useStore(productTable.$state);
  useTableAddress(state, productTable);
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
            words={fileWords}
            explains="One line per variant, as the export has them: products are matched by their URL, variants by their SKU, and those that are not there yet are created. An empty cell leaves what is there. Shopify’s product CSV is read as well. You see what every line does before anything is saved."
            onDryRun={dryRunProducts}
            onApply={applyProducts}
            onDone={() => void productTable.reload()}
          />
          <ExportButton
            fileName="products.csv"
            onExport={(signal, onProgress) => exportProducts(state.query, signal, onProgress)}
          />
          <Button size="small" look="primary" onClick={() => goToProduct('new')}>
            New product
          </Button>
        </>
      }
    />
  );
}
