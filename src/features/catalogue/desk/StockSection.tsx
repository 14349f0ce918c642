import { useStore } from '@nanostores/react';
import { textOf } from '#desk-kit/model/desk-row.ts';
import type { ProductForm } from '../model/form/product-form.ts';
import { countOfPool } from '#features/stock/model/stock-count.ts';
import { Button } from '#ui/react/Button.tsx';
import type { PoolRow } from '../api/product-pools.ts';
import { putPool } from '../store/desk-product.ts';
import { mayCount, openCount } from '#features/stock/store/desk-stock.ts';
import { $staff } from '#desk-kit/store/staff.ts';
import styles from '#ui/styles/desk.module.css';
import { EditorSection } from './EditorSection.tsx';
import { CountDialog } from '#features/stock/desk/CountDialog.tsx';
import { CountInWords } from '#features/stock/desk/CountInWords.tsx';

type Props = { readonly form: ProductForm; readonly pools: readonly PoolRow[] };

/** The piles that this product is sold from. A count is no part of the form: it holds at once. */
export function StockSection({ form, pools }: Props) {
  const isCounter = mayCount(useStore($staff));
  const drawn = new Set(form.variants.map((variant) => textOf(variant, 'stock_pool_id')));
  const own = pools.filter(({ id }) => drawn.has(id));
  return (
    <EditorSection name="Stock">
      {own.length === 0 && (
        <p className={styles['small']}>
          To count stock here, first save a variant with a stock count.
        </p>
      )}
      {own.map((pool) => (
        <div key={pool.id} className={styles['part']}>
          <header>
            <b>{pool.values.title}</b>
            {isCounter && (
              <Button size="small" onClick={() => openCount(pool, putPool)}>
                Count <span className="visually-hidden">{pool.values.title}</span>
              </Button>
            )}
          </header>
          <p className={styles['small']}>
            {pool.values.code}. <CountInWords count={countOfPool(pool)} />
          </p>
        </div>
      ))}
      {own.length > 0 && !isCounter && (
        <p className={styles['small']}>Owners and fulfilment count it.</p>
      )}
      <CountDialog />
    </EditorSection>
  );
}
