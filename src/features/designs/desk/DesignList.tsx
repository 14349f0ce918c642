import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import { plain } from '#desk-kit/table/column-text.ts';
import { DataTable } from '#desk-kit/table/DataTable.tsx';
import type { TableColumn } from '#desk-kit/table/table-model.ts';
import { useTableAddress } from '#desk-kit/table/use-table-address.ts';
import { momentWords } from '#shared/date-words.ts';
import { Badge } from '#ui/react/Badge.tsx';
import type { ListedDesign } from '../api/design-moderation.ts';
import { parseDesign } from '../model/design-json.ts';
import { personWords } from '../model/design-record.ts';
import { designTables, type DesignsShown } from '../store/desk-designs.ts';
import { StillBoard } from '../ui/StillBoard.tsx';
import { MakerLink } from './MakerLink.tsx';
import own from './designs.module.css';
import { goToDesign } from './use-shown-design.ts';

type DesignRow = DeskRow<ListedDesign>;

const makerOf = ({ values: { has_account: hasAccount, maker_id: id, maker } }: DesignRow) => ({
  hasAccount,
  person: id === null ? null : { id, name: maker ?? '' },
});

function stateOf({ values }: DesignRow): {
  readonly words: string;
  readonly tone: 'bad' | 'waiting' | 'good';
} {
  if (values.is_hidden) return { words: 'Hidden', tone: 'bad' };
  return values.open_reports > 0
    ? { words: 'Reported', tone: 'waiting' }
    : { words: 'In the gallery', tone: 'good' };
}

function NamedPicture({ row }: { readonly row: DesignRow }) {
  const { design: kept, name } = row.values;
  const design = useMemo(() => parseDesign(kept), [kept]);
  return (
    <span className={own['named']}>
      <span className={own['small']}>
        {design.ok && <StillBoard design={design.value} name={null} view="flat" id={row.id} />}
      </span>
      <span>{name}</span>
    </span>
  );
}

const since: Readonly<Record<DesignsShown, string>> = {
  reported: 'Last report',
  hidden: 'Hidden on',
  gallery: 'Made',
};

const columnsOf = (state: DesignsShown): readonly TableColumn<ListedDesign>[] => [
  {
    name: 'name',
    title: 'Design',
    width: 300,
    text: plain('name'),
    render: (row) => <NamedPicture row={row} />,
  },
  {
    name: 'maker',
    title: 'Maker',
    width: 140,
    text: (row) => personWords(makerOf(row)),
    render: (row) => <MakerLink of={makerOf(row)} />,
  },
  {
    name: 'open_reports',
    title: 'Open reports',
    width: 115,
    align: 'end',
    text: ({ values: { open_reports: open } }) => (open === 0 ? '' : String(open)),
  },
  { name: 'last_reason', title: 'Last reason', width: 255, text: plain('last_reason') },
  {
    name: 'at',
    title: since[state],
    width: 180,
    text: (row) => momentWords(row.values.at),
  },
  {
    name: 'state',
    title: 'State',
    width: 140,
    text: (row) => stateOf(row).words,
    render: (row) => <Badge tone={stateOf(row).tone}>{stateOf(row).words}</Badge>,
  },
];

const empty: Readonly<Record<DesignsShown, { readonly title: string; readonly text: string }>> = {
  reported: {
    title: 'No reported designs',
    text: 'When a visitor reports a design of the gallery or one that was shared by its link, it appears here until someone hides or keeps it.',
  },
  hidden: {
    title: 'No hidden designs',
    text: 'Designs that staff hide appear here. They can be shown again.',
  },
  gallery: {
    title: 'The gallery is empty',
    text: 'Designs that customers make public in the colour picker appear here.',
  },
};

const columns = {
  reported: columnsOf('reported'),
  hidden: columnsOf('hidden'),
  gallery: columnsOf('gallery'),
} as const;

export function DesignList({ state: shown }: { readonly state: DesignsShown }) {
  const table = designTables[shown];
  const state = useStore(table.$state);
  useTableAddress(state, table);
  return (
    <DataTable
      label="Designs"
      state={state}
      actions={table}
      columns={columns[shown]}
      rowHeight={64}
      searches="by name or code"
      onOpen={(row) => goToDesign(row.id)}
      empty={empty[shown]}
    />
  );
}
