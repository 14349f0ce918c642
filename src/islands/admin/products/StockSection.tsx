import { useStore } from '@nanostores/react';
import { textOf, type DeskRow } from '#domain/desk-row.ts';
import type { ProductForm } from '#domain/product-form.ts';
import { countOfPool } from '#domain/stock-count.ts';
import { Button } from '#islands/ui/Button.tsx';
import { putPool } from '#stores/desk-product.ts';
import { mayCount, openCount } from '#stores/desk-stock.ts';
import { $staff } from '#stores/staff.ts';
import styles from '#styles/desk/desk.module.css';
import { CountDialog } from '../stock/CountDialog.tsx';
import { CountInWords } from '../stock/CountInWords.tsx';

type Props = { readonly form: ProductForm; readonly pools: readonly DeskRow[] };

/** The piles that this product is sold from. A count is no part of the form: it holds at once. */
export function StockSection({ form, pools }: Props) {
  const isCounter = mayCount(useStore($staff));
  const drawn = new Set(form.variants.map((variant) => textOf(variant, 'stock_pool_id')));
  const own = pools.filter(({ id }) => drawn.has(id));
  return (
    <section className={styles['card']} aria-label="Stock">
      <h3>Stock</h3>
      {own.length === 0 && (
        <p className={styles['small']}>
          Once a variant is saved with a stock pool, what lies there is counted here.
        </p>
      )}
      {own.map((pool) => (
        <div key={pool.id} className={styles['part']}>
          <header>
            <b>{textOf(pool, 'title')}</b>
            {isCounter && (
              <Button size="small" onClick={() => openCount(pool, putPool)}>
                Count <span className="visually-hidden">{textOf(pool, 'title')}</span>
              </Button>
            )}
          </header>
          <p className={styles['small']}>
            {textOf(pool, 'code')}. <CountInWords count={countOfPool(pool)} />
          </p>
        </div>
      ))}
      {own.length > 0 && !isCounter && (
        <p className={styles['small']}>Owners and fulfilment count it.</p>
      )}
      <CountDialog />
    </section>
  );
}
