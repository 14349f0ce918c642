import { useStore } from '@nanostores/react';
import { UnreadNotice } from '#ui/react/UnreadNotice.tsx';
import { cartStorageKey, troubleOf, type CartTrouble as Trouble } from '../store/cart-storage.ts';
import { $setAside, hideAside } from '#shared/set-aside.ts';
import styles from './cart.module.css';

const items = (count: number) => (count === 1 ? '1 item' : `${count} items`);

const happened = {
  damaged:
    'The copy of your cart in this browser was damaged: a part of it is cut off or overwritten.',
  'other-version':
    'The copy of your cart in this browser was written by another version of this shop.',
} as const;

function readWords({ readLines, lostLines }: Trouble): string {
  if (readLines === 0) return 'We could not read any of it.';
  if (lostLines === null || lostLines === 0) return `We could read ${items(readLines)}.`;
  return `We could read ${items(readLines)}; ${items(lostLines)} could not be read.`;
}

/** A cart that can't be read is not an empty one: it says what happened and what to do. */
export function CartTrouble() {
  const text = useStore($setAside)[cartStorageKey];
  if (text === undefined) return null;
  const trouble = troubleOf(text);
  if (trouble === null) return null;
  return (
    <div className={styles['trouble']}>
      <UnreadNotice
        title="We could not read your whole cart"
        text={text}
        onHide={() => hideAside(cartStorageKey)}
      >
        <p>
          {happened[trouble.why]} {readWords(trouble)} Please check the cart and add what is
          missing.
        </p>
      </UnreadNotice>
    </div>
  );
}
