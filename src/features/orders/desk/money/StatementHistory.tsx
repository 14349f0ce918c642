import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { momentWords } from '#shared/date-words.ts';
import { dayWords } from '#shared/day-words.ts';
import { formatMoney } from '#shared/money.ts';
import { Button } from '#ui/react/Button.tsx';
import { NotRead } from '#ui/react/NotRead.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { Table } from '#ui/react/Table.tsx';
import styles from '#ui/styles/desk.module.css';
import table from '#ui/styles/table.module.css';
import { $history, readHistory, readOlder } from '../../store/bank-statement.ts';

/** Which files were read, by whom, and what came of them. */
export function StatementHistory() {
  const state = useStore($history);
  useEffect(() => {
    void readHistory();
  }, []);
  if (state.status === 'loading') return <Skeleton lines={3} />;
  if (state.status === 'failed')
    return (
      <NotRead
        title="The statements could not be loaded"
        message={state.message}
        onAgain={() => void readHistory()}
      />
    );
  if (state.statements.length === 0) return null;
  return (
    <section className={styles['card']} aria-label="Statements so far">
      <h2>Statements so far</h2>
      <Table label="Statements so far">
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col">Payments of</th>
            <th scope="col" className={table['number']}>
              Recorded
            </th>
            <th scope="col">Recorded by</th>
          </tr>
        </thead>
        <tbody>
          {state.statements.map((each) => (
            <tr key={each.id}>
              <th scope="row">{each.fileName}</th>
              <td className={styles['whole']}>
                {dayWords(each.firstOn)}
                {each.lastOn !== each.firstOn && ` to ${dayWords(each.lastOn)}`}
              </td>
              <td className={table['number']}>
                {each.recorded} of {each.payments}, {formatMoney(each.recordedMinor, each.currency)}
                {each.unmatched > 0 && (
                  <span className={styles['byline']}>{each.unmatched} not matched yet</span>
                )}
              </td>
              <td>
                {each.by}
                <span className={styles['byline']}>{momentWords(each.readAt)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {state.isMore && (
        <div className={styles['line']}>
          <Button size="small" onClick={() => void readOlder()}>
            Show older
          </Button>
        </div>
      )}
    </section>
  );
}
