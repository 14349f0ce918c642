import type { ProductForm } from '../model/product-form.ts';
import { Menu } from '#desk-kit/table/Menu.tsx';
import styles from '#ui/styles/desk.module.css';
import { showPart } from './show-problem.ts';

/** A board is many screens long: from anywhere to any part of it. */
export function PartMenu({
  saved,
  form,
}: {
  readonly saved: ProductForm;
  readonly form: ProductForm;
}) {
  const isStored = saved.product.version !== null;
  const parts = [
    ['Texts', 'Pictures', 'Variants and kits', 'Stock', 'Options'],
    form.options.length < 2 ? [] : 'Rules',
    'Specifications',
    isStored ? 'Batches' : [],
    ['Publication', 'Selling and customs'],
    isStored ? 'History' : [],
  ].flat();
  return (
    <Menu label="Go to section">
      {parts.map((name) => (
        <button key={name} type="button" className={styles['reach']} onClick={() => showPart(name)}>
          <span>{name}</span>
        </button>
      ))}
    </Menu>
  );
}
