import { useStore } from '@nanostores/react';
import { momentWords } from '#domain/date-words.ts';
import { Button } from '#islands/ui/Button.tsx';
import { Notice } from '#islands/ui/Notice.tsx';
import { Skeleton } from '#islands/ui/Skeleton.tsx';
import { Tabs } from '#islands/ui/Tabs.tsx';
import { useTab } from '#islands/ui/use-tab.ts';
import { $check, runCheck, type CheckState } from '#stores/desk-check.ts';
import styles from '#styles/desk/desk.module.css';
import { DeskGate } from '../gate/DeskGate.tsx';
import { AuditView } from './AuditView.tsx';
import { Findings, saveFindings } from './Findings.tsx';
import { ReachView } from './ReachView.tsx';
import { Runs } from './Runs.tsx';

export function CheckDesk() {
  return (
    <DeskGate
      name="the check"
      allows={['owner', 'editor', 'fulfilment', 'support']}
      renderDesk={(role) => <TabbedDesk tabs={tabs.filter(({ for: who }) => who.includes(role))} />}
    />
  );
}

/** The audit log is the owner's alone; support mends no goods. */
const tabs = [
  { id: 'check', label: 'What needs you', for: ['owner', 'editor', 'fulfilment', 'support'] },
  { id: 'reach', label: 'Who can buy what', for: ['owner', 'editor', 'fulfilment'] },
  { id: 'audit', label: 'Who did what', for: ['owner'] },
];

function TabbedDesk({ tabs: shown }: { readonly tabs: typeof tabs }) {
  const [tab, show] = useTab(shown.map(({ id }) => id));
  if (shown.length === 1) return <OpenDesk />;
  return (
    <Tabs label="The check" tabs={shown} selected={tab} onSelect={show}>
      {tab === 'check' && <OpenDesk />}
      {tab === 'reach' && <ReachView />}
      {tab === 'audit' && <AuditView />}
    </Tabs>
  );
}

function OpenDesk() {
  const check = useStore($check);
  if (check.kind === 'running') return <Skeleton lines={10} label="Looking at the whole shop" />;
  if (check.kind === 'failed') {
    return (
      <Notice tone="fault" role="alert" title="The shop could not be checked">
        <p>{check.message}</p>
        <div className={styles['line']}>
          <Button size="small" onClick={() => void runCheck()}>
            Try again
          </Button>
        </div>
      </Notice>
    );
  }
  return <Report check={check} />;
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

function Report({ check }: { readonly check: Extract<CheckState, { readonly kind: 'done' }> }) {
  const { findings, drift, builtAt, at, runs } = check;
  const faults = findings.filter(({ severity }) => severity === 'fault').length;
  return (
    <div className={styles['stack']}>
      <div className={styles['line']}>
        <output>
          {findings.length === 0
            ? 'Nothing needs you.'
            : `${counted(faults, 'fault')} and ${counted(findings.length - faults, 'warning')}.`}{' '}
          Checked {momentWords(at)}.
        </output>
        <span className={styles['push']} />
        <Button
          size="small"
          disabled={findings.length === 0}
          onClick={() => saveFindings(findings)}
        >
          Export CSV
        </Button>
        <Button size="small" look="primary" onClick={() => void runCheck()}>
          Check again
        </Button>
      </div>
      {findings.length > 0 && <Findings findings={findings} now={Date.parse(at)} />}
      <section className={styles['card']} aria-label="The last build">
        <h3>The last build</h3>
        <p className={styles['small']}>
          {builtAt ? `Built ${momentWords(builtAt)}.` : 'When it was built could not be read.'}{' '}
          {drift === null && 'It could not be compared.'}
          {drift?.length === 0 && 'Its pages are those that the shop has now.'}
        </p>
        <ul className={styles['plain']}>
          {drift?.map(({ path, title, what }) => (
            <li key={`${path} ${what}`}>
              <b>{title}</b> ({path}): {what}
            </li>
          ))}
        </ul>
      </section>
      <Runs runs={runs} />
    </div>
  );
}
