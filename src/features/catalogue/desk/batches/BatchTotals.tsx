import { useStore } from '@nanostores/react';
import { kitsOf, type BatchRow } from '#features/batches/model/batch-desk.ts';
import type { BatchSums } from '#features/batches/model/batch-record.ts';
import { $staff } from '#desk-kit/store/staff.ts';
import { routes } from '#routes.ts';
import { formatMoney } from '#shared/money.ts';
import { ButtonLink } from '#ui/react/ButtonLink.tsx';
import { $batchSums } from '../../store/desk-batch-page.ts';
import styles from '#ui/styles/desk.module.css';

type Props = { readonly batch: BatchRow };

/** Paid and unpaid apart: only what is paid decides. */
export function BatchTotals({ batch }: Props) {
  const { id, values } = batch;
  const sums = useStore($batchSums).get(id);
  const isDraft = values.stage === 'draft';
  const maySeeOrders = useStore($staff) === 'owner';
  return (
    <section className={styles['card']} aria-label="Totals">
      <h3>Totals</h3>
      {sums === undefined ? (
        <p className={styles['small']}>The totals are not loaded yet.</p>
      ) : (
        <dl className={`${styles['facts']} ${styles['amounts']}`}>
          {factsOf(sums, batch).map(([label, words]) => (
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

function factsOf(sums: BatchSums, batch: BatchRow): readonly (readonly [string, string])[] {
  const amount = (label: string, minor: number | null) =>
    minor === null ? [] : [[label, formatMoney(minor, sums.currency ?? 'EUR')] as const];
  // The units are those that decide: the list and the kits say the same.
  const kits = kitsOf(batch).filter((kit) => kit.dropped_at === null);
  const units = (unit: 'ordered_count' | 'waiting_count') =>
    kits.reduce((sum, kit) => sum + kit[unit], 0);
  return [
    ['Paid', countWords(units('ordered_count'), sums.paid_orders)],
    ...amount('Money paid', sums.paid_minor),
    ['Unpaid', countWords(units('waiting_count'), sums.unpaid_orders)],
    ...amount('Money unpaid', sums.unpaid_minor),
    ...amount('Taken off at closing', sums.settled_minor),
    ...amount('Refunds due', sums.due_back_minor),
  ];
}

const countWords = (units: number, orders: number): string =>
  `${units} ${units === 1 ? 'unit' : 'units'}, ${orders} ${orders === 1 ? 'order' : 'orders'}`;
