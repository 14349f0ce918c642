import { momentWords } from '#shared/date-words.ts';
import type { RunRow } from '../store/desk-check.ts';
import { Table } from '#ui/react/Table.tsx';

/** How it was at the last checks, to see whether it gets better. */
export function Runs({ runs }: { readonly runs: readonly RunRow[] }) {
  if (runs.length < 2) return null;
  const most = Math.max(...runs.map(groupsIn));
  return (
    <details>
      <summary>The last {runs.length} checks</summary>
      <Table label="The last checks">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Faults</th>
            <th scope="col">Warnings</th>
            <th scope="col">Looked at</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.id}>
              <th scope="row">{momentWords(run.values.at)}</th>
              <td>{run.values.faults}</td>
              <td>{run.values.warnings}</td>
              <td>{lookedAt(run, most)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </details>
  );
}

const groupsIn = ({ values }: RunRow) => values.groups.length;

/** Fewer than all where it was stopped, or where something could not be looked at. */
function lookedAt(run: RunRow, most: number): string {
  const count = groupsIn(run);
  return count === most ? 'Everything' : `${count} of ${most} parts`;
}
