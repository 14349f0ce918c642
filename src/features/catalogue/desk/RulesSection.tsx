import { useState } from 'react';
import { textOf } from '#desk-kit/model/desk-row.ts';
import { obstacleTo } from '../model/option-choice.ts';
import { addPart, removePart, type ProductForm } from '../model/form/product-form.ts';
import type { SectionMark } from '../model/form/product-sections.ts';
import { Button } from '#ui/react/Button.tsx';
import { Field, Select } from '#ui/react/Field.tsx';
import { useTyped } from '#ui/react/unsaved.ts';
import { editProduct } from '../store/desk-product.ts';
import styles from '#ui/styles/desk.module.css';
import { EditorSection } from './EditorSection.tsx';

type Props = { readonly form: ProductForm; readonly mark: SectionMark | null };

function nameOf(form: ProductForm, valueId: string): string {
  const value = form.values.find(({ id }) => id === valueId) ?? null;
  const option = form.options.find(({ id }) => id === textOf(value, 'option_id')) ?? null;
  return `${textOf(option, 'title')}: ${textOf(value, 'title')}`;
}

export function RulesSection({ form, mark }: Props) {
  const [first, setFirst] = useState('');
  const [second, setSecond] = useState('');
  const [reason, setReason] = useTyped();
  const isReady = first !== '' && second !== '' && reason.trim().length >= 5;
  const add = () => {
    editProduct((form) =>
      addPart(form, 'rules', crypto.randomUUID(), {
        product_id: form.product.id,
        value_id: first,
        other_value_id: second,
        reason: reason.trim(),
      }),
    );
    setReason('');
  };
  const choose = (label: string, value: string, set: (value: string) => void) => (
    <Select label={label} value={value} onChange={(event) => set(event.target.value)}>
      <option value="">Choose a value</option>
      {form.values.map(({ id }) => (
        <option key={id} value={id}>
          {nameOf(form, id)}
        </option>
      ))}
    </Select>
  );
  if (form.options.length < 2) return null;
  return (
    <EditorSection name="Rules" title="Incompatible choices" mark={mark}>
      <ul className={styles['plain']}>
        {form.rules.map((rule) => (
          <li key={rule.id} className={styles['line']} data-part={rule.id}>
            <span>
              <b>{nameOf(form, textOf(rule, 'value_id'))}</b> with{' '}
              <b>{nameOf(form, textOf(rule, 'other_value_id'))}</b>: {textOf(rule, 'reason')}
            </span>
            <Button
              size="small"
              look="quiet"
              onClick={() => editProduct((form) => removePart(form, 'rules', rule.id))}
            >
              Remove{' '}
              <span className="visually-hidden">
                the rule about {nameOf(form, textOf(rule, 'value_id'))}
              </span>
            </Button>
          </li>
        ))}
      </ul>
      <div className={styles['fields']}>
        {choose('This value', first, setFirst)}
        {choose('not with', second, setSecond)}
        <Field
          label="Reason (shown on the page)"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
      <div className={styles['line']}>
        <Button size="small" disabled={!isReady} onClick={add}>
          Add the rule
        </Button>
      </div>
      <RuleTester form={form} />
    </EditorSection>
  );
}

/** What a buyer would be told, with the rules as they stand here. */
function RuleTester({ form }: Pick<Props, 'form'>) {
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const rules = form.rules.map((rule) => ({
    valueId: textOf(rule, 'value_id'),
    otherValueId: textOf(rule, 'other_value_id'),
    reason: textOf(rule, 'reason'),
  }));
  const picked = new Set(Object.values(chosen).filter((id) => id !== ''));
  const obstacles = new Set(
    [...picked].flatMap((id) => obstacleTo(id, picked, rules)?.reason ?? []),
  );
  const fits = picked.size < 2 ? 'Choose two values or more.' : 'These options can be combined.';
  return (
    <>
      <h4>Test</h4>
      <div className={styles['fields']}>
        {form.options.map((option) => (
          <Select
            key={option.id}
            label={textOf(option, 'title')}
            value={chosen[option.id] ?? ''}
            onChange={(event) => setChosen({ ...chosen, [option.id]: event.target.value })}
          >
            <option value="">Nothing yet</option>
            {form.values
              .filter((value) => textOf(value, 'option_id') === option.id)
              .map((value) => (
                <option key={value.id} value={value.id}>
                  {textOf(value, 'title')}
                </option>
              ))}
          </Select>
        ))}
      </div>
      <output className={obstacles.size > 0 ? styles['fault'] : styles['small']}>
        {obstacles.size > 0 ? `Impossible: ${[...obstacles].join(' ')}` : fits}
      </output>
    </>
  );
}
