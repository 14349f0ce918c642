import { useStore } from '@nanostores/react';
import { csvLine } from '#domain/csv.ts';
import { durationWords, momentWords } from '#domain/date-words.ts';
import { findingPath, type Finding } from '#domain/finding.ts';
import { Badge } from '#islands/ui/Badge.tsx';
import { Button } from '#islands/ui/Button.tsx';
import { Notice } from '#islands/ui/Notice.tsx';
import { Skeleton } from '#islands/ui/Skeleton.tsx';
import { saveFile } from '#islands/ui/table/ExportButton.tsx';
import { Table } from '#islands/ui/Table.tsx';
import { $check, runCheck, type CheckState } from '#stores/desk-check.ts';
import styles from '#styles/desk/desk.module.css';
import { DeskGate } from '../gate/DeskGate.tsx';

export function CheckDesk() {
  return (
    <DeskGate
      name="the check"
      allows={['owner', 'editor', 'fulfilment', 'support']}
      renderDesk={() => <OpenDesk />}
    />
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

function Report({ check }: { readonly check: Extract<CheckState, { readonly kind: 'done' }> }) {
  const { findings, drift, builtAt, at } = check;
  const faults = findings.filter(({ severity }) => severity === 'fault').length;
  return (
    <div className={styles['stack']}>
      <div className={styles['line']}>
        <output>
          {findings.length === 0
            ? 'Nothing needs you.'
            : `${faults} faults and ${findings.length - faults} warnings.`}{' '}
          Checked {momentWords(at)}.
        </output>
        <span className={styles['push']} />
        <Button size="small" disabled={findings.length === 0} onClick={() => save(findings)}>
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
    </div>
  );
}

function Findings({
  findings,
  now,
}: {
  readonly findings: readonly Finding[];
  readonly now: number;
}) {
  return (
    <Table label="What needs you">
      <thead>
        <tr>
          <th scope="col">How bad</th>
          <th scope="col">What</th>
          <th scope="col">Why</th>
          <th scope="col">For</th>
        </tr>
      </thead>
      <tbody>
        {findings.map((finding) => (
          <tr key={`${finding.code} ${finding.about} ${finding.record}`}>
            <td>
              <Badge tone={finding.severity === 'fault' ? 'bad' : 'waiting'}>
                {finding.severity}
              </Badge>
            </td>
            <th scope="row">
              <a href={findingPath(finding)}>{finding.about}</a>
            </th>
            <td>{finding.message}</td>
            <td>
              {finding.since ? durationWords(Math.max(0, now - Date.parse(finding.since))) : ''}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function save(findings: readonly Finding[]): void {
  const heads = ['severity', 'code', 'about', 'message', 'since', 'where'];
  const lines = findings.map((each) =>
    csvLine([
      each.severity,
      each.code,
      each.about,
      each.message,
      each.since ?? '',
      findingPath(each),
    ]),
  );
  saveFile('check.csv', ['\uFEFF', csvLine(heads), ...lines]);
}
