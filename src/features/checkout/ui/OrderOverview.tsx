import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { lineKey, type KeptLine } from '#features/cart/model/cart-line.ts';
import { timesMinor } from '#shared/money.ts';
import { Button } from '#ui/react/Button.tsx';
import { GoodsLine } from '#features/cart/ui/GoodsLine.tsx';
import { MoneyText } from '#ui/react/MoneyText.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { Sums } from '#features/cart/ui/Sums.tsx';
import { OfferNote } from './OfferNote.tsx';
import { routes } from '#routes.ts';
import { $choices } from '#features/cart/store/cart-choices.ts';
import { askAgain } from '../store/checkout.ts';
import { $wordsOf } from '#features/cart/store/line-words.ts';
import { quoteOfLine, type QuoteState } from '#features/cart/store/quote.ts';
import styles from './checkout.module.css';

type Props = {
  readonly lines: readonly KeptLine[];
  readonly quote: QuoteState;
  readonly children: ReactNode;
};

function noteOf({ offer_id: offerId, quantity }: KeptLine): ReactNode {
  if (offerId !== null) return <OfferNote offerId={offerId} />;
  return quantity > 1 ? `${quantity} items` : undefined;
}

/** What is being ordered and what it comes to, as the shop says. */
export function OrderOverview({ lines, quote, children }: Props) {
  const wordsOf = useStore($wordsOf);
  const { country } = useStore($choices);
  const asked = quote.quoted?.quote ?? null;
  return (
    <section className={styles['overview']} aria-labelledby="overview">
      <h2 id="overview">Your order</h2>
      <ul className={styles['goods']} data-prices>
        {lines.map((line) => {
          const words = wordsOf(line);
          const { line: quoted } = quoteOfLine(quote.quoted, lineKey(line));
          const unit = quoted?.unit_price_minor ?? words.priceMinor;
          const total = quoted?.total_minor ?? timesMinor(unit, line.quantity);
          return (
            <li key={lineKey(line)}>
              <GoodsLine
                small
                facts={words}
                path={null}
                price={<MoneyText minor={total} currency={words.currency} />}
                note={noteOf(line)}
              />
            </li>
          );
        })}
      </ul>
      <p>
        <a href={routes.cart}>Edit cart</a>
      </p>
      {asked !== null && asked.problems.length > 0 && (
        <Notice tone="caution" title="This order can’t be placed yet">
          {asked.problems.map((problem) => (
            <p key={`${problem.line} ${problem.reason}`}>{problem.message}</p>
          ))}
          <p>
            <a href={routes.cart}>Fix it in your cart</a>
          </p>
        </Notice>
      )}
      <Sums
        quote={asked}
        isOld={quote.status !== 'ready'}
        isAsking={quote.status === 'asking'}
        country={country}
      />
      {quote.status === 'failed' && (
        <Notice tone="caution" role="alert" title="The shop can’t be reached">
          <p>{quote.message} Your details are kept.</p>
          <Button size="small" onClick={askAgain}>
            Try again
          </Button>
        </Notice>
      )}
      {children}
    </section>
  );
}
