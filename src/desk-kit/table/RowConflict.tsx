import type { RowConflict as Conflict } from '../model/table-edit.ts';
import { fieldWords } from '../ui/field-words.ts';
import type { RowField } from '../ui/RowFields.tsx';
import { BothValues } from './BothValues.tsx';

type Props = {
  readonly conflict: Conflict;
  readonly fields: readonly RowField[];
  readonly onSettle: (keepMine: boolean) => Promise<void>;
};

/** Both values of what was typed into a form, named and written as the form does. */
export function RowConflict({ conflict, fields, onSettle }: Props) {
  const rows = Object.entries(conflict.patch).map(([column, mine]) => {
    const field = fields.find(({ name }) => name === column);
    return {
      key: column,
      name: field?.title ?? column.replaceAll('_', ' '),
      theirs: fieldWords(field, conflict.current.values[column]),
      mine: fieldWords(field, mine),
    };
  });
  return <BothValues rows={rows} onSettle={(keepMine) => void onSettle(keepMine)} />;
}
