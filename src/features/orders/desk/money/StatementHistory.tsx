import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { momentWords } from '#shared/date-words.ts';
import { dayWords } from '#shared/day-words.ts';
import { formatMoney } from '#shared/money.ts';
import { Button } from '#ui/react/Button.tsx';
import { NotRead } from '#ui/react/NotRead.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import styles from '#ui/styles/desk.module.css';
import { $history, readHistory, readOlder } from '../../store/bank-statement.ts';
import own from './statements.module.css';

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
      <ol className={own['entries']} aria-label="Statements so far">
        {state.statements.map((each) => (
          <li key={each.id} className={own['past']}>
            <div>
              <b>{each.file_name}</b>
              <span className={styles['byline']}>
                {dayWords(each.first_on)}
                {each.last_on !== each.first_on && ` to ${dayWords(each.last_on)}`}
              </span>
            </div>
            <div>
              {each.recorded} of {each.payments} recorded,{' '}
              {formatMoney(each.recorded_minor, each.currency ?? 'EUR')}
              {each.unmatched > 0 && (
                <span className={styles['byline']}>{each.unmatched} not matched yet</span>
              )}
            </div>
            <div>
              Read by {each.by}
              <span className={styles['byline']}>{momentWords(each.read_at)}</span>
            </div>
          </li>
        ))}
      </ol>
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
