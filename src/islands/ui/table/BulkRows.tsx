import type { DeskRow } from '#domain/desk-row.ts';
import { countOutcomes, type BulkProgress } from '#domain/table-bulk.ts';
import styles from '#styles/ui/data-table.module.css';
import type { BulkAction } from './table-model.ts';

type About = { readonly action: BulkAction; readonly rows: readonly DeskRow[] };

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
    <ul className={styles['results']} aria-label="What would happen">
      {left.map(({ row, reason }) => (
        <li key={row.id} data-kind="refused">
          <b>{action.nameOf(row)}</b> stays: {reason}
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

export function BulkResult({ progress, rows, action }: { progress: BulkProgress } & About) {
  const { done, refused, unknown, untouched } = countOutcomes(progress);
  const nameOf = (id: string) => {
    const row = rows.find((each) => each.id === id);
    return row ? action.nameOf(row) : id;
  };
  return (
    <>
      <output>
        {done} done, {refused} refused, {unknown} unknown
        {progress.isRunning ? '' : `, ${untouched} not touched`}
      </output>
      <ul className={styles['results']} aria-label="What happened">
        {progress.outcomes.map((outcome) =>
          outcome.kind === 'done' ? null : (
            <li key={outcome.id} data-kind={outcome.kind}>
              <b>{nameOf(outcome.id)}</b> {outcome.reason}
            </li>
          ),
        )}
      </ul>
    </>
  );
}
