import { useId } from 'react';
import styles from '../styles/tabs.module.css';

type Props<Value extends string> = {
  readonly legend: string;
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
};

export function Segments<Value extends string>({ legend, value, choices, onChange }: Props<Value>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="visually-hidden">{legend}</legend>
      <div className={styles['segments']}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles['segment']}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
