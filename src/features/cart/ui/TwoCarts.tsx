import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { countPieces, lineKey, mostLines } from '../model/cart-line.ts';
import { compareCarts, type ComparedLine } from '../model/cart-merge.ts';
import { Button } from '#ui/react/Button.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { $cartLines } from '../store/cart.ts';
import { $wordsOf } from '../store/line-words.ts';
import { $cartCopy, settle } from '../store/saved-cart.ts';
import styles from './cart.module.css';

const outcomes = {
  together: 'Both carts are one now.',
  here: 'Your account has this browser’s cart now.',
  account: 'This is the cart of your account.',
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
          What you chose in this browser and what your account has kept are not the same. Nothing is
          lost until you say what becomes of them.
        </p>
        <Comparison lines={compared} />
        {compared.length === mostLines && (
          <p>A cart holds {mostLines} lines: what is beyond that would be left out.</p>
        )}
        <div className={styles['fix']}>
          <Button look="primary" size="small" onClick={choose('together')}>
            Put both together ({compared.reduce((sum, { together }) => sum + together, 0)})
          </Button>
          <Button size="small" onClick={choose('here')}>
            Only this browser’s ({inHere})
          </Button>
          <Button size="small" onClick={choose('account')}>
            Only my account’s ({inAccount})
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
          <th scope="col">Thing</th>
          <th scope="col">Here</th>
          <th scope="col">Account</th>
          <th scope="col">Together</th>
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
                {words.isKnown ? title : 'Something of the shop'}
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
