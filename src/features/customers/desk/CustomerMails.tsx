import { momentWords } from '#shared/date-words.ts';
import type { Tone } from '#shared/tone.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { Table } from '#ui/react/Table.tsx';
import styles from '#ui/styles/desk.module.css';
import { mailName, mailState, subjectOf, type Customer } from '../model/customer.ts';
import { OrderLink } from './CustomerOrders.tsx';

const tones: Readonly<Record<ReturnType<typeof mailState>, Tone>> = {
  sent: 'good',
  waiting: 'waiting',
  failed: 'bad',
};

/** What the shop wrote to them, and whether it left. */
export function CustomerMails({ customer: { mails } }: { readonly customer: Customer }) {
  return (
    <section className={styles['card']} aria-label="E-mails">
      <h3>E-mails</h3>
      {mails.length === 0 ? (
        <p className={styles['small']}>No e-mails on record.</p>
      ) : (
        <Table label="E-mails to this customer">
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">What</th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {mails.map((mail) => (
              <tr key={mail.id}>
                <td>{momentWords(mail.sent_at ?? mail.at)}</td>
                <td className={styles['breakable']}>
                  {subjectOf(mail) || mailName(mail.kind)}
                  {mail.number !== '' && (
                    <span className={styles['byline']}>
                      <OrderLink number={mail.number} />
                    </span>
                  )}
                </td>
                <td>
                  <Badge tone={tones[mailState(mail)]}>{mailState(mail)}</Badge>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}
