import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { countPieces, lineKey, mostLines } from '../model/cart-line.ts';
import { compareCarts, type ComparedLine } from '../model/two-carts.ts';
import { Button } from '#ui/react/Button.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { $cartLines } from '../store/cart.ts';
import { $wordsOf } from '../store/line-words.ts';
import { $cartCopy, settle } from '../store/saved-cart.ts';
import styles from './cart.module.css';

const outcomes = {
  together: 'Both carts were combined.',
  here: 'Your account now has this browser’s cart.',
  account: 'This is your account’s cart.',
} as const;
type Choice = keyof typeof outcomes;

/** What was pressed is gone: whoever goes by keyboard goes on from here. */
function goOnFrom(told: HTMLElement | null): void {
  told?.focus();
}

/** A guest's cart and the account's: what is in both, and what would come of them. */
export function TwoCarts() {
  const copy = useStore($cartCopy);
  const here = useStore($cartLines);
  const [done, setDone] = useState<Choice | null>(null);
  if (copy.status !== 'undecided') {
    return done === null ? null : (
      <output className={styles['settled']} tabIndex={-1} ref={goOnFrom}>
        {outcomes[done]}
      </output>
    );
  }
  const { carts } = copy;
  const compared = compareCarts(here, carts.lines);
  const choose = (choice: Choice) => () => {
    settle(carts, choice);
    setDone(choice);
  };
  const [inHere, inAccount] = [countPieces(here), countPieces(carts.lines)];
  return (
    <div className={styles['two']}>
      <Notice tone="info" title="Your account has a cart too">
        <p>
          The cart in this browser and the one in your account differ. Nothing is lost until you
          choose.
        </p>
        <Comparison lines={compared} />
        {compared.length === mostLines && (
          <p>A cart holds {mostLines} lines. Anything beyond that would be left out.</p>
        )}
        <div className={styles['fix']}>
          <Button look="primary" size="small" onClick={choose('together')}>
            Combine both ({compared.reduce((sum, { together }) => sum + together, 0)})
          </Button>
          <Button size="small" onClick={choose('here')}>
            Use this browser’s ({inHere})
          </Button>
          <Button size="small" onClick={choose('account')}>
            Use my account’s ({inAccount})
          </Button>
        </div>
      </Notice>
    </div>
  );
}

function Comparison({ lines }: { readonly lines: readonly ComparedLine[] }) {
  const wordsOf = useStore($wordsOf);
  return (
    <table className={styles['compared']}>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col">This browser</th>
          <th scope="col">Account</th>
          <th scope="col">Combined</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ line, here, saved, together }) => {
          const words = wordsOf(line);
          const { title, variantTitle, choices } = words;
          const isOther = variantTitle !== '' && variantTitle !== title;
          return (
            <tr key={lineKey(line)}>
              <th scope="row">
                {words.isKnown ? title : 'An item'}
                <span>{[...(isOther ? [variantTitle] : []), ...choices].join(' · ')}</span>
              </th>
              <td>{here || '–'}</td>
              <td>{saved || '–'}</td>
              <td>{together}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
