import styles from '#ui/styles/desk.module.css';
import { topicWords, type Customer, type CustomerFollow } from '../model/customer.ts';

/** Which mails they want. What a person must know is always sent. */
export function CustomerConsents({ customer }: { readonly customer: Customer }) {
  const { kind, declined_topics: declinedTopics, follows } = customer;
  return (
    <section className={styles['card']} aria-label="Consents">
      <h3>Consents</h3>
      <dl className={styles['facts']}>
        <dt>News</dt>
        <dd>
          {kind === 'guest' && 'As a guest: e-mails about their orders.'}
          {kind === 'account' && declinedTopics.length === 0 && 'All e-mails.'}
          {declinedTopics.length > 0 && `All but ${declinedTopics.map(topicWords).join(', ')}.`}
        </dd>
        <dt>Products</dt>
        <dd>
          {follows.length === 0 ? (
            'Follows none.'
          ) : (
            <ul className={styles['plain']}>
              {follows.map((follow) => (
                <li key={follow.id}>
                  {follow.product ?? 'Everything new'}
                  <span className={styles['byline']}>{followWords(follow)}</span>
                </li>
              ))}
            </ul>
          )}
        </dd>
        <dt>Statistics</dt>
        <dd>Kept in their browser alone: visits are counted without an account.</dd>
      </dl>
    </section>
  );
}

function followWords({ about, confirmed_at: since, ended_at: ended }: CustomerFollow): string {
  const what =
    about === 'stock' ? 'when it is back in stock' : about === 'drops' ? 'by e-mail' : 'updates';
  if (ended !== null) return `${what}, ended`;
  return since === null ? `${what}, not confirmed yet` : what;
}
