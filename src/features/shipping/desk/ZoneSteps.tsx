import { useState, type FormEvent } from 'react';
import { textToValue } from '#desk-kit/model/field-text.ts';
import { formatMoney } from '#shared/money.ts';
import { Button } from '#ui/react/Button.tsx';
import { Field } from '#ui/react/Field.tsx';
import { setSteps, type OpenZone } from '../store/desk-zone-page.ts';
import styles from '#ui/styles/desk.module.css';
import own from './zone-grid.module.css';

type Props = { readonly page: OpenZone };

/** Where the rows of the grid begin and end. */
export function ZoneSteps({ page: { draft } }: Props) {
  const values = draft.values.filter((minor) => minor > 0);
  return (
    <div className={own['steps']}>
      <Axis
        title="Weight steps"
        field="New step up to (g)"
        kind="number"
        bounds={draft.weights}
        wordsOf={(grams) => `up to ${grams.toLocaleString('en-GB')} g`}
        onBounds={(weights) => setSteps({ weights })}
        hint="A new step has the prices of the one it divides, and is kept once one of them differs. Without a step, its parcels pay what the next heavier one costs."
      />
      <Axis
        title="Order value steps"
        field="New step from (€)"
        kind="money"
        bounds={values}
        wordsOf={(minor) => `from ${formatMoney(minor, 'EUR')}`}
        onBounds={(next) => setSteps({ values: next })}
        hint="For prices that change with the value of the order, such as free shipping from €150.00."
      />
    </div>
  );
}

type AxisProps = {
  readonly title: string;
  readonly field: string;
  readonly kind: 'number' | 'money';
  readonly bounds: readonly number[];
  readonly wordsOf: (bound: number) => string;
  readonly onBounds: (bounds: readonly number[]) => void;
  readonly hint: string;
};

const most = 1_000_000_000;

function Axis({ title, field, kind, bounds, wordsOf, onBounds, hint }: AxisProps) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | undefined>();
  function add(event: FormEvent) {
    event.preventDefault();
    const read = textToValue(kind, text, false);
    const bound = read.ok && typeof read.value === 'number' ? read.value : null;
    if (!read.ok) return setFault(read.error);
    if (bound === null || bound < 1 || bound > most) return setFault('Enter more than 0.');
    if (bounds.includes(bound)) return setFault(`There is a step ${wordsOf(bound)} already.`);
    setText('');
    setFault(undefined);
    onBounds([...bounds, bound]);
  }
  return (
    <form aria-label={title} className={own['axis']} onSubmit={add}>
      <h3>{title}</h3>
      {bounds.length > 0 && (
        <ul className={own['chips']}>
          {bounds.map((bound) => (
            <li key={bound}>
              {wordsOf(bound)}
              <button
                type="button"
                aria-label={`Remove the step ${wordsOf(bound)}`}
                onClick={() => onBounds(bounds.filter((each) => each !== bound))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={own['add']}>
        <Field
          label={field}
          inputMode={kind === 'money' ? 'decimal' : 'numeric'}
          value={text}
          error={fault}
          onChange={(event) => {
            setFault(undefined);
            setText(event.target.value);
          }}
        />
        <Button type="submit">Add step</Button>
      </div>
      <p className={styles['small']}>{hint}</p>
    </form>
  );
}
