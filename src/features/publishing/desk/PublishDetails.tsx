import { momentWords } from '#shared/date-words.ts';
import { DeskLink } from '#desk-kit/gate/DeskLink.tsx';
import { changeWords } from '#desk-kit/model/row-change.ts';
import type { WaitingChange } from '../api/publish-requests.ts';
import type { PublishState } from '../store/publish.ts';
import styles from './publish.module.css';
import { broughtPages, changedThing, kindWords, signWords } from './publish-words.ts';

type Ready = Extract<PublishState, { status: 'ready' }>;

/** What the next build would bring, by the product it belongs to, with what it was and is. */
export function WaitingList({ waiting }: { readonly waiting: Ready['waiting'] }) {
  if (waiting.count === 0) {
    return <p>Nothing has changed since the last build. You can build again anyway.</p>;
  }
  const more = waiting.count - waiting.changes.length;
  const groups = Map.groupBy(waiting.changes, ({ product }) => product?.id ?? '');
  return (
    <div className={styles['changes']}>
      {[...groups].map(([id, changes]) => {
        const product = changes[0]?.product;
        return (
          <section key={id}>
            {groups.size > 1 && (
              <h3>
                {product ? (
                  <DeskLink desk="products" search={`?product=${product.id}`}>
                    {product.title}
                  </DeskLink>
                ) : (
                  'The shop'
                )}
              </h3>
            )}
            <ul>
              {changes.map((change) => (
                <Waiting key={`${change.table} ${change.rowId}`} change={change} />
              ))}
            </ul>
          </section>
        );
      })}
      {more > 0 && <p>… and {more} more</p>}
    </div>
  );
}

function Waiting({ change }: { readonly change: WaitingChange }) {
  const { table, title, kind, at, by } = change;
  const words = kind === 'changed' ? changeWords(change) : '';
  const thing = changedThing(table, title);
  return (
    <li>
      <span>
        {thing.kind} <strong>{thing.name}</strong>
        {words !== '' && <span className={styles['fields']}>{words}</span>}
      </span>
      <span className={styles['soft']}>
        {kindWords[kind]}
        {kind !== 'due' && ` by ${by}`}, <time dateTime={at}>{momentWords(at)}</time>
      </span>
    </li>
  );
}

const mostLogRows = 14;

/** How a build went: which pages it brought, and everything it said. */
export function BuildDetails({
  run,
  log,
}: {
  readonly run: NonNullable<Ready['run']>;
  readonly log: string | null;
}) {
  const pages = broughtPages(log ?? '');
  const output = log === null ? 'Loading …' : log || 'Nothing yet.';
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
          rows={Math.min(output.split('\n').length + 1, mostLogRows)}
          aria-label="Build log"
          value={output}
        />
      </details>
    </div>
  );
}
