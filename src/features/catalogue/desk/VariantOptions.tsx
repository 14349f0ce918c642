import { useRef } from 'react';
import type { ProductForm } from '../model/form/product-form.ts';
import {
  combinationsOf,
  mostOptions,
  mostVariants,
  variantOptionsOf,
  withOptions,
  withValues,
  type VariantOption,
  type VariantValue,
} from '../model/form/variant-options.ts';
import { colourOfName } from '../model/form/colour-names.ts';
import { Button } from '#ui/react/Button.tsx';
import { Choice } from '#ui/react/Choice.tsx';
import { Field } from '#ui/react/Field.tsx';
import { editProduct } from '../store/desk-product.ts';
import styles from '#ui/styles/desk.module.css';
import own from './editor.module.css';
import { ValueAdder } from './ValueAdder.tsx';

function change(edit: (options: readonly VariantOption[]) => readonly VariantOption[]): void {
  editProduct((form) => withOptions(form, edit(variantOptionsOf(form)), () => crypto.randomUUID()));
}

const changeOne = (index: number, edit: (option: VariantOption) => VariantOption) =>
  change((options) => options.map((option, at) => (at === index ? edit(option) : option)));

/** What the variants differ in; each combination of values is a variant of its own. */
export function VariantOptions({ form }: { readonly form: ProductForm }) {
  const options = variantOptionsOf(form);
  const count = combinationsOf(options).length;
  return (
    <div data-part="variant_options">
      {options.map((option, index) => (
        // The name of an option is what is typed here: its place alone stays the same.
        // oxlint-disable-next-line react/no-array-index-key
        <OptionRow key={index} option={option} index={index} />
      ))}
      <div className={styles['line']}>
        {options.length < mostOptions && (
          <Button size="small" onClick={() => change((all) => [...all, { title: '', values: [] }])}>
            {options.length === 0 ? 'Add options like size or colour' : 'Add another option'}
          </Button>
        )}
        {count > mostVariants && (
          <span role="alert" className={styles['fault']}>
            These are {count} variants; at most {mostVariants} are made. Remove some values.
          </span>
        )}
      </div>
    </div>
  );
}

function OptionRow({ option, index }: { readonly option: VariantOption; readonly index: number }) {
  const adder = useRef<HTMLInputElement>(null);
  const { title, values } = option;
  const named = title.trim() || 'this option';
  const hasColours = values.some(({ colour }) => colour !== null);
  const edit = (at: number, patch: Partial<VariantValue>) =>
    changeOne(index, (one) => ({
      ...one,
      values: one.values.map((value, place) => (place === at ? { ...value, ...patch } : value)),
    }));
  const colourAll = (isOn: boolean) =>
    changeOne(index, (one) => ({
      ...one,
      values: one.values.map((value) => ({
        ...value,
        colour: isOn ? colourOfName(value.title) : null,
      })),
    }));
  return (
    <fieldset className={own['option']} aria-label={`Option ${title || index + 1}`}>
      <header>
        <Field
          label="Option"
          placeholder="Colour, size, material"
          value={title}
          maxLength={40}
          // Whoever adds an option names it next.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={title === '' && values.length === 0}
          onChange={({ target }) => changeOne(index, (one) => ({ ...one, title: target.value }))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            adder.current?.focus();
          }}
        />
        <Button
          size="small"
          look="quiet"
          aria-label={`Remove the option ${title || index + 1}`}
          onClick={() => change((all) => all.filter((_, at) => at !== index))}
        >
          Remove
        </Button>
      </header>
      <ul className={own['values']} aria-label={`Values of ${named}`}>
        {values.map((value, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- as with the options
          <li key={at}>
            {value.colour !== null && (
              <input
                type="color"
                aria-label={`Colour of ${value.title}`}
                value={value.colour}
                onChange={({ target }) => edit(at, { colour: target.value })}
              />
            )}
            <input
              className={own['name']}
              aria-label={`Value ${at + 1} of ${named}`}
              value={value.title}
              maxLength={40}
              onChange={({ target }) => edit(at, { title: target.value })}
            />
            <Button
              size="small"
              look="quiet"
              aria-label={`Remove ${value.title}`}
              onClick={() =>
                changeOne(index, (one) => ({
                  ...one,
                  values: one.values.filter((_, place) => place !== at),
                }))
              }
            >
              ✕
            </Button>
          </li>
        ))}
        <li>
          <ValueAdder
            label={`Add a value of ${named}`}
            field={adder}
            onAdd={(typed) => changeOne(index, (one) => withValues(one, typed))}
          />
        </li>
      </ul>
      {values.length > 0 && (
        <Choice
          type="checkbox"
          label="Show a colour swatch beside each value"
          checked={hasColours}
          onChange={({ target }) => colourAll(target.checked)}
        />
      )}
    </fieldset>
  );
}
