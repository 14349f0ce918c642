import { useStore } from '@nanostores/react';
import { UnreadNotice } from '#ui/react/UnreadNotice.tsx';
import { cartStorageKey, troubleOf, type CartTrouble as Trouble } from '../store/cart-storage.ts';
import { $setAside, hideAside } from '#shared/set-aside.ts';
import styles from './cart.module.css';

const items = (count: number) => (count === 1 ? '1 item' : `${count} items`);

const happened = {
  damaged: 'The cart saved in this browser was damaged.',
  'other-version': 'The cart saved in this browser is from another version of this shop.',
} as const;

function readWords({ readLines, lostLines }: Trouble): string {
  if (readLines === 0) return 'None of it could be restored.';
  if (lostLines === null || lostLines === 0) return `We could read ${items(readLines)}.`;
  return `We could read ${items(readLines)}; ${items(lostLines)} could not be loaded.`;
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
        title="Your cart could not be fully restored"
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
