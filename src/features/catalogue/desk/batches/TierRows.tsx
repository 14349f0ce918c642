import { useId } from 'react';
import type { TypedTier } from '#features/batches/model/batch-desk.ts';
import { Button } from '#ui/react/Button.tsx';
import { Field } from '#ui/react/Field.tsx';
import styles from '#ui/styles/desk.module.css';
import own from './batch.module.css';

type Props = {
  readonly rows: readonly TypedTier[];
  readonly error: string | null;
  readonly onChange: (rows: readonly TypedTier[]) => void;
};

/** What a kit costs once so many are paid: a row for each price. */
export function TierRows({ rows, error, onChange }: Props) {
  const id = useId();
  const patch = (place: number, more: Partial<TypedTier>) =>
    onChange(rows.map((row, at) => (at === place ? { ...row, ...more } : row)));
  return (
    <fieldset className={own['tiers']} aria-describedby={`${id}-hint`}>
      <legend>Better prices</legend>
      <p className={styles['small']} id={`${id}-hint`}>
        Below the first number of units, the variant’s own price applies.
      </p>
      {rows.map((row, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- a row is its place: what is typed in it changes
        <div key={place} className={own['tier']}>
          <Field
            label="From units"
            aria-label={`From units, price ${place + 1}`}
            type="number"
            min={1}
            max={999_999}
            value={row.count}
            onChange={({ target }) => patch(place, { count: target.value })}
          />
          <Field
            label="Price in euro"
            aria-label={`Price in euro, price ${place + 1}`}
            inputMode="decimal"
            value={row.price}
            onChange={({ target }) => patch(place, { price: target.value })}
          />
          <Button
            size="small"
            look="quiet"
            aria-label={`Remove price ${place + 1}`}
            onClick={() => onChange(rows.filter((_, at) => at !== place))}
          >
            Remove
          </Button>
        </div>
      ))}
      {error !== null && (
        <p role="alert" className={styles['fault']}>
          {error}
        </p>
      )}
      <div className={styles['line']}>
        <Button size="small" onClick={() => onChange([...rows, { count: '', price: '' }])}>
          Add a price
        </Button>
      </div>
    </fieldset>
  );
}
