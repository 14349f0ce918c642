import { useState } from 'react';
import { emptyLine, type TypedLine } from '../../model/amendment.ts';
import { Button } from '#ui/react/Button.tsx';
import { SuggestField } from '#desk-kit/ui/SuggestField.tsx';
import { findParcelGoods } from '#features/shipping/store/desk-parcel.ts';
import { Field } from '#ui/react/Field.tsx';
import { findGoods, type FoundGoods } from '../../store/desk-amendments.ts';
import styles from '#ui/styles/desk.module.css';
import { LineOptions } from './LineOptions.tsx';

type Props = {
  readonly lines: readonly TypedLine[];
  /** Of the lines as they are by then: what was looked up may answer late. */
  readonly onChange: (change: (lines: readonly TypedLine[]) => readonly TypedLine[]) => void;
};

/** Goods that staff put into an order, looked for by name or SKU. */
export function StaffLines({ lines, onChange }: Props) {
  const put = (id: string, part: Partial<TypedLine>) =>
    onChange((now) => now.map((line) => (line.id === id ? { ...line, ...part } : line)));
  return (
    <>
      {lines.map((line, index) => (
        <StaffLine
          key={line.id}
          line={line}
          place={index + 1}
          onChange={(part) => put(line.id, part)}
          onRemove={() => onChange((now) => now.filter(({ id }) => id !== line.id))}
        />
      ))}
      <div>
        <Button
          size="small"
          onClick={() => onChange((now) => [...now, emptyLine(crypto.randomUUID())])}
        >
          Add goods
        </Button>
      </div>
    </>
  );
}

type LineProps = {
  readonly line: TypedLine;
  readonly place: number;
  readonly onChange: (part: Partial<TypedLine>) => void;
  readonly onRemove: () => void;
};

function StaffLine({ line, place, onChange, onRemove }: LineProps) {
  const [goods, setGoods] = useState<FoundGoods | null>(null);
  const [problem, setProblem] = useState<string>();
  async function take(sku: string) {
    onChange({ sku, options: {} });
    const found = await findGoods(sku);
    setGoods(found.ok ? found.value : null);
    setProblem(found.ok ? undefined : found.error);
    if (!found.ok || found.value.options.length === 0) return;
    const first = found.value.options.map(({ id, values }) => [id, values[0]?.id ?? '']);
    onChange({ options: Object.fromEntries(first) });
  }
  return (
    <fieldset className={styles['part']}>
      <legend className="visually-hidden">Item {place}</legend>
      <SuggestField
        label={line.sku === '' ? 'Product or SKU' : 'Another product or SKU'}
        hint={line.sku === '' ? 'Type a part of its name.' : ''}
        find={findParcelGoods}
        onPick={(found) => void take(found.line.sku)}
      />
      {line.sku !== '' && (
        <p>
          <b>{goods?.title ?? line.sku}</b>
          {goods !== null && <span className={styles['small']}> {line.sku}</span>}
        </p>
      )}
      {problem !== undefined && (
        <p role="alert" className={styles['fault']}>
          {problem}
        </p>
      )}
      <div className={styles['fields']}>
        <Field
          label="Quantity"
          inputMode="numeric"
          value={line.quantity}
          onChange={(event) => onChange({ quantity: event.target.value })}
        />
        <Field
          label="Unit price"
          hint="Leave empty to use the shop price"
          inputMode="decimal"
          value={line.price}
          onChange={(event) => onChange({ price: event.target.value })}
        />
        {goods !== null && (
          <LineOptions
            goods={goods}
            chosen={line.options}
            onChange={(options) => onChange({ options })}
          />
        )}
      </div>
      <div>
        <Button size="small" look="quiet" onClick={onRemove}>
          Remove
        </Button>
      </div>
    </fieldset>
  );
}
