import { useStore } from '@nanostores/react';
import { addressLines } from '#shared/address.ts';
import { kilograms, packingWords } from '#features/shipping/model/packages.ts';
import { leftWords, pickLines, type LeftOut, type PackingSlip } from '../../model/packing-slip.ts';
import { NotRead } from '#ui/react/NotRead.tsx';
import { Button } from '#ui/react/Button.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { EmptyState } from '#ui/react/EmptyState.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { $countryRules } from '#features/account/store/address-book.ts';
import { openSlips, type Slips, type SlipView } from '../../store/desk-slips.ts';
import { PackingScan } from './PackingScan.tsx';
import styles from './slips.module.css';
import { goToOrder } from '../use-open-order.ts';

const titles: Readonly<Record<SlipView, string>> = {
  slips: 'Labels and packing slips',
  picks: 'Pick list',
  pack: 'Pack by scan',
};

type Props = { readonly state: Exclude<Slips, { readonly status: 'closed' }> };

/** What is printed for parcels: a sheet for each, or one list to fetch them by. */
export function PackingSlips({ state }: Props) {
  return (
    <div className={styles['slips']} data-slips="">
      <div className={`${styles['bar']} no-print`}>
        <Button size="small" look="quiet" onClick={() => goToOrder(null)}>
          ← All orders
        </Button>
        <h2>{titles[state.view]}</h2>
        {state.view !== 'pack' && state.status === 'open' && state.slips.length > 0 && (
          <Button size="small" look="primary" onClick={() => print()}>
            Print{' '}
            {state.view === 'picks'
              ? 'the list'
              : state.slips.length === 1
                ? '1 sheet'
                : `${state.slips.length} sheets`}
          </Button>
        )}
      </div>
      {state.status === 'loading' && <Skeleton lines={12} label="Loading the parcels" />}
      {state.status === 'failed' && (
        <NotRead
          title="The parcels could not be loaded"
          message={state.message}
          onAgain={() => void openSlips(state.view, state.numbers)}
        />
      )}
      {state.status === 'open' && state.slips.length === 0 && (
        <EmptyState title="Nothing to pack">{leftWords(state.left)}</EmptyState>
      )}
      {state.status === 'open' && state.view === 'pack' && state.slips[0] && (
        <PackingScan
          number={state.slips[0].number}
          slips={state.slips.filter(({ number }) => number === state.slips[0]?.number)}
        />
      )}
      {state.status === 'open' && state.view === 'picks' && state.slips.length > 0 && (
        <PickList slips={state.slips} left={state.left} />
      )}
      {state.status === 'open' && state.view === 'slips' && (
        <>
          {state.slips.length > 0 && state.left.length > 0 && (
            <div className="no-print">
              <Notice role="note">
                <p>{leftWords(state.left)}</p>
              </Notice>
            </div>
          )}
          {state.slips.map((slip) => (
            <Sheet key={slip.parcelId} slip={slip} />
          ))}
        </>
      )}
    </div>
  );
}

type PickProps = { readonly slips: readonly PackingSlip[]; readonly left: readonly LeftOut[] };

function PickList({ slips, left }: PickProps) {
  const lines = pickLines(slips);
  const orders = new Set(slips.map(({ number }) => number)).size;
  const asked = orders + left.length;
  const units = lines.reduce((sum, { pieces }) => sum + pieces, 0);
  const items = `${units.toLocaleString('en-GB')} ${units === 1 ? 'item' : 'items'}`;
  return (
    <article className={styles['sheet']} aria-label="Pick list">
      <p className={styles['facts']}>
        <b>{items}</b>
        <span>
          {orders === asked ? '' : `${orders} of `}
          {asked} {asked === 1 ? 'order' : 'orders'}
        </span>
        {left.length > 0 && <span>{leftWords(left)}</span>}
      </p>
      <table className={styles['contents']}>
        <caption className="visually-hidden">Pick list</caption>
        <thead>
          <tr>
            <th scope="col">Quantity</th>
            <th scope="col">SKU</th>
            <th scope="col">What</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={`${line.sku} ${line.choices}`}>
              <td className={styles['pieces']}>{line.pieces}</td>
              <td>{line.sku}</td>
              <th scope="row">
                {line.title}
                {line.choices !== '' && <small>{line.choices}</small>}
                <small>
                  {line.orders
                    .map(({ number, pieces }) => (pieces > 1 ? `${number} × ${pieces}` : number))
                    .join(', ')}
                </small>
              </th>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
}

/** The label to cut off, and below it what lies in the box. */
function Sheet({ slip }: { readonly slip: PackingSlip }) {
  const { address, number, position, parcels, weightGrams, packing, method, giftNote, lines } =
    slip;
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
                {line.flaws !== '' && <small>Flaws: {line.flaws}</small>}
              </th>
            </tr>
          ))}
        </tbody>
      </table>
      {giftNote !== null && (
        <section className={styles['gift']} aria-label="Gift">
          <b>A gift for {address.name}</b>
          {giftNote !== '' && <p>{giftNote}</p>}
        </section>
      )}
      <p className={styles['thanks']}>Thank you. Keywright made this for {address.name}.</p>
    </article>
  );
}
