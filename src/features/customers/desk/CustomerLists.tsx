import { listKindName } from '#shared/list-kind.ts';
import { routes } from '#routes.ts';
import { momentWords } from '#shared/date-words.ts';
import { dayWords } from '#shared/day-words.ts';
import { Badge } from '#ui/react/Badge.tsx';
import styles from '#ui/styles/desk.module.css';
import type { Customer, CustomerOffer } from '../model/customer.ts';
import { OrderLink } from './CustomerOrders.tsx';

/** Places on lists with what came of them, and designs. Guests have neither. */
export function CustomerLists({ customer }: { readonly customer: Customer }) {
  const { entries, designs, kind } = customer;
  if (kind === 'guest') return null;
  return (
    <>
      <section className={styles['card']} aria-label="Lists and offers">
        <h3>Lists and offers</h3>
        {entries.length === 0 ? (
          <p className={styles['small']}>On no list.</p>
        ) : (
          <ul className={styles['plain']}>
            {entries.map((entry) => (
              <li key={entry.id}>
                <b>{entry.list}</b> {listKindName(entry.kind)}
                {entry.withdrawn_at !== null && ', left'}
                <span className={styles['byline']}>joined {dayWords(entry.entered_at)}</span>
                {entry.offers.map((offer) => (
                  <OfferLine key={offer.id} offer={offer} />
                ))}
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className={styles['card']} aria-label="Designs">
        <h3>Designs</h3>
        {designs.length === 0 ? (
          <p className={styles['small']}>No saved designs.</p>
        ) : (
          <ul className={styles['plain']}>
            {designs.map((design) => (
              <li key={design.id}>
                {design.visibility === 'private' ? (
                  design.name
                ) : (
                  <a href={routes.design(design.code)}>{design.name}</a>
                )}
                <span className={styles['byline']}>
                  {design.visibility}, changed {dayWords(design.updated_at)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}

function OfferLine({ offer }: { readonly offer: CustomerOffer }) {
  return (
    <span className={styles['byline']}>
      <Badge tone={offer.number === null ? 'plain' : 'good'}>
        Offer {offer.number === null ? offer.status : 'ordered'}
      </Badge>{' '}
      {offer.number === null ? (
        `until ${momentWords(offer.expires_at)}`
      ) : (
        <OrderLink number={offer.number} />
      )}
    </span>
  );
}
