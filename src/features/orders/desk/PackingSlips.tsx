import { useStore } from '@nanostores/react';
import { addressLines } from '#shared/address.ts';
import { kilograms, packingWords } from '#features/shipping/model/packages.ts';
import type { PackingSlip } from '../model/packing-slip.ts';
import { NotRead } from '#ui/react/NotRead.tsx';
import { Button } from '#ui/react/Button.tsx';
import { EmptyState } from '#ui/react/EmptyState.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { $countryRules } from '#features/account/store/address-book.ts';
import { openSlips, type Slips } from '../store/desk-slips.ts';
import styles from './slips.module.css';
import { goToOrder } from './use-open-order.ts';

type Props = { readonly state: Exclude<Slips, { readonly status: 'closed' }> };

/** A sheet for each parcel: the label to cut off, and below it what lies in the box. */
export function PackingSlips({ state }: Props) {
  return (
    <div className={styles['slips']} data-slips="">
      <div className={`${styles['bar']} no-print`}>
        <Button size="small" look="quiet" onClick={() => goToOrder(null)}>
          ← All orders
        </Button>
        <h2>Labels and packing slips</h2>
        {state.status === 'open' && state.slips.length > 0 && (
          <Button size="small" look="primary" onClick={() => print()}>
            Print {state.slips.length === 1 ? '1 sheet' : `${state.slips.length} sheets`}
          </Button>
        )}
      </div>
      {state.status === 'loading' && <Skeleton lines={12} label="Loading the parcels" />}
      {state.status === 'failed' && (
        <NotRead
          title="The parcels could not be loaded"
          message={state.message}
          onAgain={() => void openSlips(state.numbers)}
        />
      )}
      {state.status === 'open' && state.slips.length === 0 && (
        <EmptyState title="Nothing to print">
          You can only print sheets for paid, unshipped parcels without an address problem.
        </EmptyState>
      )}
      {state.status === 'open' &&
        state.slips.map((slip) => <Sheet key={slip.parcelId} slip={slip} />)}
    </div>
  );
}

function Sheet({ slip }: { readonly slip: PackingSlip }) {
  const { address, number, position, parcels, weightGrams, packing, method, lines } = slip;
  const rules = useStore($countryRules)?.find(({ code }) => code === address.country) ?? null;
  const place = parcels > 1 ? `, parcel ${position} of ${parcels}` : '';
  return (
    <article className={styles['sheet']} aria-label={`${number}${place}`}>
      <address className={styles['label']}>
        {addressLines(address, rules).map((part) => (
          <span key={part}>{part}</span>
        ))}
        {address.phone !== '' && <span className={styles['phone']}>{address.phone}</span>}
      </address>
      <p className={styles['facts']}>
        <b>
          {number}
          {place}
        </b>
        <span>{method}</span>
        <span>{kilograms(weightGrams)} of goods</span>
        <span>{packing === null ? 'No package fits' : `Into: ${packingWords(packing)}`}</span>
      </p>
      <table className={styles['contents']}>
        <caption className="visually-hidden">Contents</caption>
        <thead>
          <tr>
            <th scope="col">Quantity</th>
            <th scope="col">SKU</th>
            <th scope="col">What</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <td className={styles['pieces']}>{line.pieces}</td>
              <td>{line.sku}</td>
              <th scope="row">
                {line.title}
                {line.choices !== '' && <small>{line.choices}</small>}
              </th>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles['thanks']}>Thank you. Keywright made this for {address.name}.</p>
    </article>
  );
}
