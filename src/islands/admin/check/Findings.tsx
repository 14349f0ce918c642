import { csvLine } from '#domain/csv.ts';
import { durationWords } from '#domain/date-words.ts';
import { findingPath, type Finding } from '#domain/finding.ts';
import { Badge } from '#islands/ui/Badge.tsx';
import { saveFile } from '#islands/ui/table/ExportButton.tsx';
import { Table } from '#islands/ui/Table.tsx';

export function Findings({
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

export function saveFindings(findings: readonly Finding[]): void {
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
