import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { codeToCart } from '#domain/cart-code.ts';
import { lineKey, type KeptLine } from '#domain/cart-line.ts';
import { Button } from '#islands/ui/Button.tsx';
import { Notice } from '#islands/ui/Notice.tsx';
import { $cartLines, addLines, replaceLines } from '#stores/cart.ts';
import { $wordsOf } from '#stores/line-words.ts';
import { takeShared } from '#stores/shared-cart.ts';
import { routes } from '#routes.ts';
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
  const [isTaking, setTaking] = useState(false);
  const wordsOf = useStore($wordsOf);
  if (shared === null) return null;
  if (shared === 'broken') {
    return (
      <Notice tone="caution" title="This link to a cart is not whole">
        Ask for it again: part of it was lost on the way. Your own cart is as it was.
      </Notice>
    );
  }
  const take = (put: (lines: readonly KeptLine[]) => void) => () => {
    setTaking(true);
    void takeShared(shared).then((lines) => {
      if (lines.length > 0) put(lines);
      setShared(null);
    });
  };
  const hasOwn = $cartLines.get().length > 0;
  const left = shared.filter((line) => wordsOf(line).lacksDesign);
  const canTake = left.length < shared.length;
  return (
    <Notice tone="info" title="Somebody shared this cart with you">
      <ul className={styles['shared']}>
        {shared.map((line) => (
          <SharedLine key={lineKey(line)} line={line} />
        ))}
      </ul>
      {left.length > 0 && (
        <p>
          What is made to a design stays out, because the design is missing.{' '}
          <a href={routes.colorpicker}>Design yours</a>
        </p>
      )}
      <div className={styles['fix']}>
        {canTake && (
          <Button look="primary" size="small" pending={isTaking} onClick={take(addLines)}>
            Add it to mine
          </Button>
        )}
        {canTake && hasOwn && (
          <Button size="small" pending={isTaking} onClick={take(replaceLines)}>
            Take it instead of mine
          </Button>
        )}
        <Button look="quiet" size="small" onClick={() => setShared(null)}>
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
