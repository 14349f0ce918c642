import { isBatchStage, stageName } from '#features/batches/model/batch-stage.ts';
import type { BatchRow } from '#features/batches/model/batch-desk.ts';
import { textOf, type Draft } from '#desk-kit/model/desk-row.ts';
import { etaOf, etaWords, parseEta } from '#shared/eta.ts';
import type { BuyersNews, NewsDraft } from '../../store/desk-batches.ts';
import styles from '#ui/styles/desk.module.css';

export const peopleWords = (count: number): string => (count === 1 ? '1 buyer' : `${count} buyers`);

function audienceWords(count: number, code: string): string {
  if (count === 0) return `Nobody has paid for anything in ${code} yet, so no e-mail is sent.`;
  const get = count === 1 ? 'gets' : 'get';
  return `${peopleWords(count)} who paid for something in ${code} ${get} an e-mail, one per address.`;
}

type Props = {
  readonly batch: BatchRow;
  readonly row: Draft<BuyersNews>;
  readonly draft: NewsDraft;
};

/** What sending does, said before it is sent. */
export function NewsEffect({ batch, row, draft }: Props) {
  const stage = textOf(row, 'stage');
  const before = etaOf(batch.values);
  const eta = parseEta(row.values.eta, batch.values.eta_precision);
  return (
    <ul className={styles['plain']} aria-label="What sending does">
      <li>{audienceWords(draft.audience.buyers, batch.values.code)}</li>
      {isBatchStage(stage) && <li>The batch moves to {stageName(stage)}.</li>}
      {eta !== null && (
        <li>
          The date changes {before !== null && `from ${etaWords(before)} `}to {etaWords(eta)}; the
          original date is still shown next to it.
        </li>
      )}
      <li>
        “{textOf(row, 'title')}” is published.
        {draft.audience.buyers > 0 && ' Sent e-mails can’t be recalled.'}
      </li>
    </ul>
  );
}
