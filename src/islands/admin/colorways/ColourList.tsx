import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { textOf, type DeskRow } from '#domain/desk-row.ts';
import { Button } from '#islands/ui/Button.tsx';
import { DataTable } from '#islands/ui/table/DataTable.tsx';
import { ExportButton } from '#islands/ui/table/ExportButton.tsx';
import { ImportButton } from '#islands/ui/table/ImportDialog.tsx';
import { RowDialog } from '#islands/ui/table/RowDialog.tsx';
import { useTableAddress } from '#islands/ui/table/use-table-address.ts';
import {
  $allColours,
  $palettes,
  colourForm,
  colourTable,
  findUses,
  type Use,
} from '#stores/desk-colorways.ts';
import { applyImport, dryRunImport, exportRows } from '#stores/desk-files.ts';
import styles from '#styles/desk/desk.module.css';
import {
  colourColumns,
  colourImport,
  editionFields,
  paletteColourFields,
} from './colour-columns.tsx';

const newColour = {
  code: '',
  name: '',
  physical_code: '',
  colour: '#808080',
  colour_family: 'neutral',
  finish: 'matt',
  note: '',
  status: 'planned',
  can_be_ordered: false,
  position: 0,
};

export function ColourList() {
  const state = useStore(colourTable.$state);
  const form = useStore(colourForm.$state);
  const palettes = useStore($palettes);
  useStore($allColours);
  useTableAddress(state, colourTable);
  const [into, setInto] = useState('');
  const palette = palettes.find(({ id }) => id === into) ?? palettes[0];
  const isEdition = typeof form.row?.values['product_id'] === 'string';
  const exported = colourImport.map(({ name }) => ({
    title: name,
    text: (row: DeskRow) => textOf(row, name),
  }));
  return (
    <>
      <DataTable
        label="Colorways"
        state={state}
        actions={colourTable}
        columns={colourColumns}
        searches="name, code or number"
        onOpen={colourForm.open}
        empty={{
          title: 'No colorway yet',
          text: 'Colours of palettes and editions of sculpts stand here.',
        }}
        tools={
          <>
            <select
              aria-label="New ones go to"
              value={palette?.id ?? ''}
              onChange={(event) => setInto(event.target.value)}
            >
              {palettes.map((each) => (
                <option key={each.id} value={each.id}>
                  {textOf(each, 'title')}
                </option>
              ))}
            </select>
            <ImportButton
              label="Import CSV or JSON"
              title="Import a palette"
              explains="A line per colour, told apart by its code; or a JSON list of such lines. Colours with a new code are added to the palette chosen beside the button."
              onDryRun={(text) =>
                dryRunImport(colourTable.source, text, colourImport, 'code', {
                  ...newColour,
                  palette_id: palette?.id ?? null,
                })
              }
              onApply={(report, signal, onOutcome) =>
                applyImport(colourTable.source, report, signal, onOutcome)
              }
              onDone={() => void colourTable.reload()}
            />
            <ExportButton
              fileName="colorways.csv"
              onExport={(signal, onProgress) =>
                exportRows(colourTable.source, state.query, exported, signal, onProgress)
              }
            />
            <Button
              size="small"
              look="primary"
              disabled={!palette}
              onClick={() => colourForm.openNew({ ...newColour, palette_id: palette?.id ?? null })}
            >
              New colour
            </Button>
          </>
        }
      />
      <RowDialog
        state={form}
        title="Colorway"
        fields={isEdition ? editionFields : paletteColourFields}
        actions={colourForm}
        removal="A colorway that is used anywhere can’t be removed: archive it instead."
      >
        {form.row && form.row.version !== null && <Uses key={form.row.id} row={form.row} />}
      </RowDialog>
    </>
  );
}

function Uses({ row }: { readonly row: DeskRow }) {
  const [uses, setUses] = useState<readonly Use[] | null>(null);
  const words = uses?.map(({ where, count }) => `${count} ${where}`).join(', ');
  return (
    <div className={styles['line']}>
      <Button size="small" onClick={() => void findUses(row).then(setUses)}>
        Where is it used?
      </Button>
      <output>{uses === null ? '' : words || 'Nowhere that can be seen from here.'}</output>
    </div>
  );
}
