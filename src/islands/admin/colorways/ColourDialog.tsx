import { useStore } from '@nanostores/react';
import { Suspense, use } from 'react';
import type { ColorwayUses } from '#domain/colorway-uses.ts';
import { colourFaults } from '#domain/desk-faults.ts';
import { textOf, type DeskRow } from '#domain/desk-row.ts';
import { nearestTo } from '#domain/near-colours.ts';
import { Skeleton } from '#islands/ui/Skeleton.tsx';
import { RowDialog } from '#islands/ui/table/RowDialog.tsx';
import { routes } from '#routes.ts';
import {
  $allColours,
  $palettes,
  colourForm,
  retireOpenColour,
  usesOf,
} from '#stores/desk-colorways.ts';
import styles from '#styles/desk/desk.module.css';
import { editionFields, paletteColourFields } from './colour-fields.ts';
import { ColourStock } from './ColourStock.tsx';
import { Samples } from './Samples.tsx';

const actions = { ...colourForm, remove: retireOpenColour };

/** One colorway: what it is, where it is used, how its samples came out. */
export function ColourDialog() {
  const form = useStore(colourForm.$state);
  const { row, patch } = form;
  const palettes = useStore($palettes);
  const isEdition = typeof row?.values['product_id'] === 'string';
  const name = textOf(row, 'name');
  const shown = row && { ...row, values: { ...row.values, ...patch } };
  return (
    <RowDialog
      state={form}
      title={row?.version === null ? 'New colour' : `Colorway ${name}`}
      fields={isEdition ? editionFields : paletteColourFields(palettes)}
      faultsOf={colourFaults}
      actions={actions}
      removal="What is used anywhere is archived instead of removed: old designs and orders keep their colour."
    >
      {shown && !isEdition && <Near row={shown} />}
      {row && row.version !== null && (
        <>
          <section className={styles['card']} aria-label="Where it is used">
            <h2>Where it is used</h2>
            <Suspense fallback={<Skeleton lines={2} label="Looking where it is used" />}>
              <Uses row={row} />
            </Suspense>
          </section>
          <ColourStock />
          <Samples key={row.id} colorway={row} />
        </>
      )}
    </RowDialog>
  );
}

function Near({ row }: { readonly row: DeskRow }) {
  const all = useStore($allColours);
  const near = nearestTo(textOf(row, 'colour'), all ?? [], row.id);
  if (near === null) return null;
  return (
    <p className={styles['small']}>
      Can hardly be told from {textOf(near.other, 'name')} ({textOf(near.other, 'physical_code')},
      ΔE {near.difference.toFixed(1)}).
    </p>
  );
}

function Uses({ row }: { readonly row: DeskRow }) {
  const found = use(usesOf(row));
  if (typeof found === 'string') return <p role="alert">{found}</p>;
  const { uses, offeredBy } = found;
  return (
    <>
      <p className={styles['small']}>
        {uses.length === 0
          ? 'Nothing uses it yet: it can be removed.'
          : 'Because it is used, removing it archives it.'}
      </p>
      <ul className={styles['plain']}>
        {uses.map(({ place, count, things }) => (
          <li key={place}>
            <b>{count}</b> {place} <Things things={things} />
          </li>
        ))}
        {offeredBy.length > 0 && (
          <li>
            Its palette is offered by <Things things={offeredBy} />
          </li>
        )}
      </ul>
    </>
  );
}

const addressOf = { products: routes.admin.products, lists: routes.admin.lists } as const;
const parameterOf = { products: 'product', lists: 'list' } as const;

function Things({ things }: { readonly things: ColorwayUses['offeredBy'] }) {
  return things.map(({ kind, id, title }, index) => (
    <span key={`${kind} ${id} ${title}`}>
      {index > 0 && ', '}
      <a href={`${addressOf[kind]}?${parameterOf[kind]}=${encodeURIComponent(id)}`}>{title}</a>
    </span>
  ));
}
