import { textOf, type DeskRow } from '#desk-kit/model/desk-row.ts';
import { addPart, newPart, patchPart, type ProductForm } from '../model/product-form.ts';
import { Button } from '#ui/react/Button.tsx';
import { RowFields, type RowField } from '#desk-kit/ui/RowFields.tsx';
import { editProduct } from '../store/desk-product.ts';
import styles from '#ui/styles/desk.module.css';
import { PartHead } from './PartHead.tsx';
import { newVariant, variantFields } from './product-fields.ts';

type Props = { readonly form: ProductForm; readonly pools: readonly DeskRow[] };

export function VariantsSection({ form, pools }: Props) {
  const choices = [...form.pools, ...pools].map((pool) => ({
    value: pool.id,
    label: `${textOf(pool, 'code')} ${textOf(pool, 'title')}`,
  }));
  const poolField: RowField = {
    name: 'stock_pool_id',
    title: 'Stock pool',
    kind: 'choice',
    isOptional: true,
    choices,
  };
  const add = () =>
    editProduct((form) =>
      addPart(
        form,
        'variants',
        newPart(crypto.randomUUID(), {
          ...newVariant(form.variants),
          product_id: form.product.id,
        }),
      ),
    );
  return (
    <section className={styles['card']} aria-label="Variants and kits" data-part="variants">
      <header>
        <h3>Variants and kits</h3>
        <Button size="small" onClick={add}>
          Add a variant
        </Button>
      </header>
      {form.variants.length === 0 && (
        <p className={styles['small']}>What buyers can order: kits, sizes, stems.</p>
      )}
      {form.variants.map((row) => (
        <div key={row.id} className={styles['part']} data-part={row.id}>
          <PartHead part="variants" id={row.id} name={textOf(row, 'title') || 'New variant'}>
            <NewPool variant={row} />
          </PartHead>
          <RowFields
            row={row}
            fields={[...variantFields.slice(0, 5), poolField, ...variantFields.slice(5)]}
            onPatch={(patch) => editProduct((form) => patchPart(form, 'variants', row.id, patch))}
          />
        </div>
      ))}
    </section>
  );
}

/** A pile of its own for what has none: its count is entered on arrival of the goods. */
function NewPool({ variant }: { readonly variant: DeskRow }) {
  if (textOf(variant, 'stock_pool_id') !== '' || textOf(variant, 'sku') === '') return null;
  const make = () => {
    const id = crypto.randomUUID();
    const values = { code: textOf(variant, 'sku'), title: textOf(variant, 'title') };
    editProduct((form) =>
      patchPart(addPart(form, 'pools', newPart(id, values)), 'variants', variant.id, {
        stock_pool_id: id,
      }),
    );
  };
  return (
    <Button size="small" look="quiet" onClick={make}>
      New stock count for this variant
    </Button>
  );
}
