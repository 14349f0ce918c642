import { useStore } from '@nanostores/react';
import { DeskGate } from '#desk-kit/gate/DeskGate.tsx';
import { momentWords } from '#shared/date-words.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { NotRead } from '#ui/react/NotRead.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { ageWords, findingPath } from '../model/finding.ts';
import { sizeWords, type ShopHealth } from '../model/shop-health.ts';
import { clock, health } from '../store/desk-reports.ts';
import { webhooks } from '../store/desk-webhooks.ts';
import styles from '#ui/styles/desk.module.css';
import { AlertRules } from './AlertRules.tsx';
import checkStyles from './check.module.css';
import { Clock } from './Clock.tsx';
import { Webhooks } from './Webhooks.tsx';

export function HealthDesk() {
  return <DeskGate name="the health page" desk="health" renderDesk={() => <Health />} />;
}

function Health() {
  const state = useStore(health.$state);
  if (state.status === 'loading') return <Skeleton lines={8} label="Loading the shop’s health" />;
  if (state.status === 'failed') {
    return (
      <NotRead
        title="The shop’s health could not be loaded"
        message={[state.failure.title, ...state.failure.help].join(' ')}
        onAgain={() => void health.reload()}
      />
    );
  }
  return <Shown health={state.value.health} now={state.value.readAt} />;
}

const jobWords: Readonly<Record<ShopHealth['jobs'], string>> = {
  ok: 'Scheduled jobs run.',
  late: 'Scheduled jobs have stopped: no e-mails are sent and unpaid orders don’t expire.',
  never: 'No scheduled job has run yet.',
};

type ShownProps = { readonly health: ShopHealth; readonly now: number };

function Shown({ health: { jobs, alerts, owner }, now }: ShownProps) {
  const open = alerts.filter((alert) => alert.closed_at === null);
  const ended = alerts.filter((alert) => alert.closed_at !== null);
  return (
    <div className={styles['stack']}>
      <div className={styles['line']}>
        <output>
          <Badge tone={jobs === 'late' ? 'bad' : 'good'}>{jobs === 'late' ? 'Fault' : 'OK'}</Badge>{' '}
          The shop answers. {jobWords[jobs]}
        </output>
        <span className={checkStyles['keys']}>
          <Button
            size="small"
            onClick={() => {
              void health.reload();
              if (owner === null) return;
              void clock.reload();
              void webhooks.reload();
            }}
          >
            Refresh
          </Button>
        </span>
      </div>
      <section className={styles['card']} aria-labelledby="alerts">
        <h2 id="alerts">Alerts</h2>
        {open.length === 0 ? (
          <p className={styles['small']}>No alerts. New ones appear here and are sent by e-mail.</p>
        ) : (
          <ul className={checkStyles['alerts']}>
            {open.map((alert) => (
              <Alert key={alert.id} alert={alert} age={`for ${ageWords(alert.opened_at, now)}`} />
            ))}
          </ul>
        )}
        {ended.length > 0 && (
          <details>
            <summary>{ended.length} ended in the last seven days</summary>
            <ul className={checkStyles['alerts']}>
              {ended.map((alert) => (
                <Alert
                  key={alert.id}
                  alert={alert}
                  age={`ended ${momentWords(alert.closed_at ?? '')}`}
                />
              ))}
            </ul>
          </details>
        )}
      </section>
      {owner !== null && (
        <>
          <Backup backup={owner.backup} now={now} />
          <p className={styles['small']}>
            The database takes up {sizeWords(owner.database_bytes)}. E-mails waiting:{' '}
            {owner.mails_waiting.toLocaleString('en-GB')}. Browser notices given up in seven days:{' '}
            {owner.notices_given_up.toLocaleString('en-GB')}.
          </p>
          <Clock />
          <AlertRules rules={owner.rules} />
          <Webhooks />
        </>
      )}
    </div>
  );
}

function Alert({
  alert,
  age,
}: {
  readonly alert: ShopHealth['alerts'][number];
  readonly age: string;
}) {
  const path = findingPath(alert);
  return (
    <li>
      <b>{path === null ? alert.about : <a href={path}>{alert.about}</a>}</b>
      <span>{alert.message}</span>
      <span className={styles['small']}>{age}</span>
    </li>
  );
}

type BackupProps = {
  readonly backup: NonNullable<ShopHealth['owner']>['backup'];
  readonly now: number;
};

function Backup({ backup, now }: BackupProps) {
  return (
    <section className={styles['card']} aria-labelledby="backup">
      <h2 id="backup">Last backup</h2>
      {backup === null ? (
        <p className={styles['fault']}>
          The shop has never been backed up. Run “npm run backup” where it is deployed from.
        </p>
      ) : (
        <>
          <p>
            {momentWords(backup.made_at)}, {ageWords(backup.made_at, now)} ago.{' '}
            {backup.is_verified ? (
              <Badge tone="good">Verified</Badge>
            ) : (
              <Badge tone="bad">Not verified</Badge>
            )}{' '}
            {backup.is_encrypted ? (
              <Badge tone="good">Encrypted</Badge>
            ) : (
              <Badge tone="waiting">Not encrypted</Badge>
            )}
          </p>
          {backup.lost_files > 0 && (
            <p className={styles['fault']}>
              Files missing in the shop itself: {backup.lost_files.toLocaleString('en-GB')}
            </p>
          )}
          <dl className={styles['facts']}>
            <div className={styles['pair']}>
              <dt>Size</dt>
              <dd>
                {sizeWords(backup.bytes)}: {backup.rows.toLocaleString('en-GB')} rows,{' '}
                {backup.files.toLocaleString('en-GB')} files
              </dd>
            </div>
            <div className={styles['pair']}>
              <dt>SHA-256</dt>
              <dd className={checkStyles['hash']}>{backup.sha256}</dd>
            </div>
          </dl>
        </>
      )}
    </section>
  );
}
