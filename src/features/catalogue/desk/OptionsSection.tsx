import { useRef } from 'react';
import { isTrue, textOf } from '#desk-kit/model/desk-row.ts';
import { valueToText } from '#desk-kit/model/field-text.ts';
import {
  addPart,
  patchPart,
  type PartDraft,
  type ProductForm,
} from '../model/form/product-form.ts';
import type { SectionMark } from '../model/form/product-sections.ts';
import {
  addOptionValues,
  chooseDefault,
  retitleOption,
  retitleValue,
} from '../model/form/option-values.ts';
import { newOption } from '../model/form/new-parts.ts';
import { Button } from '#ui/react/Button.tsx';
import { RowFields } from '#desk-kit/ui/RowFields.tsx';
import { editProduct } from '../store/desk-product.ts';
import styles from '#ui/styles/desk.module.css';
import own from './editor.module.css';
import { EditorSection } from './EditorSection.tsx';
import { FoldingPart } from './FoldingPart.tsx';
import { PartHead } from './PartHead.tsx';
import { optionFields, valueFields } from './product-fields.ts';
import { ValueAdder } from './ValueAdder.tsx';

type Props = { readonly form: ProductForm; readonly mark: SectionMark | null };

export function OptionsSection({ form, mark }: Props) {
  const add = () =>
    editProduct((form) =>
      addPart(form, 'options', crypto.randomUUID(), { ...newOption, product_id: form.product.id }),
    );
  return (
    <EditorSection name="Options" title="Options on the order" mark={mark}>
      <p className={styles['small']}>
        What buyers choose besides a variant, without a stock of its own: case colour, plate,
        layout. A value may add to the price.
      </p>
      <div>
        {form.options.map((option) => (
          <Option key={option.id} option={option} form={form} />
        ))}
      </div>
      <div className={styles['line']}>
        <Button size="small" onClick={add}>
          Add an option
        </Button>
      </div>
    </EditorSection>
  );
}

type OneOption = { readonly option: PartDraft<'options'>; readonly form: ProductForm };

function Option({ option, form }: OneOption) {
  const values = form.values.filter((value) => textOf(value, 'option_id') === option.id);
  const titles = values.map((value) => textOf(value, 'title')).join(', ');
  return (
    <FoldingPart
      id={option.id}
      startsOpen={option.version === null}
      glance={
        <>
          <b>{textOf(option, 'title') || 'New option'}</b>
          <span className={styles['small']}>{titles}</span>
        </>
      }
    >
      <div className={styles['part']}>
        <PartHead part="options" id={option.id} name={textOf(option, 'title') || 'New option'} />
        <RowFields
          row={option}
          fields={optionFields}
          onPatch={(patch) =>
            editProduct((form) =>
              typeof patch['title'] === 'string'
                ? retitleOption(form, option.id, patch['title'])
                : patchPart(form, 'options', option.id, patch),
            )
          }
        />
        <Values option={option} values={values} />
      </div>
    </FoldingPart>
  );
}

function Values({
  option,
  values,
}: {
  readonly option: PartDraft<'options'>;
  readonly values: readonly PartDraft<'values'>[];
}) {
  const adder = useRef<HTMLInputElement>(null);
  const named = textOf(option, 'title') || 'this option';
  return (
    <ul className={own['values']} aria-label={`Values of ${named}`}>
      {values.map((value) => (
        <ValueRow key={value.id} option={option} value={value} />
      ))}
      <li>
        <ValueAdder
          label={`Add a value of ${named}`}
          field={adder}
          onAdd={(typed) =>
            editProduct((form) =>
              addOptionValues(form, option.id, typed, () => crypto.randomUUID()),
            )
          }
        />
      </li>
    </ul>
  );
}

/** What a value is on one line, and the rest of it behind “More”. */
function ValueRow({
  option,
  value,
}: {
  readonly option: PartDraft<'options'>;
  readonly value: PartDraft<'values'>;
}) {
  const title = textOf(value, 'title') || 'New value';
  const colour = textOf(value, 'colour');
  const paint = (colour: string) =>
    editProduct((form) => patchPart(form, 'values', value.id, { colour }));
  return (
    <li data-part={value.id}>
      {colour !== '' && (
        <input
          type="color"
          aria-label={`Colour of ${title}`}
          value={colour}
          onChange={({ target }) => paint(target.value)}
        />
      )}
      <details className={own['value']}>
        <summary>
          <b>{title}</b>
          <span className={styles['small']}>{addedWords(value)}</span>
          {isTrue(value, 'is_default') && <span className={styles['small']}>default</span>}
          {value.values.is_offered === false && (
            <span className={styles['small']}>not offered</span>
          )}
        </summary>
        <div className={styles['part']}>
          <PartHead part="values" id={value.id} name={title} />
          <RowFields
            row={value}
            fields={valueFields}
            onPatch={(fields) =>
              editProduct((form) => {
                if (typeof fields['title'] === 'string')
                  return retitleValue(form, value.id, fields['title']);
                return fields['is_default'] === true
                  ? chooseDefault(form, option.id, value.id)
                  : patchPart(form, 'values', value.id, fields);
              })
            }
          />
          {colour === '' && (
            <div className={styles['line']}>
              <Button size="small" look="quiet" onClick={() => paint('#8c8f94')}>
                Give it a colour swatch
              </Button>
            </div>
          )}
        </div>
      </details>
    </li>
  );
}

/** @example addedWords(value) // '+ 12.00' */
function addedWords(value: PartDraft<'values'>): string {
  const added = value.values.price_delta_minor;
  if (typeof added !== 'number' || added === 0) return '';
  return `${added > 0 ? '+ ' : ''}${valueToText('money', added)}`;
}
