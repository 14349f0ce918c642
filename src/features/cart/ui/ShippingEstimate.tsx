import { useStore } from '@nanostores/react';
import type { Quote } from '../model/quote.ts';
import { Select } from '#ui/react/Field.tsx';
import { CartMethod } from './CartMethod.tsx';
import { $choices, choose } from '../store/cart-choices.ts';
import { $countries } from '#features/countries/store/countries.ts';
import styles from './cart.module.css';

/** Where to, how, and for how much; a way that can't take this cart says why. */
export function ShippingEstimate({ quote }: { readonly quote: Quote | null }) {
  const countries = useStore($countries);
  const { country } = useStore($choices);
  const chosen = countries?.find(({ code }) => code === country);
  return (
    <div className={styles['shipping']}>
      <Select
        label="Ship to"
        value={country ?? ''}
        autoComplete="off"
        onChange={(event) => choose({ country: event.target.value || null })}
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
      {country !== null && quote !== null && quote.shipping_methods.length > 0 && (
        <CartMethod quote={quote} />
      )}
    </div>
  );
}
