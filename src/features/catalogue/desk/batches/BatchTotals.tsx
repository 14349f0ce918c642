import { useStore } from '@nanostores/react';
import type { BatchSums } from '#features/batches/model/batch-record.ts';
import { $staff } from '#desk-kit/store/staff.ts';
import { routes } from '#routes.ts';
import { formatMoney } from '#shared/money.ts';
import { ButtonLink } from '#ui/react/ButtonLink.tsx';
import { $batchSums } from '../../store/desk-batch-page.ts';
import styles from '#ui/styles/desk.module.css';

type Props = { readonly id: string; readonly isDraft: boolean };

/** Paid and unpaid apart: only what is paid decides. */
export function BatchTotals({ id, isDraft }: Props) {
  const sums = useStore($batchSums).get(id);
  const maySeeOrders = useStore($staff) === 'owner';
  return (
    <section className={styles['card']} aria-label="Totals">
      <h3>Totals</h3>
      {sums === undefined ? (
        <p className={styles['small']}>The totals are not loaded yet.</p>
      ) : (
        <dl className={`${styles['facts']} ${styles['amounts']}`}>
          {factsOf(sums).map(([label, words]) => (
            <div key={label} className={styles['pair']}>
              <dt>{label}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
      )}
      {!isDraft && maySeeOrders && (
        <div className={styles['line']}>
          <ButtonLink size="small" href={routes.batchOrders(id)}>
            Its orders
          </ButtonLink>
        </div>
      )}
    </section>
  );
}

function factsOf(sums: BatchSums): readonly (readonly [string, string])[] {
  const { paid, unpaid, settledMinor, dueBackMinor, currency } = sums;
  const amount = (label: string, minor: number | null) =>
    minor === null ? [] : [[label, formatMoney(minor, currency)] as const];
  return [
    ['Paid', countWords(paid)],
    ...amount('Money paid', paid.minor),
    ['Unpaid', countWords(unpaid)],
    ...amount('Money unpaid', unpaid.minor),
    ...amount('Taken off at closing', settledMinor),
    ...amount('Refunds due', dueBackMinor),
  ];
}

const countWords = ({ units, orders }: BatchSums['paid']): string =>
  `${units} ${units === 1 ? 'unit' : 'units'} in ${orders} ${orders === 1 ? 'order' : 'orders'}`;
