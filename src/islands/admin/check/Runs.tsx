import { momentWords } from '#domain/date-words.ts';
import { numberOf, textOf, type DeskRow } from '#domain/desk-row.ts';
import { Table } from '#islands/ui/Table.tsx';

/** How it was at the last checks, to see whether it gets better. */
export function Runs({ runs }: { readonly runs: readonly DeskRow[] }) {
  if (runs.length < 2) return null;
  return (
    <details>
      <summary>The last {runs.length} checks</summary>
      <Table label="The last checks">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Faults</th>
            <th scope="col">Warnings</th>
            <th scope="col">Groups</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.id}>
              <th scope="row">{momentWords(textOf(run, 'at'))}</th>
              <td>{numberOf(run, 'faults')}</td>
              <td>{numberOf(run, 'warnings')}</td>
              <td>{Array.isArray(run.values['groups']) ? run.values['groups'].length : ''}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </details>
  );
}
