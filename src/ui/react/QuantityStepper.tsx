import styles from '../styles/stepper.module.css';

type Props = {
  readonly label: string;
  readonly value: number;
  readonly min?: number;
  readonly max?: number;
  readonly onChange: (value: number) => void;
};

export function QuantityStepper({ label, value, min = 1, max = 99, onChange }: Props) {
  const take = (asked: number) => {
    if (Number.isFinite(asked)) onChange(Math.min(Math.max(Math.round(asked), min), max));
  };
  return (
    <fieldset className={styles['stepper']} aria-label={label}>
      <button
        type="button"
        aria-label="One fewer"
        disabled={value <= min}
        onClick={() => take(value - 1)}
      >
        −
      </button>
      <input
        type="number"
        inputMode="numeric"
        aria-label={label}
        value={value}
        min={min}
        max={max}
        onChange={(event) => take(event.target.valueAsNumber)}
      />
      <button
        type="button"
        aria-label="One more"
        disabled={value >= max}
        onClick={() => take(value + 1)}
      >
        +
      </button>
    </fieldset>
  );
}
