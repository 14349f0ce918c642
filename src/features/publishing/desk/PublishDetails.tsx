import { momentWords } from '#shared/date-words.ts';
import type { PublishState } from '../store/publish.ts';
import styles from './publish.module.css';
import { broughtPages, kindWords, signWords, tableWord } from './publish-words.ts';

type Ready = Extract<PublishState, { status: 'ready' }>;

/** What the next build would bring. */
export function WaitingList({ waiting }: { readonly waiting: Ready['waiting'] }) {
  if (waiting.count === 0) {
    return <p>Nothing has changed since the last build. You can build again anyway.</p>;
  }
  const more = waiting.count - waiting.changes.length;
  return (
    <ul className={styles['changes']}>
      {waiting.changes.map(({ table, rowId, title, kind, at }) => (
        <li key={`${table} ${rowId}`}>
          <span>
            {tableWord(table)} <strong>{title}</strong>
          </span>
          <span className={styles['soft']}>
            {kindWords[kind]}, <time dateTime={at}>{momentWords(at)}</time>
          </span>
        </li>
      ))}
      {more > 0 && <li>… and {more} more</li>}
    </ul>
  );
}

const mostLogRows = 14;

/** How a build went: which pages it brought, and everything it said. */
export function BuildDetails({ run }: { readonly run: NonNullable<Ready['run']> }) {
  const pages = broughtPages(run.log);
  return (
    <div className={styles['build']}>
      <p className={styles['soft']}>
        Asked for <time dateTime={run.requestedAt}>{momentWords(run.requestedAt)}</time>
        {run.finishedAt !== null && (
          <>
            , ended <time dateTime={run.finishedAt}>{momentWords(run.finishedAt)}</time>
          </>
        )}
        {run.logUrl !== null && (
          <>
            {'. '}
            <a href={run.logUrl} target="_blank" rel="noopener noreferrer">
              The builder’s own log
            </a>
          </>
        )}
      </p>
      {run.note !== '' && <p className={styles['quote']}>{run.note}</p>}
      {pages.length > 0 && (
        <ul className={styles['changes']} aria-label="Pages published">
          {pages.map(({ sign, path }) => (
            <li key={path}>
              {sign === '-' ? path : <a href={path}>{path}</a>}
              <span className={styles['soft']}>{signWords[sign]}</span>
            </li>
          ))}
        </ul>
      )}
      <details open={run.status === 'failed'}>
        <summary>Build output</summary>
        {/* A field, because a long log is scrolled and copied by keyboard too. */}
        <textarea
          className={styles['log']}
          readOnly
          rows={Math.min(run.log.split('\n').length + 1, mostLogRows)}
          aria-label="Build log"
          value={run.log === '' ? 'Nothing yet.' : run.log}
        />
      </details>
    </div>
  );
}
