import type { Quote } from '../model/quote.ts';
import { countedMethod } from '../model/shipping-method.ts';
import { routes } from '#routes.ts';
import { taxLabel } from '#shared/tax-words.ts';
import { MoneyText } from '#ui/react/MoneyText.tsx';
import styles from '#ui/styles/sums.module.css';

type Props = {
  /** Null until the shop has answered once. */
  readonly quote: Quote | null;
  /** A newer answer is awaited or did not come: the sums stay, softer. */
  readonly isOld?: boolean;
  /** A newer answer is under way. */
  readonly isAsking?: boolean;
  readonly country: string | null;
};

/** What a cart comes to, line by line, as the shop added it up. */
export function Sums({ quote, isOld = false, isAsking = false, country }: Props) {
  if (quote === null) return <SumsShape isAsking={isAsking} />;
  const { currency, codes, discountMinor } = quote;
  const isShipped = country !== null && countedMethod(quote) !== undefined;
  const missing = country === null ? 'choose a country' : 'choose a method';
  const isTaxedByCustoms = quote.taxMinor < 0 && quote.taxScheme !== 'reverse_charge';
  return (
    <>
      <dl
        className={`${styles['sums']}${isOld ? ` ${styles['old']}` : ''}`}
        aria-busy={isAsking}
        data-prices
      >
        <div>
          <dt>Goods</dt>
          <dd>
            <MoneyText minor={quote.subtotalMinor} currency={currency} />
          </dd>
        </div>
        {discountMinor > 0 && (
          <div>
            <dt>Discount {codes.map(({ code }) => code).join(', ')}</dt>
            <dd>
              −<MoneyText minor={discountMinor} currency={currency} />
            </dd>
          </div>
        )}
        <div>
          <dt>Shipping</dt>
          <dd>
            {isShipped ? (
              <MoneyText minor={quote.shippingMinor} currency={currency} />
            ) : (
              <span className={styles['soft']}>{isAsking ? '…' : missing}</span>
            )}
          </dd>
        </div>
        {quote.taxMinor !== 0 && (
          <div>
            <dt>{taxLabel(quote.taxMinor)}</dt>
            <dd>
              <MoneyText minor={quote.taxMinor} currency={currency} />
            </dd>
          </div>
        )}
        <div className={styles['total']}>
          <dt>Total</dt>
          <dd>
            <MoneyText minor={quote.totalMinor} currency={currency} />
          </dd>
        </div>
        {quote.taxIncludedMinor > 0 && (
          <div className={styles['soft']}>
            <dt>including VAT</dt>
            <dd>
              <MoneyText minor={quote.taxIncludedMinor} currency={currency} />
            </dd>
          </div>
        )}
      </dl>
      <p data-currency-note hidden />
      {isTaxedByCustoms && country !== null && (
        <p className={styles['soft']}>
          Customs may charge import tax and duties on delivery.{' '}
          <a href={`${routes.countries}#${country.toLowerCase()}`}>What to expect</a>
        </p>
      )}
    </>
  );
}

function SumsShape({ isAsking }: { readonly isAsking: boolean }) {
  return (
    <dl className={`${styles['sums']} ${styles['old']}`} aria-busy={isAsking}>
      {['Goods', 'Shipping'].map((name) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>…</dd>
        </div>
      ))}
      <div className={styles['total']}>
        <dt>Total</dt>
        <dd>…</dd>
      </div>
    </dl>
  );
}
