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
  const { currency, codes } = quote;
  const isShipped = country !== null && countedMethod(quote) !== undefined;
  const missing = country === null ? 'choose a country' : 'choose a method';
  const isTaxedByCustoms = quote.tax_minor < 0 && quote.tax_scheme !== 'reverse_charge';
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
            <MoneyText minor={quote.subtotal_minor} currency={currency} />
          </dd>
        </div>
        {quote.discount_minor > 0 && (
          <div>
            <dt>Discount {codes.map(({ code }) => code).join(', ')}</dt>
            <dd>
              −<MoneyText minor={quote.discount_minor} currency={currency} />
            </dd>
          </div>
        )}
        <div>
          <dt>Shipping</dt>
          <dd>
            {isShipped ? (
              <MoneyText minor={quote.shipping_minor} currency={currency} />
            ) : (
              <span className={styles['soft']}>{isAsking ? '…' : missing}</span>
            )}
          </dd>
        </div>
        {quote.tax_minor !== 0 && (
          <div>
            <dt>{taxLabel(quote.tax_minor)}</dt>
            <dd>
              <MoneyText minor={quote.tax_minor} currency={currency} />
            </dd>
          </div>
        )}
        <div className={styles['total']}>
          <dt>Total</dt>
          <dd>
            <MoneyText minor={quote.total_minor} currency={currency} />
          </dd>
        </div>
        {quote.tax_included_minor > 0 && (
          <div className={styles['soft']}>
            <dt>including VAT</dt>
            <dd>
              <MoneyText minor={quote.tax_included_minor} currency={currency} />
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
