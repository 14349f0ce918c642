import { useStore } from '@nanostores/react';
import { IslandBoundary } from '#ui/react/IslandBoundary.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { Toasts } from '#ui/react/Toasts.tsx';
import {
  $cartKeeping,
  $cartLines,
  $removedLine,
  forgetRemoved,
  undoRemove,
} from '../store/cart.ts';
import { $wordsOf } from '../store/line-words.ts';
import { $quote } from '../store/quote.ts';
import { $cartCopy } from '../store/saved-cart.ts';
import { CartTrouble } from './CartTrouble.tsx';
import { CartSummary } from './CartSummary.tsx';
import { EmptyCart } from './EmptyCart.tsx';
import { ParcelGroups } from './ParcelGroups.tsx';
import { SharedCart } from './SharedCart.tsx';
import { TwoCarts } from './TwoCarts.tsx';
import styles from './cart.module.css';

/** The whole cart. Everything in it is there before the shop has answered. */
export function CartIsland() {
  return (
    <IslandBoundary label="the cart">
      <SharedCart />
      <TwoCarts />
      <CartTrouble />
      <Cart />
      <RemovedToast />
    </IslandBoundary>
  );
}

function Cart() {
  const lines = useStore($cartLines);
  const quote = useStore($quote);
  const keeping = useStore($cartKeeping);
  const copy = useStore($cartCopy);
  if (lines.length === 0) return copy.status === 'asking' ? <Skeleton /> : <EmptyCart />;
  return (
    <div className={styles['cart']}>
      <div className={styles['lines']} data-prices>
        {keeping !== 'browser' && (
          <Notice tone="caution" title="Your cart can’t be saved in this browser">
            Its storage is full or blocked. Your cart lasts until you leave: copy a link to it below
            to come back to it.
          </Notice>
        )}
        <ParcelGroups lines={lines} quote={quote} />
      </div>
      <CartSummary lines={lines} quote={quote} />
    </div>
  );
}

function RemovedToast() {
  const removed = useStore($removedLine);
  const wordsOf = useStore($wordsOf);
  if (removed === null) return null;
  const text = `${wordsOf(removed.line).title} was removed.`;
  const toast = { id: 'removed', text, action: { label: 'Undo', act: undoRemove } };
  return <Toasts toasts={[toast]} onDismiss={forgetRemoved} />;
}
