import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { codeToCart } from '#domain/cart-code.ts';
import { lineKey, type KeptLine } from '#domain/cart-line.ts';
import { Button } from '#islands/ui/Button.tsx';
import { Notice } from '#islands/ui/Notice.tsx';
import { $cartLines, addLines, replaceLines } from '#stores/cart.ts';
import { $wordsOf } from '#stores/line-words.ts';
import styles from './cart.module.css';

const mark = '#cart=';

/** The lines of the link that led here, once: the address is clean from then on. */
function takeFromAddress(): readonly KeptLine[] | null | 'broken' {
  if (!location.hash.startsWith(mark)) return null;
  const lines = codeToCart(location.hash.slice(mark.length));
  history.replaceState(history.state, '', location.pathname + location.search);
  return lines ?? 'broken';
}

/** Somebody's cart that came in a link: nothing of one's own is changed before one says so. */
export function SharedCart() {
  const [shared, setShared] = useState(takeFromAddress);
  if (shared === null) return null;
  if (shared === 'broken') {
    return (
      <Notice tone="caution" title="This link to a cart is not whole">
        Ask for it again: part of it was lost on the way. Your own cart is as it was.
      </Notice>
    );
  }
  const finish = (act: () => void) => () => {
    act();
    setShared(null);
  };
  const hasOwn = $cartLines.get().length > 0;
  return (
    <Notice tone="info" title="Somebody shared this cart with you">
      <ul className={styles['shared']}>
        {shared.map((line) => (
          <SharedLine key={lineKey(line)} line={line} />
        ))}
      </ul>
      <div className={styles['fix']}>
        <Button look="primary" size="small" onClick={finish(() => addLines(shared))}>
          Add it to mine
        </Button>
        {hasOwn && (
          <Button size="small" onClick={finish(() => replaceLines(shared))}>
            Take it instead of mine
          </Button>
        )}
        <Button look="quiet" size="small" onClick={finish(() => {})}>
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
