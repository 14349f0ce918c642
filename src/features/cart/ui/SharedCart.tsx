import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { lineKey, type KeptLine } from '../model/cart-line.ts';
import { Button } from '#ui/react/Button.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { $cartLines, addLines, replaceLines } from '../store/cart.ts';
import { $wordsOf } from '../store/line-words.ts';
import { $sharedCart, closeSharedCart, openSharedCart } from '../store/shared-cart.ts';
import { routes } from '#routes.ts';
import styles from './cart.module.css';

/** Somebody's cart that came in a link: nothing of one's own is changed before one says so. */
export function SharedCart() {
  useState(openSharedCart);
  const shared = useStore($sharedCart);
  if (shared.status === 'none') return null;
  if (shared.status === 'broken') {
    return (
      <Notice tone="caution" title="This link to a cart is not whole">
        Ask for it again: part of it was lost on the way. Your own cart is as it was.
      </Notice>
    );
  }
  const isChecking = shared.status === 'checking';
  const taken = isChecking ? shared.lines : shared.whole;
  const take = (put: (lines: readonly KeptLine[]) => void) => () => {
    put(taken);
    closeSharedCart();
  };
  const hasOwn = $cartLines.get().length > 0;
  return (
    <Notice tone="info" title="Somebody shared this cart with you">
      <ul className={styles['shared']}>
        {shared.lines.map((line) => (
          <SharedLine key={lineKey(line)} line={line} />
        ))}
      </ul>
      {taken.length < shared.lines.length && (
        <p>
          What is made to a design stays out, because the design is missing.{' '}
          <a href={routes.colorpicker}>Design yours</a>
        </p>
      )}
      <div className={styles['fix']}>
        {taken.length > 0 && (
          <Button look="primary" size="small" pending={isChecking} onClick={take(addLines)}>
            Add it to mine
          </Button>
        )}
        {taken.length > 0 && hasOwn && (
          <Button size="small" pending={isChecking} onClick={take(replaceLines)}>
            Take it instead of mine
          </Button>
        )}
        <Button look="quiet" size="small" onClick={closeSharedCart}>
          No, thank you
        </Button>
      </div>
    </Notice>
  );
}

function SharedLine({ line }: { readonly line: KeptLine }) {
  const words = useStore($wordsOf)(line);
  return (
    <li>
      {line.quantity} ×{' '}
      {words.isKnown ? `${words.title}, ${words.variantTitle}` : 'something of the shop'}
    </li>
  );
}
