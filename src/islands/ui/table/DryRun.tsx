import { plainText } from '#domain/desk-row.ts';
import { countLines, type ImportReport } from '#domain/table-import.ts';
import { Button } from '#islands/ui/Button.tsx';
import styles from '#styles/ui/data-table.module.css';

/** What a file would do, line by line. */
export function DryRun(props: { readonly report: ImportReport; readonly onApply: () => void }) {
  const { report, onApply } = props;
  const { change, new: added, same, wrong } = countLines(report);
  const total = change + added;
  return (
    <>
      <output>
        {change} would change, {added > 0 && `${added} would be added, `}
        {same} stay as they are, {wrong} can’t be used.
        {report.ignoredColumns.length > 0 &&
          ` Ignored columns: ${report.ignoredColumns.join(', ')}.`}
      </output>
      <ul className={styles['results']} aria-label="Dry run">
        {report.lines.map((line) => (
          <li key={line.line} data-kind={line.kind === 'wrong' ? 'refused' : line.kind}>
            <b>
              Line {line.line}, {line.key}
            </b>{' '}
            {line.kind === 'same' && 'stays as it is'}
            {line.kind === 'new' && 'would be added'}
            {line.kind === 'wrong' && line.problems.join('; ')}
            {line.kind === 'change' &&
              line.changes
                .map(({ column, before, after }) => {
                  const next = plainText(after) || 'nothing';
                  const name = report.titles?.[column] ?? column;
                  return `${name}: ${before === '' ? next : `${before} → ${next}`}`;
                })
                .join('; ')}
            {line.note !== undefined && <em> · {line.note}</em>}
          </li>
        ))}
      </ul>
      <Button look="primary" disabled={total === 0} onClick={onApply}>
        Write {total} {total === 1 ? 'row' : 'rows'}
      </Button>
    </>
  );
}
