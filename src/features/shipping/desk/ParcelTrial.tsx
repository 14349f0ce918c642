import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { parseWish, writeWish, type ParcelWish } from '../model/parcel-trial.ts';
import { Button } from '#ui/react/Button.tsx';
import { EmptyState } from '#ui/react/EmptyState.tsx';
import { Field, Select } from '#ui/react/Field.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { $trial, nameGoods, tryParcel } from '../store/desk-parcel.ts';
import { $coverage } from '../store/desk-zones.ts';
import styles from '#ui/styles/desk.module.css';
import { ParcelAnswer } from './ParcelAnswer.tsx';
import { ParcelGoods } from './ParcelGoods.tsx';
import own from './parcel-trial.module.css';

/** Asks what a buyer would be asked: every method with its price, or why it can't serve. */
export function ParcelTrial() {
  const trial = useStore($trial);
  const [wish, setWish] = useState(readWish);
  function change(part: Partial<ParcelWish>) {
    const next = { ...wish, ...part };
    setWish(next);
    // Whoever reloads, or is sent the address, finds the same parcel.
    const search = writeWish(next, location.search);
    history.replaceState(history.state, '', `${location.pathname}${search}`);
  }
  return (
    <div className={own['desk']}>
      <form
        className={styles['card']}
        aria-label="Test parcel"
        onSubmit={(event) => {
          event.preventDefault();
          void tryParcel(wish, null);
        }}
      >
        <h2>Parcel</h2>
        <ParcelGoods
          lines={wish.lines}
          onLines={(lines) => change({ lines })}
          onOrder={({ lines, country }) => change({ lines, country })}
        />
        <div className={styles['fields']}>
          <Destination value={wish.country} onChange={(country) => change({ country })} />
          <Field
            label="Discount code"
            optional
            hint="Shipping rates use the value before the discount."
            autoComplete="off"
            value={wish.code}
            onChange={(event) => change({ code: event.target.value })}
          />
        </div>
        <div className={styles['line']}>
          <Button type="submit" look="primary" pending={trial.isAsking}>
            Show methods and prices
          </Button>
        </div>
        {trial.problem !== null && (
          <Notice tone="fault" role="alert" title="No quote">
            <p>{trial.problem}</p>
          </Notice>
        )}
      </form>
      {trial.quote === null && trial.problem === null && (
        <EmptyState title="Nothing to show yet">
          Each shipping method will be listed here with its price, or the reason it can’t be used.
        </EmptyState>
      )}
      {trial.quote !== null && (
        <ParcelAnswer
          trial={trial}
          quote={trial.quote}
          country={wish.country}
          isOld={trial.asked !== writeWish(wish, '')}
          onMethod={(methodId) => void tryParcel(wish, methodId)}
        />
      )}
    </div>
  );
}

function readWish(): ParcelWish {
  const wish = parseWish(location.search);
  void nameGoods(wish.lines);
  return wish;
}

type DestinationProps = {
  readonly value: string;
  readonly onChange: (country: string) => void;
};

function Destination({ value, onChange }: DestinationProps) {
  const coverage = useStore($coverage);
  const countries = coverage.kind === 'ready' ? coverage.countries : [];
  return (
    <Select
      label="Country"
      hint="Rates depend on the country only, not on region or postcode."
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {countries.length === 0 && <option value={value}>{value}</option>}
      {countries.map(({ id, values }) => (
        <option key={id} value={values.code}>
          {values.name}
        </option>
      ))}
    </Select>
  );
}
