import { useStore } from '@nanostores/react';
import { Button } from '#ui/react/Button.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import {
  $colourOrder,
  readOrder,
  saveOrder,
  stayWithOrder,
  type OrderedRow,
} from '../store/desk-colour-order.ts';
import styles from '#ui/styles/desk.module.css';

const named = (rows: readonly OrderedRow[]) => rows.map(({ values }) => values.name).join(', ');

/** What would be lost without a word: an order that is not saved, or the one that someone else made. */
export function OrderNotices() {
  const { group, wanted, rows, theirs } = useStore($colourOrder);
  return (
    <>
      {wanted !== null && (
        <Notice tone="caution" role="alert" title="This order is not saved">
          <p>Your changes are lost if you open another.</p>
          <div className={styles['line']}>
            <Button size="small" onClick={stayWithOrder}>
              Stay here
            </Button>
            <Button size="small" onClick={() => void readOrder(wanted)}>
              Discard it
            </Button>
          </div>
        </Notice>
      )}
      {theirs !== null && group !== null && (
        <Notice tone="caution" role="alert" title="Someone else changed the order">
          <p>Theirs: {named(theirs)}.</p>
          <p>Yours: {named(rows)}.</p>
          <div className={styles['line']}>
            <Button size="small" onClick={() => void readOrder(group)}>
              Keep theirs
            </Button>
            <Button size="small" onClick={() => void saveOrder(true)}>
              Overwrite with mine
            </Button>
          </div>
        </Notice>
      )}
    </>
  );
}
