import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { textOf } from '#domain/desk-row.ts';
import type { Quote } from '#domain/quote.ts';
import { Button } from '#islands/ui/Button.tsx';
import { Field, Select } from '#islands/ui/Field.tsx';
import { MoneyText } from '#islands/ui/MoneyText.tsx';
import { Notice } from '#islands/ui/Notice.tsx';
import { Table } from '#islands/ui/Table.tsx';
import { $trial, tryParcel } from '#stores/desk-parcel.ts';
import { $coverage } from '#stores/desk-zones.ts';
import styles from '#styles/desk/desk.module.css';

/** Asks what a buyer would be asked: every method with its price, or why it can't serve. */
export function ParcelTrial() {
  const coverage = useStore($coverage);
  const trial = useStore($trial);
  const [skus, setSkus] = useState('');
  const [country, setCountry] = useState('NL');
  const countries = coverage.kind === 'ready' ? coverage.countries : [];
  return (
    <form
      className={styles['stack']}
      onSubmit={(event) => {
        event.preventDefault();
        void tryParcel(skus.split(/[\s,;]+/).filter(Boolean), country);
      }}
    >
      <div className={styles['fields']}>
        <Field
          label="SKUs, as often as they are bought"
          value={skus}
          onChange={(event) => setSkus(event.target.value)}
        />
        <Select
          label="Country"
          value={country}
          onChange={(event) => setCountry(event.target.value)}
        >
          {countries.map((each) => (
            <option key={each.id} value={textOf(each, 'code')}>
              {textOf(each, 'name')}
            </option>
          ))}
        </Select>
      </div>
      <div className={styles['line']}>
        <Button type="submit" look="primary" pending={trial.kind === 'asking'}>
          Try it
        </Button>
      </div>
      {trial.kind === 'failed' && (
        <Notice tone="fault" role="alert" title="No quote">
          <p>{trial.message}</p>
        </Notice>
      )}
      {trial.kind === 'quoted' && <Quoted quote={trial.quote} />}
    </form>
  );
}

function Quoted({ quote }: { readonly quote: Quote }) {
  return (
    <>
      {quote.problems.length > 0 && (
        <Notice tone="caution" title="What a buyer would be told">
          <ul className={styles['plain']}>
            {quote.problems.map(({ line, reason, message }) => (
              <li key={`${line} ${reason}`}>{message}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Table label="Methods for this parcel">
        <thead>
          <tr>
            <th scope="col">Method</th>
            <th scope="col">Carrier</th>
            <th scope="col">Days</th>
            <th scope="col">Price, or why not</th>
          </tr>
        </thead>
        <tbody>
          {quote.shippingMethods.map((method) => (
            <tr key={method.id}>
              <th scope="row">{method.name}</th>
              <td>{method.carrier}</td>
              <td>
                {method.daysMin} to {method.daysMax}
              </td>
              <td>
                {method.priceMinor === null ? (
                  method.reason
                ) : (
                  <MoneyText minor={method.priceMinor} currency={quote.currency} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}
