import { useRef, useState } from 'react';
import type { DeskRow } from '../model/desk-row.ts';
import { previewBulk, type BulkOutcome, type BulkProgress } from '../model/table-bulk.ts';
import { Button } from '#ui/react/Button.tsx';
import { DeskDialog } from '#ui/react/DeskDialog.tsx';
import { Progress } from '../ui/Progress.tsx';
import styles from '../ui/data-table.module.css';
import { BulkPreviewList, BulkResult, WhatStays } from './BulkRows.tsx';
import type { BulkAction, ColumnWords } from './table-model.ts';

type Props = {
  readonly action: BulkAction;
  readonly rows: readonly DeskRow[];
  readonly words: ColumnWords;
  readonly onClose: () => void;
};

type Run = BulkAction['run'];

export function BulkDialog({ action, rows: chosen, words, onClose }: Props) {
  // What was chosen when it was opened: rows may leave the table while it runs.
  const [rows] = useState(chosen);
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const [isUndone, setUndone] = useState(false);
  const stop = useRef<AbortController | null>(null);
  const { ready, left } = previewBulk(rows, action.whyNot);

  async function start(run: Run, over: readonly DeskRow[]) {
    const controller = new AbortController();
    stop.current = controller;
    const outcomes: BulkOutcome[] = [];
    const show = (isRunning: boolean) =>
      setProgress({ total: over.length, outcomes: [...outcomes], isRunning });
    show(true);
    await run(over, controller.signal, (outcome) => {
      outcomes.push(outcome);
      show(true);
    });
    show(false);
  }
  const doneRows = () => {
    const done = new Set(
      progress?.outcomes.flatMap(({ kind, id }) => (kind === 'done' ? [id] : [])),
    );
    return rows.filter(({ id }) => done.has(id));
  };
  const nameOf = (id: string) => {
    const row = rows.find((each) => each.id === id);
    return row ? action.nameOf(row) : id;
  };
  const { undo } = action;
  const done = doneRows();
  const free = undo ? done.filter((row) => undo.stays(row) === null) : [];
  return (
    // What was typed into its fields stays with the desk for the next time it is opened.
    <DeskDialog open title={action.title} unsaved={false} onClose={onClose} wide>
      {progress === null ? (
        <>
          <p>{action.explains}</p>
          {action.fields && <div className={styles['asked']}>{action.fields}</div>}
          <BulkPreviewList action={action} ready={ready} left={left} />
          {undo && <WhatStays rows={ready} stays={undo.stays} />}
          {action.blocked && <p className={styles['problem']}>{action.blocked}</p>}
          <div className={styles['line']}>
            <Button
              look={action.danger ? 'danger' : 'primary'}
              disabled={ready.length === 0 || Boolean(action.blocked)}
              onClick={() => void start(action.run, ready)}
            >
              {action.title}: {ready.length} {ready.length === 1 ? 'row' : 'rows'}
            </Button>
            <Button look="quiet" onClick={onClose}>
              Back without changes
            </Button>
          </div>
        </>
      ) : (
        <>
          <Progress
            label={isUndone ? 'Undone' : 'Processed'}
            value={progress.outcomes.length}
            goal={progress.total}
            {...(progress.isRunning ? { onCancel: () => stop.current?.abort() } : {})}
          />
          <BulkResult progress={progress} done="done" nameOf={nameOf} words={words} />
          {undo && !progress.isRunning && !isUndone && <WhatStays rows={done} stays={undo.stays} />}
          {!progress.isRunning && (
            <div className={styles['line']}>
              {undo && !isUndone && free.length > 0 && (
                <Button
                  onClick={() => {
                    setUndone(true);
                    void start(undo.run, free);
                  }}
                >
                  {free.length === done.length ? 'Undo' : `Undo ${free.length}`}
                </Button>
              )}
              <Button look="primary" onClick={onClose}>
                Close
              </Button>
            </div>
          )}
        </>
      )}
    </DeskDialog>
  );
}
