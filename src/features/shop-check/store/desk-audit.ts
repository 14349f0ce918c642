import { atom } from 'nanostores';
import { createDeskTable, type RowOf } from '#desk-kit/store/desk-table.ts';

export const auditTable = createDeskTable({
  name: 'audit',
  source: {
    table: 'audit_log',
    columns: 'id,at,actor_id,actor_role,action,table_name,row_id,before,after',
    searched: [],
    // Rows are named by whole ids, codes or keys.
    named: { column: 'row_id', nameOf: (id) => id },
    nullable: [],
    tieBreaker: 'id',
  },
  shape: {
    sortable: ['id'],
    filterable: ['actor_id', 'actor_role', 'action', 'table_name', 'at'],
    defaultSort: { column: 'id', direction: 'desc' },
  },
});

export type AuditRow = RowOf<typeof auditTable>;

export const $openAudit = atom<AuditRow | null>(null);
