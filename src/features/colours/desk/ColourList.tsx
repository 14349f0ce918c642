import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { succeed } from '#shared/result.ts';
import { Button } from '#ui/react/Button.tsx';
import { Picker } from '#desk-kit/ui/Picker.tsx';
import { warnOfNear } from '../model/near-colours.ts';
import { DataTable } from '#desk-kit/table/DataTable.tsx';
import { ExportButton } from '#desk-kit/table/ExportButton.tsx';
import { ImportButton } from '#desk-kit/table/ImportDialog.tsx';
import { useTableAddress } from '#desk-kit/table/use-table-address.ts';
import {
  $allColours,
  $palettes,
  colourForm,
  colourTable,
  openColour,
  type ColourRow,
} from '../store/desk-colorways.ts';
import { openStock } from '../store/desk-colour-stock.ts';
import { applyImport, dryRunImport, exportRows } from '#desk-kit/store/desk-files.ts';
import styles from '#ui/styles/desk.module.css';
import { ColourDialog } from './ColourDialog.tsx';
import { ColourScope } from './ColourScope.tsx';
import { colourColumnsFor, colourImport } from './colour-columns.tsx';
import { useColourBulk } from './use-colour-bulk.tsx';

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
  const palettes = useStore($palettes);
  const all = useStore($allColours);
  const bulk = useColourBulk();
  useTableAddress(state, colourTable);
  const [into, setInto] = useState('');
  const palette = palettes.find(({ id }) => id === into) ?? palettes[0];
  const exported = colourImport.map(({ name }) => ({
    title: name,
    text: ({ values }: ColourRow) => values[name],
  }));
  return (
    <>
      <ColourScope query={state.query} />
      <DataTable
        label="Colorways"
        state={state}
        actions={colourTable}
        columns={colourColumnsFor(palettes)}
        bulk={bulk}
        searches="by name, code or supplier code"
        onOpen={(row) => {
          openColour(row);
          openStock(row);
        }}
        empty={{
          title: 'No colorways yet',
          text: 'Colours of palettes and editions of sculpts.',
        }}
        tools={
          <>
            <label className={styles['line']}>
              Add new colours to
              <Picker value={palette?.id ?? ''} onChange={(event) => setInto(event.target.value)}>
                {palettes.map((each) => (
                  <option key={each.id} value={each.id}>
                    {each.values.title}
                  </option>
                ))}
              </Picker>
            </label>
            <ImportButton
              label="Import CSV or JSON"
              title="Import a palette"
              fileLabel="CSV or JSON file"
              explains={`One line per colour, matched by its code, or a JSON list of such lines. Colours with a new code are added to ${palette?.values.title ?? ''}, which you choose next to the button. Known columns: ${colourImport.map(({ name }) => name).join(', ')}.`}
              onDryRun={async (text) => {
                const fresh = { ...newColour, palette_id: palette?.id ?? null };
                const { source } = colourTable;
                const judged = await dryRunImport(source, text, colourImport, 'code', fresh);
                return judged.ok ? succeed(warnOfNear(judged.value, all ?? [])) : judged;
              }}
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
      <ColourDialog />
    </>
  );
}
