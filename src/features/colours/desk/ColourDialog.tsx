import { useStore } from '@nanostores/react';
import { colourFaults } from '../model/colour-faults.ts';
import { textOf, type Draft } from '#desk-kit/model/desk-row.ts';
import type { Row } from '#shared/backend/given.ts';
import { nearestTo } from '../model/near-colours.ts';
import { RowDialog } from '#desk-kit/table/RowDialog.tsx';
import { $allColours, $palettes, colourForm, retireOpenColour } from '../store/desk-colorways.ts';
import styles from '#ui/styles/desk.module.css';
import { editionFields, paletteColourFields } from './colour-fields.ts';
import { ColourStock } from './ColourStock.tsx';
import { ColourUses } from './ColourUses.tsx';
import { Samples } from './Samples.tsx';

const actions = { ...colourForm, remove: retireOpenColour };

/** One colorway: what it is, where it is used, how its samples came out. */
export function ColourDialog() {
  const form = useStore(colourForm.$state);
  const { row, patch } = form;
  const palettes = useStore($palettes);
  const isEdition = typeof row?.values.product_id === 'string';
  const name = textOf(row, 'name');
  const shown = row && { ...row, values: { ...row.values, ...patch } };
  return (
    <RowDialog
      state={form}
      title={row?.version === null ? 'New colour' : `Colorway ${name}`}
      fields={isEdition ? editionFields : paletteColourFields(palettes)}
      faultsOf={colourFaults}
      actions={actions}
      removal="A colour in use is archived instead of removed: old designs and orders keep it."
    >
      {shown && !isEdition && <Near row={shown} />}
      {row && row.version !== null && (
        <>
          <ColourUses row={row} />
          <ColourStock />
          <Samples key={row.id} colorway={row} />
        </>
      )}
    </RowDialog>
  );
}

function Near({ row }: { readonly row: Draft<Pick<Row<'colorways'>, 'colour'>> }) {
  const all = useStore($allColours);
  const near = nearestTo(textOf(row, 'colour'), all ?? [], row.id);
  if (near === null) return null;
  return (
    <p className={styles['small']}>
      Hard to tell from {near.other.values.name} ({near.other.values.physical_code}, ΔE{' '}
      {near.difference.toFixed(1)}).
    </p>
  );
}
