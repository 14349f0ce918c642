import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { csvLine } from '#shared/csv.ts';
import {
  ageWords,
  findingPath,
  kindsOf,
  mailOf,
  type Finding,
  type FindingKind,
} from '../model/finding.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { saveFile } from '#ui/react/save-file.ts';
import { Table } from '#ui/react/Table.tsx';
import { $sending, sendAgain } from '../store/desk-check.ts';
import deskStyles from '#ui/styles/desk.module.css';
import styles from './check.module.css';

type Props = { readonly findings: readonly Finding[]; readonly now: number };

export function Findings({ findings, now }: Props) {
  const { problem } = useStore($sending);
  return (
    <>
      {problem !== null && (
        <Notice tone="fault" role="alert" title="The e-mail was not resent">
          <p>{problem}</p>
        </Notice>
      )}
      <Table label="To do">
        <thead className={styles['heads']}>
          <tr>
            <th scope="col">Severity</th>
            <th scope="col">What</th>
            <th scope="col">Why</th>
            <th scope="col">Age</th>
          </tr>
        </thead>
        {kindsOf(findings).map((kind) => (
          <Kind key={kind.code} kind={kind} now={now} />
        ))}
      </Table>
    </>
  );
}

/** Of a kind that there is much of, so many stand for all until they are asked for. */
const mostOfAKind = 5;

function Kind({ kind, now }: { readonly kind: FindingKind; readonly now: number }) {
  const [isOpen, setOpen] = useState(false);
  const { findings } = kind;
  const isLong = findings.length > mostOfAKind + 1;
  const shown = isLong && !isOpen ? findings.slice(0, mostOfAKind) : findings;
  return (
    <tbody>
      {shown.map((finding) => (
        <FindingRow
          key={`${finding.about} ${finding.record} ${finding.message}`}
          finding={finding}
          now={now}
        />
      ))}
      {isLong && (
        <tr>
          <td colSpan={4}>
            <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen
                ? `Show ${mostOfAKind} of these ${findings.length}`
                : `Show all ${findings.length} of this kind`}
            </Button>
          </td>
        </tr>
      )}
    </tbody>
  );
}

const severityWords: Readonly<Record<Finding['severity'], string>> = {
  fault: 'Fault',
  warning: 'Warning',
};

function FindingRow({ finding, now }: { readonly finding: Finding; readonly now: number }) {
  const { severity, about, message, since } = finding;
  const path = findingPath(finding);
  return (
    <tr className={styles['finding']}>
      <td>
        <Badge tone={severity === 'fault' ? 'bad' : 'waiting'}>{severityWords[severity]}</Badge>
      </td>
      <th scope="row" className={styles['across']}>
        {path === null ? about : <a href={path}>{about}</a>}
      </th>
      <td className={styles['across']}>
        {message} <SendAgain finding={finding} />
      </td>
      <td className={styles['age']}>{since === null ? '' : ageWords(since, now)}</td>
    </tr>
  );
}

function SendAgain({ finding }: { readonly finding: Finding }) {
  const { sending, sent } = useStore($sending);
  const id = mailOf(finding);
  if (id === null) return null;
  if (sent.has(id))
    return <output className={deskStyles['small']}>It has been queued again.</output>;
  return (
    <Button size="small" pending={sending.has(id)} onClick={() => void sendAgain(finding)}>
      Resend
    </Button>
  );
}

export function saveFindings(findings: readonly Finding[]): void {
  const heads = ['severity', 'code', 'about', 'message', 'since', 'where'];
  const lines = findings.map((each) =>
    csvLine([
      each.severity,
      each.code,
      each.about,
      each.message,
      each.since ?? '',
      findingPath(each) ?? '',
    ]),
  );
  saveFile('check.csv', ['\uFEFF', csvLine(heads), ...lines]);
}
