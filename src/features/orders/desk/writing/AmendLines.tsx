import { lineName } from '#shared/line-name.ts';
import { useState } from 'react';
import type { AmendmentDraft, TypedLine } from '../../model/amendment.ts';
import type { Order, OrderLine } from '../../model/order.ts';
import { Button } from '#ui/react/Button.tsx';
import { Field } from '#ui/react/Field.tsx';
import { findLineGoods, type FoundGoods } from '../../store/desk-amendments.ts';
import styles from '#ui/styles/desk.module.css';
import { LineOptions } from './LineOptions.tsx';

type LinesProps = {
  readonly order: Order;
  readonly draft: AmendmentDraft;
  readonly onChange: (part: Partial<AmendmentDraft>) => void;
};

/** What was ordered, to be changed: how many, for how much, with which choices. */
export function OrderLines({ order, draft, onChange }: LinesProps) {
  const put = (id: string, part: Partial<TypedLine>) =>
    onChange({ lines: draft.lines.map((line) => (line.id === id ? { ...line, ...part } : line)) });
  return order.lines.map((line) => {
    const typed = draft.lines.find(({ id }) => id === line.id);
    if (typed === undefined) return null;
    return (
      <AmendedLine
        key={line.id}
        line={line}
        typed={typed}
        onChange={(part) => put(line.id, part)}
      />
    );
  });
}

type LineProps = {
  readonly line: OrderLine;
  readonly typed: TypedLine;
  readonly onChange: (part: Partial<TypedLine>) => void;
};

function AmendedLine({ line, typed, onChange }: LineProps) {
  const [goods, setGoods] = useState<FoundGoods | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  async function askChoices() {
    const found = await findLineGoods(line.variant_id);
    setGoods(found.ok ? found.value : null);
    setProblem(found.ok ? null : found.error);
  }
  return (
    <fieldset className={styles['part']}>
      <legend>{lineName(line.title, line.variant_title)}</legend>
      <div className={styles['fields']}>
        <Field
          label="Quantity"
          hint="0 removes it"
          inputMode="numeric"
          value={typed.quantity}
          onChange={(event) => onChange({ quantity: event.target.value })}
        />
        <Field
          label="Unit price"
          inputMode="decimal"
          value={typed.price}
          onChange={(event) => onChange({ price: event.target.value })}
        />
        {goods !== null && (
          <LineOptions
            goods={goods}
            chosen={typed.options}
            onChange={(options) => onChange({ options })}
          />
        )}
      </div>
      {line.options.length > 0 && goods === null && (
        <div className={styles['line']}>
          <span className={styles['small']}>
            {line.options.map(({ option, value }) => `${option}: ${value}`).join(', ')}
          </span>
          <Button size="small" look="quiet" onClick={() => void askChoices()}>
            Change options
          </Button>
        </div>
      )}
      {problem !== null && <p role="alert">{problem}</p>}
    </fieldset>
  );
}
