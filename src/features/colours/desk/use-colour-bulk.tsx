import { useState } from 'react';
import { Select } from '#ui/react/Field.tsx';
import type { BulkAction } from '#desk-kit/table/table-model.ts';
import { colourTable, type ColourRow } from '../store/desk-colorways.ts';
import { changeRows } from '#desk-kit/store/desk-files.ts';
import { families, finishes, stages } from './colour-choices.ts';

const shared = [
  {
    column: 'status',
    title: 'Set the stage',
    label: 'Stage',
    explains: 'Only current colours can be used in new designs and orders.',
    choices: stages,
  },
  {
    column: 'finish',
    title: 'Set the finish',
    label: 'Finish',
    explains: 'How the plastic or paint reflects light.',
    choices: finishes,
  },
  {
    column: 'colour_family',
    title: 'Set the family',
    label: 'Family',
    explains: 'The colour group used in filters.',
    choices: families,
  },
] as const;

/** One value for many colours, each written only while it is what was read, and taken back as it was. */
export function useColourBulk(): readonly BulkAction<ColourRow['values']>[] {
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  return shared.map(({ column, title, label, explains, choices }) => {
    const value = chosen[column] ?? '';
    return {
      name: column,
      title,
      explains,
      nameOf: (row) => row.values.name,
      blocked: value === '' ? `Choose the ${label.toLowerCase()} first.` : null,
      whyNot: (row) => (row.values[column] === value ? 'already set' : null),
      fields: (
        <Select
          label={label}
          value={value}
          onChange={(event) => setChosen({ ...chosen, [column]: event.target.value })}
        >
          <option value="">…</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </Select>
      ),
      run: (rows, signal, onOutcome) =>
        changeRows(colourTable.source, rows, () => ({ [column]: value }), signal, onOutcome),
      undo: {
        stays: () => null,
        run: (rows, signal, onOutcome) =>
          changeRows(
            colourTable.source,
            // The rows are as they were read before: a version later, with the value of before.
            rows.map((row) => ({ ...row, version: (row.version ?? 0) + 1 })),
            (row) => ({ [column]: row.values[column] }),
            signal,
            onOutcome,
          ),
      },
    };
  });
}
