import { useStore } from '@nanostores/react';
import type { Quote } from '#domain/quote.ts';
import { Choice } from '#islands/ui/Choice.tsx';
import { Select } from '#islands/ui/Field.tsx';
import { MoneyText } from '#islands/ui/MoneyText.tsx';
import { $choices, choose } from '#stores/cart-choices.ts';
import { $countries } from '#stores/countries.ts';
import styles from './cart.module.css';

/** Where to, how, and for how much; a way that can't take this cart says why. */
export function ShippingEstimate({ quote }: { readonly quote: Quote | null }) {
  const countries = useStore($countries);
  const { country, methodId } = useStore($choices);
  const chosen = countries?.find(({ code }) => code === country);
  return (
    <div className={styles['shipping']}>
      <Select
        label="Ship to"
        value={country ?? ''}
        autoComplete="off"
        onChange={(event) => choose({ country: event.target.value || null, methodId: null })}
      >
        <option value="">Choose a country</option>
        {countries === null && country !== null && <option value={country}>{country}</option>}
        {countries?.map(({ code, name, ships }) => (
          <option key={code} value={code}>
            {ships ? name : `${name}: not yet`}
          </option>
        ))}
      </Select>
      {chosen?.ships === false && <p className={styles['reason']}>{chosen.notShippedReason}</p>}
      {country !== null && quote !== null && quote.shippingMethods.length > 0 && (
        <fieldset className={styles['methods']}>
          <legend className="visually-hidden">Way of shipping</legend>
          {quote.shippingMethods.map((method) => (
            <Choice
              key={method.id}
              type="radio"
              name="method"
              checked={method.id === methodId}
              disabled={method.priceMinor === null}
              onChange={() => choose({ methodId: method.id })}
              label={
                <span className={styles['method']}>
                  <span>{method.name}</span>
                  {method.priceMinor !== null && (
                    <MoneyText minor={method.priceMinor} currency={quote.currency} />
                  )}
                </span>
              }
              hint={
                method.reason ??
                `${method.carrier}, ${method.daysMin} to ${method.daysMax} working days on the way`
              }
            />
          ))}
        </fieldset>
      )}
    </div>
  );
}
