import { useStore } from '@nanostores/react';
import { momentWords } from '#shared/date-words.ts';
import { signed } from '../model/stock-count.ts';
import { Button } from '#ui/react/Button.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { Table } from '#ui/react/Table.tsx';
import { $counting, readLedger, type LedgerRow } from '../store/desk-stock.ts';
import styles from '#ui/styles/desk.module.css';

/** The last rows of the ledger: counts, and what orders took or gave back. */
export function PoolHistory() {
  const { ledger } = useStore($counting);
  if (ledger.kind === 'loading') return <Skeleton lines={4} label="Loading the ledger" />;
  if (ledger.kind === 'failed') {
    return (
      <p role="alert" className={styles['line']}>
        The stock ledger could not be loaded.{' '}
        <Button size="small" onClick={() => void readLedger()}>
          Try again
        </Button>
      </p>
    );
  }
  if (ledger.rows.length === 0) {
    return <p className={styles['small']}>Not counted yet. Every change will be listed here.</p>;
  }
  const { rows, actors } = ledger;
  return (
    <>
      {actors === null && (
        <p className={styles['small']}>The names of who counted could not be loaded.</p>
      )}
      <Table label="Last changes">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Change</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <When text={momentWords(row.values.at)} />
              <Change row={row} />
              <td>
                {row.values.reason}
                <Actor who={actors?.get(Number(row.id))} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}

/** Day and time below each other: the reason needs the width. */
function When({ text }: { readonly text: string }) {
  const [day, ...time] = text.split(', ');
  return (
    <td className={styles['whole']}>
      {day}
      <br />
      {time.join(', ')}
    </td>
  );
}

function Change({ row: { values } }: { readonly row: LedgerRow }) {
  const { on_hand_delta: onHand, allocated_delta: promised } = values;
  const words = [
    onHand === 0 ? [] : `${signed(onHand)}, so ${values.on_hand_after} on hand`,
    promised === 0 ? [] : `${signed(promised)} promised`,
  ];
  return <td>{words.flat().join('; ')}</td>;
}

/** Nobody for what customers and the shop itself did: the reason names the order. */
function Actor({ who }: { readonly who: string | undefined }) {
  if (who === undefined) return null;
  return (
    <>
      {' '}
      <span className={styles['small']}>by {who}</span>
    </>
  );
}
