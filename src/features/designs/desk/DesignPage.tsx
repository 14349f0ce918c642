import { useState } from 'react';
import { actorWord } from '#desk-kit/model/actor-words.ts';
import { momentWords } from '#shared/date-words.ts';
import { dayWords } from '#shared/day-words.ts';
import { routes } from '#routes.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { NotRead } from '#ui/react/NotRead.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import styles from '#ui/styles/desk.module.css';
import { builtInLayouts, layoutNames } from '#drawing/keyboard-layouts/built-in.ts';
import { decisionWords, type DesignRecord } from '../model/design-record.ts';
import type { ShownDesign } from '../store/desk-designs.ts';
import { StillBoard } from '../ui/StillBoard.tsx';
import { DecideDialog, type Decision } from './DecideDialog.tsx';
import own from './designs.module.css';
import { MakerLink } from './MakerLink.tsx';
import { goToDesign } from './use-shown-design.ts';

type Props = { readonly shown: Exclude<ShownDesign, { readonly status: 'closed' }> };

/** One design, what visitors say about it, and what is to become of it. */
export function DesignPage({ shown }: Props) {
  if (shown.status === 'open') return <Whole key={shown.record.id} record={shown.record} />;
  return (
    <div className={styles['stack']}>
      <div className={styles['bar']}>
        <Back />
        <h2>Design</h2>
      </div>
      {shown.status === 'loading' && <Skeleton picture lines={8} label="Loading the design" />}
      {shown.status === 'failed' &&
        (shown.isMissing ? (
          <Notice tone="caution" title="Design not found">
            <p>It was deleted, or its maker no longer shares it.</p>
          </Notice>
        ) : (
          <NotRead
            title="The design could not be loaded"
            message={shown.message}
            onAgain={() => dispatchEvent(new PopStateEvent('popstate'))}
          />
        ))}
    </div>
  );
}

const Back = () => (
  <Button size="small" look="quiet" onClick={() => goToDesign(null)}>
    ← All designs
  </Button>
);

function Whole({ record }: { readonly record: DesignRecord }) {
  const [decision, setDecision] = useState<Decision | null>(null);
  const isHidden = record.hidden_at !== null;
  const shownWords = record.is_public ? 'In the gallery' : 'Shared by its link';
  const where = record.is_public ? ' in the gallery' : '';
  const from = record.is_public ? ' from the gallery' : '';
  const open = record.reports.filter((report) => report.answered_at === null).length;
  return (
    <div className={styles['stack']}>
      <div className={styles['bar']}>
        <Back />
        <h2>{record.name}</h2>
        {isHidden ? (
          <Badge tone="bad">Hidden</Badge>
        ) : (
          <Badge tone={open > 0 ? 'waiting' : 'good'}>{open > 0 ? 'Reported' : shownWords}</Badge>
        )}
        <span className={styles['push']} />
        <span className={styles['line']}>
          {isHidden ? (
            <Button size="small" look="primary" onClick={() => setDecision('show')}>
              Show again …
            </Button>
          ) : (
            <>
              {open > 0 && (
                <Button size="small" onClick={() => setDecision('keep')}>
                  Keep{where} …
                </Button>
              )}
              <Button size="small" look="danger" onClick={() => setDecision('hide')}>
                Hide{from} …
              </Button>
            </>
          )}
        </span>
      </div>
      <div className={styles['sides']}>
        <div className={styles['stack']}>
          <Picture record={record} />
          <Reports record={record} />
        </div>
        <div className={styles['stack']}>
          <Facts record={record} />
          <History history={record.history} />
        </div>
      </div>
      {decision !== null && (
        <DecideDialog record={record} decision={decision} onClose={() => setDecision(null)} />
      )}
    </div>
  );
}

function Picture({ record: { id, name, design } }: { readonly record: DesignRecord }) {
  return (
    <section className={`${styles['card']} ${own['large']}`} aria-label="Picture">
      {design === null ? (
        <p className={styles['small']}>This design can’t be drawn.</p>
      ) : (
        <StillBoard design={design} name={name} view="top" id={`large${id}`} />
      )}
    </section>
  );
}

function Reports({ record: { reports } }: { readonly record: DesignRecord }) {
  return (
    <section className={styles['card']} aria-label="Reports">
      <h3>Reports</h3>
      {reports.length === 0 && <p className={styles['small']}>Nobody has reported this design.</p>}
      {reports.length > 0 && (
        <ul className={`${styles['plain']} ${own['reports']}`} aria-label="Reports">
          {reports.map((report) => (
            <li key={report.id}>
              <p>{report.reason}</p>
              <span className={styles['byline']}>
                <MakerLink of={{ hasAccount: report.has_account, person: report.reporter }} />,{' '}
                {momentWords(report.reported_at)}
                {report.answered_at !== null && `, answered ${dayWords(report.answered_at)}`}
              </span>
              {report.answered_at === null && <Badge tone="waiting">Open</Badge>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function layoutWords(layout: string): string {
  const name = layoutNames.find((each) => each === layout);
  return name === undefined ? 'Own layout' : String(builtInLayouts[name].meta['name']);
}

function Facts({ record }: { readonly record: DesignRecord }) {
  const { code, maker, layout } = record;
  const { created_at: createdAt, updated_at: updatedAt, hidden_at: hiddenAt } = record;
  return (
    <section className={styles['card']} aria-label="Design">
      <h3>Design</h3>
      <dl className={styles['facts']}>
        <dt>Maker</dt>
        <dd className={styles['breakable']}>
          <MakerLink of={{ hasAccount: record.has_account, person: maker }} />
        </dd>
        <dt>Made</dt>
        <dd>{dayWords(createdAt)}</dd>
        {updatedAt !== createdAt && hiddenAt === null && (
          <>
            <dt>Last saved</dt>
            <dd>{momentWords(updatedAt)}</dd>
          </>
        )}
        {hiddenAt !== null && (
          <>
            <dt>Hidden since</dt>
            <dd>{momentWords(hiddenAt)}</dd>
          </>
        )}
        <dt>Who can see it</dt>
        <dd>{record.is_public ? 'Everyone' : 'Anyone with the link'}</dd>
        <dt>Layout</dt>
        <dd>{layoutWords(layout)}</dd>
        <dt>Likes</dt>
        <dd>{record.like_count}</dd>
        <dt>Orders</dt>
        <dd>{record.is_used ? 'Part of an order' : 'In no order'}</dd>
        <dt>Code</dt>
        <dd>{code}</dd>
      </dl>
      <p className={styles['small']}>
        <a href={routes.design(code)} target="_blank" rel="noopener">
          Open its page in the shop
        </a>
      </p>
    </section>
  );
}

function History({ history }: Pick<DesignRecord, 'history'>) {
  return (
    <section className={styles['card']} aria-label="History">
      <h3>History</h3>
      {history.length === 0 && (
        <p className={styles['small']}>Staff have decided nothing about this design yet.</p>
      )}
      {history.length > 0 && (
        <ol className={styles['plain']} aria-label="History">
          {history.map((each) => (
            <li key={each.id} className={own['reason']}>
              <b>{decisionWords(each)}</b>: {each.reason}
              <span className={styles['byline']}>
                {actorWord(each)}, {momentWords(each.at)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
