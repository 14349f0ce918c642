import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { lineKey, mostPieces, type KeptLine } from '../model/cart-line.ts';
import { timesMinor } from '#shared/money.ts';
import { Button } from '#ui/react/Button.tsx';
import { GoodsLine } from './GoodsLine.tsx';
import { MoneyText } from '#ui/react/MoneyText.tsx';
import { QuantityStepper } from '#ui/react/QuantityStepper.tsx';
import { removeLine, setQuantity } from '../store/cart.ts';
import { $wordsOf } from '../store/line-words.ts';
import { quoteOfLine, type QuoteState } from '../store/quote.ts';
import { LineOptions } from './LineOptions.tsx';
import { LineProblems } from './LineProblems.tsx';
import { OfferTime } from './OfferTime.tsx';
import styles from './cart.module.css';

type Props = { readonly line: KeptLine; readonly quote: QuoteState };

/** One line: answers at once, and takes over what the shop says when it comes. */
export function CartLineCard({ line, quote }: Props) {
  const [isChanging, setChanging] = useState(false);
  const words = useStore($wordsOf)(line);
  const { line: quoted, problems } = quoteOfLine(quote.quoted, lineKey(line));
  const unitMinor = quoted?.unit_price_minor ?? words.priceMinor;
  const hasOptions = Object.keys(line.options).length > 0;
  return (
    <>
      <GoodsLine
        facts={words}
        path={words.path}
        price={
          words.isKnown && (
            <>
              <MoneyText minor={timesMinor(unitMinor, line.quantity)} currency={words.currency} />
              {line.quantity > 1 && (
                <span className={styles['each']}>
                  <MoneyText minor={unitMinor} currency={words.currency} /> each
                </span>
              )}
            </>
          )
        }
        note={line.design_id === null ? undefined : 'In your own design'}
      >
        {line.offer_id === null ? (
          <QuantityStepper
            label={`How many of ${words.title}`}
            value={line.quantity}
            max={Math.min(quoted?.most_of_variant ?? mostPieces, mostPieces)}
            onChange={(quantity) => setQuantity(line, quantity)}
          />
        ) : (
          <OfferTime offerId={line.offer_id} />
        )}
        {hasOptions && (
          <Button
            look="quiet"
            size="small"
            aria-expanded={isChanging}
            onClick={() => setChanging(!isChanging)}
          >
            {isChanging ? 'Keep current options' : 'Change options'}
          </Button>
        )}
        <Button look="quiet" size="small" onClick={() => removeLine(line)}>
          Remove<span className="visually-hidden"> {words.title}</span>
        </Button>
      </GoodsLine>
      {isChanging && <LineOptions line={line} path={words.path} />}
      {words.priceMinor !== unitMinor && (
        <p className={styles['changed']}>
          New price:{' '}
          <MoneyText minor={unitMinor} before={words.priceMinor} currency={words.currency} />
          (changed since you added it).
        </p>
      )}
      <LineProblems line={line} problems={problems} path={words.path} />
    </>
  );
}
