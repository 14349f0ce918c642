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
      <Notice tone="caution" title="This cart link is incomplete">
        Part of the link is missing. Ask for it again. Your own cart has not changed.
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
    <Notice tone="info" title="Someone shared this cart with you">
      <ul className={styles['shared']}>
        {shared.lines.map((line) => (
          <SharedLine key={lineKey(line)} line={line} />
        ))}
      </ul>
      {taken.length < shared.lines.length && (
        <p>
          Items made to a design are left out because the design is missing.{' '}
          <a href={routes.colorpicker}>Design yours</a>
        </p>
      )}
      <div className={styles['fix']}>
        {taken.length > 0 && (
          <Button look="primary" size="small" pending={isChecking} onClick={take(addLines)}>
            Add to my cart
          </Button>
        )}
        {taken.length > 0 && hasOwn && (
          <Button size="small" pending={isChecking} onClick={take(replaceLines)}>
            Replace my cart
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
      {line.quantity} × {words.isKnown ? `${words.title}, ${words.variantTitle}` : 'an item'}
    </li>
  );
}
