import { useStore } from '@nanostores/react';
import { addressLines } from '#shared/address.ts';
import { momentWords } from '#shared/date-words.ts';
import { MoneyText } from '#ui/react/MoneyText.tsx';
import { $countryRules } from '#features/account/store/address-book.ts';
import { parcelWords } from '#features/cart/model/parcel-words.ts';
import { countedMethod } from '#features/cart/model/shipping-method.ts';
import { GoodsLine } from '#features/cart/ui/GoodsLine.tsx';
import { Sums } from '#features/cart/ui/Sums.tsx';
import type { Receipt } from '../store/receipt.ts';
import styles from './checkout.module.css';

/** What was ordered, when it comes, what it costs and where it goes. */
export function OrderReceipt({ receipt }: { readonly receipt: Receipt }) {
  const { quote, parcels, address } = receipt;
  const rules = useStore($countryRules)?.find(({ code }) => code === address.country) ?? null;
  return (
    <section className={styles['overview']} aria-labelledby="receipt">
      <h2 id="receipt">What you ordered</h2>
      {parcels.map(({ shipment, closesAt, lines }) => (
        <div key={shipment.position} className={styles['parcel']}>
          <h3 className={styles['subject']}>
            {parcels.length > 1 && <span>Parcel {shipment.position}</span>} {parcelWords(shipment)}
          </h3>
          {closesAt !== null && (
            <p className={styles['aside']}>
              The group buy closes on <time dateTime={closesAt}>{momentWords(closesAt)}</time>.
            </p>
          )}
          <ul className={styles['goods']}>
            {lines.map(({ key, words, quantity, totalMinor }) => (
              <li key={key}>
                <GoodsLine
                  small
                  facts={words}
                  path={words.path}
                  price={<MoneyText minor={totalMinor} currency={quote.currency} />}
                  note={`${quantity} ${quantity === 1 ? 'item' : 'items'}`}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
      <Sums quote={quote} country={address.country} />
      <div>
        <h3 className={styles['subject']}>Ship to</h3>
        <address className={styles['address']}>
          {addressLines(address, rules).map((part) => (
            <span key={part}>{part}</span>
          ))}
        </address>
        <p className={styles['aside']}>{countedMethod(quote)?.name}</p>
      </div>
    </section>
  );
}
