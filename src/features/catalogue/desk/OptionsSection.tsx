import { textOf, type DeskRow } from '#desk-kit/model/desk-row.ts';
import { addPart, newPart, patchPart, type ProductForm } from '../model/product-form.ts';
import { Button } from '#ui/react/Button.tsx';
import { RowFields } from '#desk-kit/ui/RowFields.tsx';
import { editProduct } from '../store/desk-product.ts';
import styles from '#ui/styles/desk.module.css';
import { PartHead } from './PartHead.tsx';
import { newOption, newValue, optionFields, valueFields } from './product-fields.ts';

export function OptionsSection({ form }: { readonly form: ProductForm }) {
  const add = () =>
    editProduct((form) =>
      addPart(
        form,
        'options',
        newPart(crypto.randomUUID(), { ...newOption, product_id: form.product.id }),
      ),
    );
  return (
    <section className={styles['card']} aria-label="Options">
      <header>
        <h3>Options</h3>
        <Button size="small" onClick={add}>
          Add an option
        </Button>
      </header>
      {form.options.length === 0 && (
        <p className={styles['small']}>What buyers choose: case colour, layout, plate.</p>
      )}
      {form.options.map((option) => (
        <div key={option.id} className={styles['part']} data-part={option.id}>
          <PartHead part="options" id={option.id} name={textOf(option, 'title') || 'New option'} />
          <RowFields
            row={option}
            fields={optionFields}
            onPatch={(patch) => editProduct((form) => patchPart(form, 'options', option.id, patch))}
          />
          <Values option={option} form={form} />
        </div>
      ))}
    </section>
  );
}

function Values({ option, form }: { readonly option: DeskRow; readonly form: ProductForm }) {
  const own = form.values.filter((value) => textOf(value, 'option_id') === option.id);
  const add = () =>
    editProduct((form) =>
      addPart(form, 'values', newPart(crypto.randomUUID(), { ...newValue, option_id: option.id })),
    );
  return (
    <>
      {own.map((value) => (
        <div key={value.id} className={styles['part']} data-part={value.id}>
          <PartHead part="values" id={value.id} name={textOf(value, 'title') || 'New value'} />
          <RowFields
            row={value}
            fields={valueFields}
            onPatch={(patch) => editProduct((form) => patchPart(form, 'values', value.id, patch))}
          />
        </div>
      ))}
      <div className={styles['line']}>
        <Button size="small" look="quiet" onClick={add}>
          Add a value of {textOf(option, 'title') || 'this option'}
        </Button>
      </div>
    </>
  );
}
