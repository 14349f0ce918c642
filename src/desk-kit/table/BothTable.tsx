import type { BothSides } from '../model/table-edit.ts';
import { Table } from '#ui/react/Table.tsx';

/** Field by field, what somebody else saved beside what was typed. */
export function BothTable({ rows }: { readonly rows: readonly BothSides[] }) {
  const hasBefore = rows.some(({ before }) => before !== undefined);
  return (
    <Table label="Both values">
      <thead>
        <tr>
          <th scope="col">Field</th>
          {hasBefore && <th scope="col">Before</th>}
          <th scope="col">Theirs</th>
          <th scope="col">Yours</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, before, theirs, mine }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {hasBefore && <td>{before || 'nothing'}</td>}
            <td>{theirs || 'nothing'}</td>
            <td>{mine || 'nothing'}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
