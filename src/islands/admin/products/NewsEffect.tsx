import { stageName } from '#domain/batch-stage.ts';
import { isBatchStage } from '#domain/batch-stages.ts';
import { dayWords } from '#domain/day-words.ts';
import { textOf, type DeskRow } from '#domain/desk-row.ts';
import type { NewsDraft } from '#stores/desk-batches.ts';
import styles from '#styles/desk/desk.module.css';

export const peopleWords = (count: number): string => (count === 1 ? '1 buyer' : `${count} buyers`);

type Props = { readonly batch: DeskRow; readonly row: DeskRow; readonly draft: NewsDraft };

/** What sending does, said before it is sent. */
export function NewsEffect({ batch, row, draft }: Props) {
  const stage = textOf(row, 'stage');
  const eta = textOf(row, 'eta');
  const before = textOf(batch, 'eta');
  return (
    <ul className={styles['plain']} aria-label="What sending does">
      <li>
        {peopleWords(draft.audience.buyers)} who paid for something of {textOf(batch, 'code')} get a
        mail, each address once.
      </li>
      {isBatchStage(stage) && <li>The batch moves to {stageName(stage)}.</li>}
      {eta !== '' && (
        <li>
          The date moves {before !== '' && `from ${dayWords(before)} `}to {dayWords(eta)}; what was
          promised first stays beside it.
        </li>
      )}
      <li>“{textOf(row, 'title')}” is published. A mail can’t be called back.</li>
    </ul>
  );
}
