import type { TableState } from '../model/table-state.ts';
import { Button } from '#ui/react/Button.tsx';
import { DeskDialog } from '#ui/react/DeskDialog.tsx';
import { BothTable } from './BothTable.tsx';
import type { ColumnWords, TableActions } from './table-model.ts';

type Props = {
  readonly state: TableState;
  readonly actions: TableActions;
  readonly words: ColumnWords;
};

/** The second writer sees both values before anything is written over. */
export function ConflictDialog({ state, actions, words }: Props) {
  const { conflict } = state;
  const rows = Object.entries(conflict?.patch ?? {}).map(([column, mine]) => ({
    key: column,
    name: words.titleOf(column),
    theirs: words.valueOf(column, conflict?.current.values[column]),
    mine: words.valueOf(column, mine),
  }));
  return (
    <DeskDialog
      open={conflict !== null}
      title="Someone else changed this row"
      unsaved
      onClose={() => void actions.settleConflict(false)}
      renderFoot={() => (
        <>
          <Button onClick={() => void actions.settleConflict(false)}>Keep theirs</Button>
          <Button look="primary" onClick={() => void actions.settleConflict(true)}>
            Overwrite with mine
          </Button>
        </>
      )}
    >
      <p>A newer version was saved while you were editing. Your changes are not saved yet.</p>
      <BothTable rows={rows} />
    </DeskDialog>
  );
}
