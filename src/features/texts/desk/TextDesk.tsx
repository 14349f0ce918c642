import { useStore } from '@nanostores/react';
import type { Faults } from '#desk-kit/model/desk-faults.ts';
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import type { RowPatch } from '#desk-kit/model/table-edit.ts';
import type { DeskForm } from '#desk-kit/store/desk-form.ts';
import type { DeskTable } from '#desk-kit/store/desk-table.ts';
import { DataTable } from '#desk-kit/table/DataTable.tsx';
import { RowDialog } from '#desk-kit/table/RowDialog.tsx';
import type { TableColumn } from '#desk-kit/table/table-model.ts';
import { useTableAddress } from '#desk-kit/table/use-table-address.ts';
import type { RowField } from '#desk-kit/ui/RowFields.tsx';
import { Button } from '#ui/react/Button.tsx';
import type { KnownSettings } from '../model/text-faults.ts';
import { $numbers } from '../store/desk-texts.ts';
import { TextPreview } from './TextPreview.tsx';

/** All that tells one table of texts from another. */
export interface TextDeskParts {
  readonly label: string;
  /** One row of it. */
  readonly noun: string;
  readonly table: DeskTable;
  readonly form: DeskForm;
  readonly columns: readonly TableColumn[];
  readonly fields: readonly RowField[];
  readonly searches: string;
  readonly empty: { readonly title: string; readonly text: string };
  /** Without it none is added. */
  readonly newRow?: (rows: readonly DeskRow[]) => RowPatch;
  /** What must be known before one is removed; without it none is. */
  readonly removal?: string;
  readonly faultsOf: (row: DeskRow, known: KnownSettings) => Faults;
  /** The columns that the page shows as a text. */
  readonly preview?: { readonly title: string; readonly body: string };
}

export function TextDesk({ parts }: { readonly parts: TextDeskParts }) {
  const { label, noun, table, form: actions, newRow, preview, removal } = parts;
  const state = useStore(table.$state);
  const form = useStore(actions.$state);
  const known = useStore($numbers);
  useTableAddress(state, table);
  const isNew = form.row?.version === null;
  return (
    <>
      <DataTable
        label={label}
        state={state}
        actions={table}
        columns={parts.columns}
        searches={parts.searches}
        onOpen={actions.open}
        empty={parts.empty}
        {...(newRow && {
          tools: (
            <Button size="small" look="primary" onClick={() => actions.openNew(newRow(state.rows))}>
              New {noun}
            </Button>
          ),
        })}
      />
      <RowDialog
        state={form}
        title={isNew ? `New ${noun}` : noun.replace(/^./, (first) => first.toUpperCase())}
        fields={parts.fields}
        actions={actions}
        faultsOf={(row) => parts.faultsOf(row, known)}
        {...(removal === undefined ? {} : { removal })}
      >
        {preview && <TextPreview form={form} {...preview} />}
      </RowDialog>
    </>
  );
}
