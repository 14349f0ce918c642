import { useStore } from '@nanostores/react';
import { rowChanges, rowName } from '#desk-kit/model/row-change.ts';
import { momentWords } from '#shared/date-words.ts';
import { DeskDialog } from '#ui/react/DeskDialog.tsx';
import { DataTable } from '#desk-kit/table/DataTable.tsx';
import { ExportButton } from '#desk-kit/table/ExportButton.tsx';
import { Table } from '#ui/react/Table.tsx';
import type { ColumnsOf } from '#desk-kit/table/table-model.ts';
import { useTableAddress } from '#desk-kit/table/use-table-address.ts';
import { $openAudit, auditTable } from '../store/desk-audit.ts';
import { exportRows } from '#desk-kit/store/desk-files.ts';
import { staffList } from '#features/staff/store/staff-list.ts';
import styles from '#ui/styles/desk.module.css';
import { actionName, auditColumns } from './audit-columns.tsx';

/** What staff did, with before and after. For owners; the database gives it to nobody else. */
export function AuditView() {
  const state = useStore(auditTable.$state);
  const staff = useStore(staffList.$state);
  useTableAddress(state, auditTable);
  const people =
    staff.status === 'ready'
      ? staff.value.people.map(({ user_id: value, email: label }) => ({ value, label }))
      : [];
  const columns = auditColumns(people);
  return (
    <>
      <DataTable
        label="Audit log"
        state={state}
        actions={auditTable}
        columns={columns}
        searches="by record ID"
        onOpen={(row) => $openAudit.set(row)}
        empty={{
          title: 'No changes yet',
          text: 'Every change made by staff will be listed here, with the previous values.',
        }}
        tools={
          <ExportButton
            fileName="audit.csv"
            onExport={(signal, onProgress) =>
              exportRows(auditTable.source, state.query, columns, signal, onProgress)
            }
          />
        }
      />
      <AuditDialog columns={columns} />
    </>
  );
}

function AuditDialog({ columns }: { readonly columns: ColumnsOf<typeof auditTable> }) {
  const row = useStore($openAudit);
  const close = () => $openAudit.set(null);
  if (row === null) return null;
  const told = columns.filter(({ name }) => ['at', 'actor_id', 'table_name'].includes(name));
  const title = `${actionName(row)}: ${told.map(({ text }) => text(row)).join(', ')}`;
  return (
    <DeskDialog open title={title} unsaved={false} onClose={close} wide>
      <p>
        {rowName(row.values)} <span className={styles['small']}>{row.values.row_id}</span>
      </p>
      <Table label="Before and after">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {rowChanges(row.values).map(({ column, before, after }) => (
            <tr key={column}>
              <th scope="row">{column}</th>
              <td>{before}</td>
              <td>{after}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      <p className={styles['small']}>Written {momentWords(row.values.at, 'UTC')}.</p>
    </DeskDialog>
  );
}
