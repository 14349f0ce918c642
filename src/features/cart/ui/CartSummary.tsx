import { useStore } from '@nanostores/react';
import type { MouseEvent } from 'react';
import type { KeptLine } from '../model/cart-line.ts';
import { isAboutCode } from '../model/quote-changes.ts';
import { Button } from '#ui/react/Button.tsx';
import { ButtonLink } from '#ui/react/ButtonLink.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { Sums } from './Sums.tsx';
import { routes } from '#routes.ts';
import { $choices } from '../store/cart-choices.ts';
import { askQuote, type QuoteState } from '../store/quote.ts';
import { CartTools } from './CartTools.tsx';
import { CodeField } from './CodeField.tsx';
import { ShippingEstimate } from './ShippingEstimate.tsx';
import styles from './cart.module.css';

type Props = { readonly lines: readonly KeptLine[]; readonly quote: QuoteState };

/** Instead of going on to a page that could only refuse. */
function showFirstFault(event: MouseEvent): void {
  event.preventDefault();
  document.querySelector('[role="note"] button')?.scrollIntoView({ block: 'center' });
}

/** What it comes to and how to go on. Stays in sight beside a long cart. */
export function CartSummary({ lines, quote }: Props) {
  const { country } = useStore($choices);
  const asked = quote.quoted?.quote ?? null;
  const faults = asked?.problems.filter((problem) => !isAboutCode(problem)) ?? [];
  return (
    <section className={styles['summary']} aria-labelledby="cart-summary">
      <h2 id="cart-summary">Summary</h2>
      <ShippingEstimate quote={asked} />
      <CodeField quote={asked} isAsking={quote.status === 'asking'} />
      <Sums
        quote={asked}
        isOld={quote.status !== 'ready'}
        isAsking={quote.status === 'asking'}
        country={country}
      />
      {quote.status === 'failed' && (
        <Notice tone="caution" role="alert" title="The shop can’t be reached">
          <p>{quote.message} Your cart is saved. The totals above may be out of date.</p>
          <Button size="small" onClick={askQuote}>
            Try again
          </Button>
        </Notice>
      )}
      {faults.length > 0 && (
        <output className={styles['blocked']}>
          {faults.find(({ line }) => line === null)?.message ?? 'Fix the marked lines to continue.'}
        </output>
      )}
      <ButtonLink
        look="primary"
        wide
        href={routes.checkout}
        aria-disabled={faults.length > 0 || undefined}
        onClick={faults.length > 0 ? showFirstFault : undefined}
      >
        Continue to checkout
      </ButtonLink>
      <CartTools lines={lines} />
    </section>
  );
}
