import type { BatchRow } from '#features/batches/model/batch-desk.ts';
import { newPromises, type BatchRecord } from '#features/batches/model/batch-record.ts';
import { stageName } from '#features/batches/model/batch-stage.ts';
import { routes } from '#routes.ts';
import { momentWords } from '#shared/date-words.ts';
import { dayWords } from '#shared/day-words.ts';
import { etaWords, parseEta } from '#shared/eta.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { Table } from '#ui/react/Table.tsx';
import styles from '#ui/styles/desk.module.css';
import stacked from '#ui/styles/stacked-table.module.css';
import own from './batch.module.css';

type Props = { readonly record: BatchRecord };

/** Each stage with its date, and what buyers were told then that was new. */
export function BatchTimeline({ record, batch }: Props & { readonly batch: BatchRow }) {
  const { settled_at: settledAt, shipped_on: shippedOn } = batch.values;
  const { stages } = record;
  return (
    <section
      className={`${styles['card']} ${stacked['stacks']} ${own['timeline']}`}
      aria-label="Timeline"
    >
      <h3>Timeline</h3>
      <Table label="Stages of this batch">
        <thead>
          <tr>
            <th scope="col">Stage</th>
            <th scope="col">Since</th>
            <th scope="col">What buyers were promised</th>
          </tr>
        </thead>
        <tbody>
          {stages.map((step, place) => (
            <tr key={`${step.stage} ${step.entered_at}`}>
              <th scope="row">{stageName(step.stage)}</th>
              <td data-label="Since">{momentWords(step.entered_at)}</td>
              <td data-label="Promised">
                <Promises words={newPromises(step, stages[place - 1])} isFirst={place === 0} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {settledAt !== null && (
        <p className={styles['small']}>Kits and prices became final on {momentWords(settledAt)}.</p>
      )}
      {shippedOn !== null && (
        <p className={styles['small']}>The last order shipped on {dayWords(shippedOn)}.</p>
      )}
    </section>
  );
}

type PromisesProps = { readonly words: readonly string[]; readonly isFirst: boolean };

function Promises({ words, isFirst }: PromisesProps) {
  if (words.length === 0)
    return <span className={styles['small']}>{isFirst ? 'No dates yet' : 'As before'}</span>;
  return (
    <ul className={styles['plain']}>
      {words.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  );
}

export function BatchUpdates({ record: { updates }, batch }: Props & { readonly batch: BatchRow }) {
  return (
    <section className={styles['card']} aria-label="Updates">
      <h3>Updates</h3>
      {updates.length === 0 && <p className={styles['small']}>No update names this batch yet.</p>}
      <ul className={styles['plain']}>
        {updates.map((update) => {
          // It says a date alone: as exact as its batch, as the shop takes it.
          const etaAfter = parseEta(update.eta_after, batch.values.eta_precision);
          return (
            <li key={update.id}>
              {update.status === 'draft' ? (
                update.title
              ) : (
                <a href={routes.update(update.url)}>{update.title}</a>
              )}
              <span className={styles['byline']}>
                {update.status === 'draft' || update.publish_at === null
                  ? 'Draft'
                  : momentWords(update.publish_at)}
                {update.stage !== null && `, moved it to ${stageName(update.stage)}`}
                {etaAfter !== null && `, expected ${etaWords(etaAfter)}`}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const kinds: Readonly<Record<string, string>> = {
  batch_update: 'Update for buyers',
  stage_changed: 'Stage changed',
  kit_dropped: 'Kit dropped',
  price_settled: 'Better price reached',
};

export function BatchMails({ record: { mails } }: Props) {
  return (
    <section className={styles['card']} aria-label="E-mails">
      <h3>E-mails</h3>
      {mails.length === 0 && (
        <p className={styles['small']}>Its buyers have not been e-mailed yet.</p>
      )}
      <ul className={styles['plain']}>
        {mails.map((mail) => (
          <li key={mail.kind}>
            {kinds[mail.kind] ?? mail.kind}: {mail.sent} sent{' '}
            {mail.waiting > 0 && <Badge tone="waiting">{mail.waiting} waiting</Badge>}{' '}
            {mail.failed > 0 && <Badge tone="bad">{mail.failed} failed</Badge>}
            <span className={styles['byline']}>last {momentWords(mail.last_at)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
