import { useStore } from '@nanostores/react';
import { useEffect, type ReactNode } from 'react';
import type { Faults } from '../model/desk-faults.ts';
import type { AnyValues, DeskRow, Draft } from '../model/desk-row.ts';
import type { RowFormState } from '../model/row-form.ts';
import type { DeskForm } from '../store/desk-form.ts';
import type { DeskTable } from '../store/desk-table.ts';
import type { RowField } from '../ui/RowFields.tsx';
import { Button } from '#ui/react/Button.tsx';
import { DataTable } from './DataTable.tsx';
import { RowDialog } from './RowDialog.tsx';
import type { TableColumn } from './table-model.ts';
import { takeFromAddress } from '../ui/take-from-address.ts';
import { useTableAddress } from './use-table-address.ts';

/** All that tells one table of rows from another. */
export interface RowDeskParts<Values = AnyValues> {
  readonly label: string;
  /** One row of it. */
  readonly noun: string;
  readonly table: DeskTable<Values>;
  readonly form: DeskForm<Values>;
  readonly columns: readonly TableColumn<NoInfer<Values>>[];
  readonly fields: (isNew: boolean) => readonly RowField[];
  readonly searches: string;
  readonly empty: { readonly title: string; readonly text: string };
  /** Without it none is added. */
  newRow?(rows: readonly DeskRow<NoInfer<Values>>[]): Draft<NoInfer<Values>>['values'];
  /** What must be known before one is removed; without it none is. */
  readonly removal?: string;
  faultsOf(row: Draft<NoInfer<Values>>): Faults;
}

type Props<Values> = {
  readonly parts: RowDeskParts<Values>;
  /** What stands below the fields of a row. */
  renderMore?(form: RowFormState<Values>): ReactNode;
};

/** A table with a form: to list, add, change and remove rows. */
export function RowDesk<Values extends AnyValues>({ parts, renderMore }: Props<Values>) {
  const { label, noun, table, form: actions, newRow, removal } = parts;
  const state = useStore(table.$state);
  const form = useStore(actions.$state);
  useTableAddress(state, table);
  const isNew = form.row?.version === null;
  const isReady = state.load.kind === 'ready';
  useEffect(() => {
    // Where a new row goes depends on those that there are.
    if (newRow && isReady && takeFromAddress('new')) {
      actions.openNew(newRow(table.$state.get().rows));
    }
  }, [actions, newRow, isReady, table]);
  const tools = newRow && (
    <Button size="small" look="primary" onClick={() => actions.openNew(newRow(state.rows))}>
      New {noun}
    </Button>
  );
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
        {...(tools && { tools })}
      />
      <RowDialog
        state={form}
        title={isNew ? `New ${noun}` : noun.replace(/^./, (first) => first.toUpperCase())}
        fields={parts.fields(isNew)}
        actions={actions}
        faultsOf={parts.faultsOf}
        {...(removal === undefined ? {} : { removal })}
      >
        {renderMore?.(form)}
      </RowDialog>
    </>
  );
}
