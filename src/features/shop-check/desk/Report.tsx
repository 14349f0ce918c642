import { useStore } from '@nanostores/react';
import { momentWords } from '#shared/date-words.ts';
import { Button } from '#ui/react/Button.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { Progress } from '#desk-kit/ui/Progress.tsx';
import {
  $check,
  checkFailedAgain,
  runCheck,
  stopCheck,
  type CheckState,
} from '../store/desk-check.ts';
import { clock } from '../store/desk-reports.ts';
import styles from '#ui/styles/desk.module.css';
import checkStyles from './check.module.css';
import type { DeskRole } from '#desk-kit/gate/DeskGate.tsx';
import { Clock } from './Clock.tsx';
import { Findings, saveFindings } from './Findings.tsx';
import { LastBuild } from './LastBuild.tsx';
import { Runs } from './Runs.tsx';

/** What was found until now; it grows while the check goes on. */
export function Report({ role }: { readonly role: DeskRole }) {
  const check = useStore($check);
  const { findings, failed, status, groups, looked, at, runs } = check;
  const isRunning = status === 'running';
  const now = groups[looked];
  const checkAgain = () => {
    void runCheck();
    if (role === 'owner') void clock.reload();
  };
  return (
    <div className={styles['stack']}>
      {isRunning && now !== undefined && (
        <Progress
          label={`Checking ${now.words}`}
          value={looked + 1}
          goal={groups.length}
          onCancel={stopCheck}
        />
      )}
      <div className={styles['line']}>
        {at !== '' && <output>{summary(check)}</output>}
        <span className={checkStyles['keys']}>
          <Button
            size="small"
            disabled={findings.length === 0}
            onClick={() => saveFindings(findings)}
          >
            Export CSV
          </Button>
          <Button size="small" look="primary" disabled={isRunning} onClick={checkAgain}>
            Check again
          </Button>
        </span>
      </div>
      {failed.length > 0 && (
        <Notice tone="fault" role="alert" title="Some checks failed">
          <ul className={styles['plain']}>
            {[...Map.groupBy(failed, ({ message }) => message)].map(([message, those]) => (
              <li key={message}>
                Looking at {those.map(({ group }) => group.words).join('; ')}: {message}
              </li>
            ))}
          </ul>
          {!isRunning && (
            <div className={styles['line']}>
              <Button size="small" onClick={() => void checkFailedAgain()}>
                Try these again
              </Button>
            </div>
          )}
        </Notice>
      )}
      {findings.length > 0 && <Findings findings={findings} now={Date.parse(at)} />}
      <LastBuild check={check} />
      {role === 'owner' && <Clock />}
      <Runs runs={runs} />
    </div>
  );
}

const counted = (count: number, what: string) =>
  count === 0 ? [] : [`${count} ${what}${count === 1 ? '' : 's'}`];

function summary({ findings, status, failed, looked, groups, at }: CheckState): string {
  const faults = findings.filter(({ severity }) => severity === 'fault').length;
  const warnings = findings.length - faults;
  const found = [...counted(faults, 'fault'), ...counted(warnings, 'warning')].join(' and ');
  if (status === 'running') return findings.length === 0 ? '' : `${found} so far.`;
  const isWhole = status === 'done' && failed.length === 0;
  const told = findings.length > 0 ? found : isWhole ? 'All clear' : 'No problems found';
  const words = failed.length > 0 ? `${told}, as far as it could be checked.` : `${told}.`;
  const stopped = status === 'stopped' ? ` Stopped after ${looked} of ${groups.length}.` : '';
  return `${words} Checked ${momentWords(at)}.${stopped}`;
}
