import { useStore } from '@nanostores/react';
import { paletteFaults } from '../model/colour-faults.ts';
import { Button } from '#ui/react/Button.tsx';
import type { RowField } from '#desk-kit/ui/RowFields.tsx';
import { plain } from '#desk-kit/table/column-text.ts';
import { DataTable } from '#desk-kit/table/DataTable.tsx';
import { RowDialog } from '#desk-kit/table/RowDialog.tsx';
import type { ColumnsOf } from '#desk-kit/table/table-model.ts';
import { useTableAddress } from '#desk-kit/table/use-table-address.ts';
import { paletteForm, paletteTable } from '../store/desk-colorways.ts';

const columns: ColumnsOf<typeof paletteTable> = [
  { name: 'title', title: 'Palette', width: 240, text: plain('title') },
  { name: 'maker', title: 'Maker', width: 180, text: plain('maker') },
  { name: 'material', title: 'Material', width: 160, text: plain('material') },
  { name: 'code', title: 'Code', width: 160, text: plain('code') },
  { name: 'note', title: 'Note', width: 300, text: plain('note') },
];

const fields: readonly RowField[] = [
  { name: 'title', title: 'Title', kind: 'text' },
  { name: 'code', title: 'Code', kind: 'text' },
  { name: 'maker', title: 'Maker', kind: 'text' },
  { name: 'material', title: 'Material', kind: 'text' },
  { name: 'position', title: 'Position', kind: 'number' },
  { name: 'note', title: 'Note', kind: 'area', isWide: true },
];

const newPalette = { code: '', title: '', maker: '', material: '', note: '', position: 0 };

export function PaletteList() {
  const state = useStore(paletteTable.$state);
  const form = useStore(paletteForm.$state);
  useTableAddress(state, paletteTable);
  return (
    <>
      <DataTable
        label="Palettes"
        state={state}
        actions={paletteTable}
        columns={columns}
        searches="by title, maker or code"
        onOpen={paletteForm.open}
        empty={{ title: 'No palettes yet', text: 'A palette is a maker’s colour range.' }}
        tools={
          <Button size="small" look="primary" onClick={() => paletteForm.openNew(newPalette)}>
            New palette
          </Button>
        }
      />
      <RowDialog
        state={form}
        title={form.row?.version === null ? 'New palette' : 'Palette'}
        fields={fields}
        faultsOf={paletteFaults}
        actions={paletteForm}
        removal="Only an empty palette can be removed."
      />
    </>
  );
}
