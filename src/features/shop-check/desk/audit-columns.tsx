import { changeWords, rowName } from '#desk-kit/model/row-change.ts';
import { momentWords } from '#shared/date-words.ts';
import { textOf, type DeskRow } from '#desk-kit/model/desk-row.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { choicesOf, labelOf } from '#desk-kit/table/column-text.ts';
import type { Choice, TableColumn } from '#desk-kit/table/table-model.ts';
import { auditedTables } from './audited-tables.ts';

const actions: readonly Choice[] = [
  { value: 'insert', label: 'Added' },
  { value: 'update', label: 'Changed' },
  { value: 'delete', label: 'Removed' },
  { value: 'refused', label: 'Refused' },
  { value: 'read', label: 'Viewed names' },
];
const tones = { insert: 'good', delete: 'waiting', refused: 'bad', read: 'open' } as const;

export const actionName = (row: DeskRow): string => labelOf(actions, textOf(row, 'action'));

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

export function auditColumns(people: readonly Choice[]): readonly TableColumn[] {
  const who = (row: DeskRow) =>
    labelOf(people, textOf(row, 'actor_id')) || roleWords(textOf(row, 'actor_role'));
  return [
    { name: 'id', title: 'Row', width: 90, text: (row) => row.id, startsHidden: true },
    {
      name: 'at',
      title: 'When',
      width: 195,
      text: (row) => momentWords(textOf(row, 'at')),
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
      text: (row) => roleWords(textOf(row, 'actor_role')),
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
      render: (row) => <ActionBadge action={textOf(row, 'action')} />,
    },
    {
      name: 'table_name',
      title: 'In',
      width: 160,
      text: (row) => textOf(row, 'table_name').replaceAll('_', ' '),
      filter: { kind: 'choice', choices: choicesOf(auditedTables) },
    },
    { name: 'row_id', title: 'To', width: 190, text: rowName },
    { name: 'after', title: 'What', width: 420, text: changeWords },
  ];
}
