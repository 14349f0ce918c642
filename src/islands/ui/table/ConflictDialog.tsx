import type { TableState } from '#domain/table-state.ts';
import { plainText } from '#domain/desk-row.ts';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { Table } from '#islands/ui/Table.tsx';
import type { TableActions, TableColumn } from './table-model.ts';

type Props = {
  readonly state: TableState;
  readonly actions: TableActions;
  readonly columns: readonly TableColumn[];
};

/** The second writer sees both values before anything is written over. */
export function ConflictDialog({ state, actions, columns }: Props) {
  const { conflict } = state;
  const titleOf = (name: string) => columns.find((each) => each.name === name)?.title ?? name;
  const patch = conflict ? Object.entries(conflict.patch) : [];
  return (
    <Dialog
      open={conflict !== null}
      title="Someone else changed this row"
      onClose={() => void actions.settleConflict(false)}
      foot={
        <>
          <Button onClick={() => void actions.settleConflict(false)}>Keep theirs</Button>
          <Button look="primary" onClick={() => void actions.settleConflict(true)}>
            Save mine over it
          </Button>
        </>
      }
    >
      <p>It was saved while you were looking at an older one. Nothing is written yet.</p>
      <Table label="Both values">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Theirs</th>
            <th scope="col">Yours</th>
          </tr>
        </thead>
        <tbody>
          {patch.map(([column, mine]) => (
            <tr key={column}>
              <th scope="row">{titleOf(column)}</th>
              <td>{plainText(conflict?.current.values[column])}</td>
              <td>{plainText(mine)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Dialog>
  );
}
