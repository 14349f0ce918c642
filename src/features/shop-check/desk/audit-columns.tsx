import { changeWords, rowName } from '#desk-kit/model/row-change.ts';
import { momentWords } from '#shared/date-words.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { choicesOf, labelOf } from '#desk-kit/table/column-text.ts';
import type { Choice, ColumnsOf } from '#desk-kit/table/table-model.ts';
import type { AuditRow, auditTable } from '../store/desk-audit.ts';
import { auditedTables } from './audited-tables.ts';

const actions: readonly Choice[] = [
  { value: 'insert', label: 'Added' },
  { value: 'update', label: 'Changed' },
  { value: 'delete', label: 'Removed' },
  { value: 'refused', label: 'Refused' },
  { value: 'read', label: 'Viewed names' },
];
const tones = { insert: 'good', delete: 'waiting', refused: 'bad', read: 'open' } as const;

export const actionName = ({ values }: AuditRow): string => labelOf(actions, values.action);

function ActionBadge({ action }: { readonly action: string }) {
  const tone = Object.entries(tones).find(([name]) => name === action)?.[1] ?? 'plain';
  return <Badge tone={tone}>{labelOf(actions, action)}</Badge>;
}

/** Who has no account here: what runs by itself, and whoever tried what is not theirs. */
const others: ReadonlyMap<string, string> = new Map([
  ['service_role', 'the shop itself'],
  ['authenticated', 'a customer'],
  ['customer', 'a customer'],
  ['anon', 'a visitor'],
]);
const roleWords = (role: string) => others.get(role) ?? role;

export function auditColumns(people: readonly Choice[]): ColumnsOf<typeof auditTable> {
  const who = ({ values }: AuditRow) =>
    labelOf(people, values.actor_id ?? '') || roleWords(values.actor_role);
  return [
    { name: 'id', title: 'Row', width: 90, text: (row) => row.id, startsHidden: true },
    {
      name: 'at',
      title: 'When',
      width: 195,
      text: (row) => momentWords(row.values.at),
      filter: { kind: 'date' },
    },
    {
      name: 'actor_id',
      title: 'Who',
      width: 230,
      text: who,
      ...(people.length > 0 ? { filter: { kind: 'choice', choices: people } } : {}),
    },
    {
      name: 'actor_role',
      title: 'Role',
      width: 130,
      text: (row) => roleWords(row.values.actor_role),
      filter: {
        kind: 'choice',
        choices: ['owner', 'editor', 'fulfilment', 'support', 'service_role'].map((value) => ({
          value,
          label: roleWords(value),
        })),
      },
    },
    {
      name: 'action',
      title: 'Action',
      width: 140,
      text: actionName,
      filter: { kind: 'choice', choices: actions },
      render: (row) => <ActionBadge action={row.values.action} />,
    },
    {
      name: 'table_name',
      title: 'In',
      width: 160,
      text: (row) => row.values.table_name.replaceAll('_', ' '),
      filter: { kind: 'choice', choices: choicesOf(auditedTables) },
    },
    { name: 'row_id', title: 'To', width: 190, text: ({ values }) => rowName(values) },
    { name: 'after', title: 'What', width: 420, text: ({ values }) => changeWords(values) },
  ];
}
