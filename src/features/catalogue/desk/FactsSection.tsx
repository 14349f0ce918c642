import { textOf } from '#desk-kit/model/desk-row.ts';
import { addPart, newPart, patchPart, type ProductForm } from '../model/product-form.ts';
import { Button } from '#ui/react/Button.tsx';
import { RowFields } from '#desk-kit/ui/RowFields.tsx';
import { editProduct } from '../store/desk-product.ts';
import styles from '#ui/styles/desk.module.css';
import { PartHead } from './PartHead.tsx';
import { factFields, newFact } from './product-fields.ts';

/** What it is and what it fits, as its page lists it. */
export function FactsSection({ form }: { readonly form: ProductForm }) {
  const add = () =>
    editProduct((form) =>
      addPart(
        form,
        'facts',
        newPart(crypto.randomUUID(), { ...newFact, product_id: form.product.id }),
      ),
    );
  return (
    <section className={styles['card']} aria-label="Specifications">
      <header>
        <h3>Specifications and compatibility</h3>
        <Button size="small" onClick={add}>
          Add a specification
        </Button>
      </header>
      {form.facts.length === 0 && (
        <p className={styles['small']}>
          Profile, stem, layout, switch, material: what buyers compare, and what fits together.
        </p>
      )}
      {form.facts.map((row) => (
        <div key={row.id} className={styles['part']} data-part={row.id}>
          <PartHead
            part="facts"
            id={row.id}
            name={[textOf(row, 'label') || 'New fact', textOf(row, 'value')]
              .filter(Boolean)
              .join(': ')}
          />
          <RowFields
            row={row}
            fields={factFields}
            onPatch={(patch) => editProduct((form) => patchPart(form, 'facts', row.id, patch))}
          />
        </div>
      ))}
    </section>
  );
}
