import type { DeskRow } from '../model/desk-row.ts';
import { countOutcomes, type BulkProgress } from '../model/table-bulk.ts';
import type { BothSides } from '../model/table-edit.ts';
import styles from '../ui/data-table.module.css';
import { BothTable } from './BothTable.tsx';
import type { BulkAction, ColumnWords } from './table-model.ts';

export function BulkPreviewList({
  action,
  ready,
  left,
}: {
  readonly action: BulkAction;
  readonly ready: readonly DeskRow[];
  readonly left: readonly { readonly row: DeskRow; readonly reason: string }[];
}) {
  return (
    <ul className={styles['results']} aria-label="Preview">
      {left.map(({ row, reason }) => (
        <li key={row.id} data-kind="refused">
          <b>{action.nameOf(row)}</b> will not change: {reason}
        </li>
      ))}
      {ready.map((row) => (
        <li key={row.id}>
          <b>{action.nameOf(row)}</b>
        </li>
      ))}
    </ul>
  );
}

type Stays = {
  readonly rows: readonly DeskRow[];
  readonly stays: (row: DeskRow) => string | null;
};

/** What can't be taken back of rows, told once for all of which the same stays. */
export function WhatStays({ rows, stays }: Stays) {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const words = stays(row);
    if (words !== null) counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return [...counts].map(([words, count]) => (
    <p key={words} className={styles['stays']}>
      {counts.size > 1 && <b>{count === 1 ? '1 row: ' : `${count} rows: `}</b>}
      {words}
    </p>
  ));
}

type Looked = {
  readonly progress: BulkProgress;
  /** What a row that was done counts as. */
  readonly done: string;
  readonly nameOf: (id: string) => string;
  readonly words: ColumnWords;
};

/** What became of each row that was not done, with both values where somebody else was faster. */
export function BulkResult({ progress, done: doneWord, nameOf, words }: Looked) {
  const { done, refused, unknown, untouched } = countOutcomes(progress);
  const left = progress.outcomes.filter((outcome) => outcome.kind !== 'done');
  return (
    <>
      <output className={styles['outcome']}>
        {done} {doneWord}, {refused} refused, {unknown} unknown
        {progress.isRunning ? '' : `, ${untouched} not touched`}
      </output>
      {left.length > 0 && (
        <ul className={styles['results']} aria-label="Results">
          {left.map((outcome) => (
            <li key={outcome.id} data-kind={outcome.kind}>
              <b>{nameOf(outcome.id)}</b> {outcome.reason}
              {outcome.kind === 'refused' && outcome.both && (
                <BothTable rows={outcome.both.map((each) => sidesInWords(each, words))} />
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function sidesInWords(sides: BothSides, { titleOf, valueOf }: ColumnWords): BothSides {
  const { key, before, theirs, mine } = sides;
  return {
    ...sides,
    ...(before === undefined ? {} : { before: valueOf(key, before) }),
    name: titleOf(key),
    theirs: valueOf(key, theirs),
    mine: valueOf(key, mine),
  };
}
