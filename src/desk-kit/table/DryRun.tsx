import {
  countLines,
  itemsOf,
  type ImportChange,
  type ImportReport,
} from '../model/table-import.ts';
import { Button } from '#ui/react/Button.tsx';
import styles from '../ui/data-table.module.css';
import type { ColumnWords } from './table-model.ts';

type Props = {
  readonly report: ImportReport;
  readonly words: ColumnWords;
  readonly onApply: () => void;
};

/** What a file would do, line by line. */
export function DryRun({ report, words, onApply }: Props) {
  const { change, new: added, same, wrong } = countLines(report);
  const { count, words: items } = itemsOf(report);
  return (
    <>
      <output>
        {change} would change, {added > 0 && `${added} would be added, `}
        {same} unchanged, {wrong} can’t be used.
        {report.ignoredColumns.length > 0 &&
          ` Ignored columns: ${report.ignoredColumns.join(', ')}.`}
      </output>
      {report.notes !== undefined && report.notes.length > 0 && (
        <ul className={styles['notes']} aria-label="Left out">
          {report.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <ul className={styles['results']} aria-label="Dry run">
        {report.lines.map((line) => (
          <li key={line.line} data-kind={line.kind === 'wrong' ? 'refused' : line.kind}>
            <b>
              Line {line.line}, {line.key}
            </b>{' '}
            {line.kind === 'same' && 'unchanged'}
            {line.kind === 'new' && 'would be added'}
            {line.kind === 'wrong' && <Lines texts={line.problems} />}
            {line.kind === 'change' && (
              <Lines texts={line.changes.map((each) => changeInWords(each, words))} />
            )}
            {line.note !== undefined && <em> · {line.note}</em>}
          </li>
        ))}
      </ul>
      <Button look="primary" disabled={count === 0} onClick={onApply}>
        Import {items}
      </Button>
    </>
  );
}

function changeInWords({ column, before, after }: ImportChange, words: ColumnWords): string {
  const next = words.valueOf(column, after) || 'nothing';
  const change = before === '' ? next : `${words.valueOf(column, before)} → ${next}`;
  return `${words.titleOf(column)}: ${change}`;
}

/** One is said beside its line, more stand under it: sentences among them end by themselves. */
function Lines({ texts }: { readonly texts: readonly string[] }) {
  const [first, ...more] = texts;
  if (more.length === 0) return first;
  return texts.map((text) => (
    <span key={text} className={styles['detail']}>
      {text}
    </span>
  ));
}
