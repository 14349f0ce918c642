import { useStore } from '@nanostores/react';
import { gramsInWords, isLowStock, stockFaults } from '../model/colour-stock.ts';
import { numberOf, type Draft } from '#desk-kit/model/desk-row.ts';
import type { Row } from '#shared/backend/given.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { RowFields, type RowField } from '#desk-kit/ui/RowFields.tsx';
import { RowConflict } from '#desk-kit/table/RowConflict.tsx';
import { useUnsaved } from '#ui/react/unsaved.ts';
import { $stock, patchStock, saveStock, settleStock } from '../store/desk-colour-stock.ts';
import styles from '#ui/styles/desk.module.css';

const fields: readonly RowField[] = [
  { name: 'grams', title: 'Grams on hand', kind: 'number' },
  { name: 'warn_below', title: 'Low stock below, in grams', kind: 'number', hint: '0: never' },
  { name: 'note', title: 'Location', kind: 'area', isWide: true },
];

/** How much there is of what the colour is made with; its own row, so its own save. */
export function ColourStock() {
  const { row, patch, isSaving, problem, conflict, said } = useStore($stock);
  useUnsaved(row !== null && Object.keys(patch).length > 0);
  if (row === null) return null;
  const shown = { ...row, values: { ...row.values, ...patch } };
  const errors = stockFaults(shown);
  const isReady = numberOf(shown, 'grams') !== null && Object.keys(errors).length === 0;
  return (
    <section className={styles['card']} aria-label="Raw material in stock">
      <header>
        <h2>Raw material in stock</h2>
        <span>
          <StockInWords stock={row} />
        </span>
      </header>
      <output className={styles['small']}>{said}</output>
      {problem !== null && (
        <Notice tone="fault" role="alert" title="The stock is not saved">
          <p>{problem}</p>
        </Notice>
      )}
      {conflict !== null && (
        <RowConflict conflict={conflict} fields={fields} onSettle={settleStock} />
      )}
      <RowFields row={shown} fields={fields} errors={errors} onPatch={patchStock} />
      <div className={styles['line']}>
        <Button
          size="small"
          pending={isSaving}
          disabled={!isReady || Object.keys(patch).length === 0}
          onClick={() => void saveStock()}
        >
          Save the stock
        </Button>
      </div>
    </section>
  );
}

export function StockInWords({ stock }: { readonly stock: Draft<Row<'colour_stock'>> | null }) {
  return (
    <>
      {gramsInWords(stock)} {isLowStock(stock) && <Badge tone="waiting">Low</Badge>}
    </>
  );
}
