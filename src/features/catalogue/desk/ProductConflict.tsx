import { isRecord, textOf } from '#desk-kit/model/desk-row.ts';
import { clashesOf, rowIn, type ValueClash } from '../model/form/product-conflict.ts';
import type { ProductForm } from '../model/form/product-form.ts';
import { BothValues } from '#desk-kit/table/BothValues.tsx';
import { settleProduct, type ProductDesk } from '../store/desk-product.ts';
import styles from '#ui/styles/desk.module.css';
import { fieldTitle, partTitle, valueWords } from './part-words.ts';

type Props = { readonly desk: Extract<ProductDesk, { readonly status: 'open' }> };

/** Both values of everything that both changed, before anything is written over. */
export function ProductConflict({ desk }: Props) {
  const { saved, form, conflicts } = desk;
  const rows = clashesOf(saved, form, conflicts).map((clash) => sidesOf(saved, clash));
  return (
    <div ref={comeIntoSight} tabIndex={-1} className={styles['arrival']}>
      <BothValues
        title="Someone else saved this product in the meantime"
        rows={rows}
        isBusy={desk.isSaving}
        onSettle={(keepMine) => void settleProduct(keepMine)}
      />
    </div>
  );
}

/** Save can be pressed from anywhere in the form; what has to be decided stands at its top. */
const comeIntoSight = (shown: HTMLElement | null) => shown?.focus();

function sidesOf(saved: ProductForm, { part, id, column, theirs, mine }: ValueClash) {
  const row = part === 'product' ? null : rowIn(saved, part, id);
  const of = row ? `${partTitle(part)} ${textOf(row, 'title') || textOf(row, 'alt')}` : '';
  if (column !== null) {
    const name = `${of === '' ? '' : `${of}: `}${fieldTitle(part, column)}`;
    const words = (value: unknown) => valueWords(part, column, value);
    return { key: `${id} ${column}`, name, theirs: words(theirs), mine: words(mine) };
  }
  const whole = (values: unknown) =>
    isRecord(values) ? changedWords(saved, { part, id, values }) : 'removed';
  return { key: id, name: of, theirs: whole(theirs), mine: whole(mine) };
}

type Changed = Pick<ValueClash, 'part' | 'id'> & {
  readonly values: Readonly<Record<string, unknown>>;
};

function changedWords(saved: ProductForm, { part, id, values }: Changed): string {
  const before = part === 'product' ? null : rowIn(saved, part, id);
  const changed = Object.entries(values).flatMap(([column, value]) => {
    const words = valueWords(part, column, value);
    const isTold = !['version', 'updated_at'].includes(column);
    return isTold && words !== valueWords(part, column, before?.values[column])
      ? [`${fieldTitle(part, column)}: ${words}`]
      : [];
  });
  return changed.length > 0 ? changed.join('; ') : 'still here';
}
