import { useRef, useState } from 'react';
import { plainText } from '../model/desk-row.ts';
import type { Result } from '#shared/result.ts';
import type { BulkOutcome, BulkProgress } from '../model/table-bulk.ts';
import { itemsOf, type ImportReport } from '../model/table-import.ts';
import { Button } from '#ui/react/Button.tsx';
import { Choice } from '#ui/react/Choice.tsx';
import { DeskDialog } from '#ui/react/DeskDialog.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { Progress } from '../ui/Progress.tsx';
import styles from '../ui/data-table.module.css';
import { BulkResult } from './BulkRows.tsx';
import { DryRun } from './DryRun.tsx';
import type { ColumnWords } from './table-model.ts';

type Props<Report extends ImportReport> = {
  readonly title: string;
  readonly explains: string;
  readonly label?: string;
  readonly fileLabel?: string;
  /** As its form says what a file changes; without it, as the file does. */
  readonly words?: ColumnWords;
  /** What else may be taken, where it is asked. */
  readonly option?: string;
  readonly onDryRun: (text: string, isOptionOn: boolean) => Promise<Result<Report, string>>;
  readonly onApply: (
    report: Report,
    signal: AbortSignal,
    onOutcome: (outcome: BulkOutcome) => void,
  ) => Promise<void>;
  readonly onDone: () => void;
};

/** A file is read and judged line by line first; nothing is written before that was looked at. */
export function ImportButton<Report extends ImportReport>(props: Props<Report>) {
  const { title, explains, label = 'Import CSV', fileLabel = 'CSV file' } = props;
  const { option, onDryRun, onApply, onDone } = props;
  const [isOpen, setOpen] = useState(false);
  const [report, setReport] = useState<Report | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const [isOptionOn, setOption] = useState(false);
  const text = useRef<string | null>(null);
  const stop = useRef<AbortController | null>(null);

  async function read(file: File | undefined) {
    if (!file) return;
    text.current = await file.text();
    await judge(isOptionOn);
  }
  async function judge(withOption: boolean) {
    if (text.current === null) return;
    setReport(null);
    setProgress(null);
    const judged = await onDryRun(text.current, withOption);
    setProblem(judged.ok ? judged.value.problem : judged.error);
    setReport(judged.ok ? judged.value : null);
  }
  async function apply(over: Report) {
    const controller = new AbortController();
    stop.current = controller;
    const outcomes: BulkOutcome[] = [];
    const { count: total } = itemsOf(over);
    const show = (isRunning: boolean) => setProgress({ total, outcomes: [...outcomes], isRunning });
    show(true);
    await onApply(over, controller.signal, (outcome) => {
      outcomes.push(outcome);
      show(true);
    });
    show(false);
  }
  function close() {
    setOpen(false);
    if (progress) onDone();
    setReport(null);
    setProgress(null);
    setProblem(null);
    setOption(false);
    text.current = null;
  }
  const words = props.words ?? wordsOfFile(report);
  const nameOf = (id: string) => {
    const item = report?.items?.list.find((each) => each.id === id);
    if (item !== undefined) return item.name;
    const line = report?.lines.find(
      (each) => (each.kind === 'change' ? each.row.id : each.key) === id,
    );
    return line ? `Line ${line.line}, ${line.key}` : id;
  };
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <DeskDialog
        open={isOpen}
        title={title}
        unsaved={false}
        onClose={close}
        wide={report !== null}
      >
        <p>{explains}</p>
        <label className={styles['file']}>
          <span>{fileLabel}</span>
          <input
            type="file"
            accept=".csv,.json,text/csv,application/json"
            onChange={(event) => void read(event.target.files?.[0])}
          />
        </label>
        {option !== undefined && progress === null && (
          <Choice
            type="checkbox"
            label={option}
            checked={isOptionOn}
            onChange={({ currentTarget: { checked } }) => {
              setOption(checked);
              void judge(checked);
            }}
          />
        )}
        {problem !== null && (
          <Notice tone="fault" role="alert" title="This file can’t be used">
            <p>{problem}</p>
          </Notice>
        )}
        {report !== null && progress === null && report.problem === null && (
          <DryRun report={report} words={words} onApply={() => void apply(report)} />
        )}
        {progress !== null && (
          <>
            <Progress
              label="Imported"
              value={progress.outcomes.length}
              goal={progress.total}
              {...(progress.isRunning ? { onCancel: () => stop.current?.abort() } : {})}
            />
            <BulkResult progress={progress} done="imported" nameOf={nameOf} words={words} />
          </>
        )}
      </DeskDialog>
    </>
  );
}

const wordsOfFile = (report: ImportReport | null): ColumnWords => ({
  titleOf: (column) => report?.titles?.[column] ?? column,
  valueOf: (_, value) => plainText(value),
});
