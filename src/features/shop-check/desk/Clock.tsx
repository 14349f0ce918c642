import { useStore } from '@nanostores/react';
import type { ClockReport } from '../model/clock-report.ts';
import { momentWords } from '#shared/date-words.ts';
import { Button } from '#ui/react/Button.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { clock } from '../store/desk-reports.ts';
import styles from '#ui/styles/desk.module.css';

/** What runs by the clock: how it came out, and what comes next. For owners. */
export function Clock() {
  const state = useStore(clock.$state);
  return (
    <section className={styles['card']} aria-label="Scheduled jobs">
      <h2>Scheduled jobs</h2>
      {state.status === 'loading' && <Skeleton lines={3} label="Loading scheduled jobs" />}
      {state.status === 'failed' && (
        <div className={styles['line']} role="alert">
          <span className={styles['fault']}>
            Scheduled jobs could not be loaded: {state.failure.title}
          </span>
          <Button size="small" onClick={() => void clock.reload()}>
            Try again
          </Button>
        </div>
      )}
      {state.status === 'ready' && <Told report={state.value} />}
    </section>
  );
}

function Told({ report: { ranAt, jobs, next } }: { readonly report: ClockReport }) {
  const broken = jobs.filter(({ problem }) => problem !== '');
  return (
    <>
      <p className={styles['small']}>
        {ranAt === null
          ? 'No jobs have run yet.'
          : `Last run on ${momentWords(ranAt)}; ${broken.length === 0 ? 'all jobs finished.' : 'some jobs did not finish.'}`}
      </p>
      {broken.length > 0 && (
        <ul className={styles['plain']}>
          {broken.map(({ words, problem, workedAt }) => (
            <li key={words}>
              <b>{words}</b>: <span className={styles['fault']}>{problem}</span>{' '}
              {workedAt === null
                ? 'It has never succeeded.'
                : `Last success ${momentWords(workedAt)}.`}
            </li>
          ))}
        </ul>
      )}
      {next.length > 0 && (
        <dl className={styles['facts']} aria-label="Next runs">
          {next.map(({ words, count, at }) => (
            <div className={styles['pair']} key={words}>
              <dt>{words}</dt>
              <dd>
                {count > 1 && 'the first on '}
                {momentWords(at)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
