import styles from './cart.module.css';

/** An offer is for one, for a while; the quote says when it has ended. */
export function OfferTime() {
  return <p className={styles['offer']}>One piece, by an offer of a list</p>;
}
