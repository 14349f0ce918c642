import { useStore } from '@nanostores/react';
import { zoneFaults } from '../model/shipping-faults.ts';
import { Button } from '#ui/react/Button.tsx';
import type { RowField } from '#desk-kit/ui/RowFields.tsx';
import { Table } from '#ui/react/Table.tsx';
import { RowDialog } from '#desk-kit/table/RowDialog.tsx';
import { zoneForm, type Coverage, type ZoneRow } from '../store/desk-zones.ts';
import { routes } from '#routes.ts';
import styles from '#ui/styles/desk.module.css';
import { goToZone } from './use-shown-zone.ts';

const fields: readonly RowField[] = [
  { name: 'title', title: 'Title', kind: 'text' },
  {
    name: 'code',
    title: 'Code',
    kind: 'text',
    hint: 'Lower-case letters, digits and hyphens',
  },
  { name: 'position', title: 'Position', kind: 'number' },
];

/** The zones themselves: what they are called, and how many countries share them. */
export function ZoneList({ coverage }: { readonly coverage: Coverage }) {
  const { zones, zonesOf } = coverage;
  const countries = (id: string) =>
    [...zonesOf.values()].filter((placed) => placed.includes(id)).length;
  return (
    <section className={styles['card']} aria-label="Zones">
      <header>
        <h2>Zones</h2>
        <Button
          size="small"
          onClick={() => zoneForm.openNew({ title: '', code: '', position: zones.length })}
        >
          New zone
        </Button>
      </header>
      {zones.length === 0 && (
        <p className={styles['small']}>
          A zone groups countries with the same methods and prices. The shop can’t ship to countries
          without a zone.
        </p>
      )}
      {zones.length > 0 && (
        <Table label="Zones one by one">
          <thead>
            <tr>
              <th scope="col">Zone</th>
              <th scope="col">Code</th>
              <th scope="col">Countries</th>
              <th scope="col">Action</th>
            </tr>
          </thead>
          <tbody>
            {zones.map((zone) => (
              <tr key={zone.id}>
                <th scope="row">
                  <ZoneLink zone={zone} />
                </th>
                <td>{zone.values.code}</td>
                <td>{countries(zone.id)}</td>
                <td>
                  <Button
                    size="small"
                    look="quiet"
                    aria-label={`Change ${zone.values.title}`}
                    onClick={() => zoneForm.open(zone)}
                  >
                    Change
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <ZoneDialog />
    </section>
  );
}

/** Opens its page, here or in a tab of its own. */
export function ZoneLink({ zone }: { readonly zone: ZoneRow }) {
  return (
    <a
      href={routes.zone(zone.id)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        goToZone(zone.id);
      }}
    >
      {zone.values.title}
    </a>
  );
}

export function ZoneDialog() {
  const form = useStore(zoneForm.$state);
  return (
    <RowDialog
      state={form}
      title="Shipping zone"
      fields={fields}
      actions={zoneForm}
      faultsOf={zoneFaults}
      removal="Removing a zone also removes its methods and rates and leaves its countries without a zone. Orders keep their prices."
    />
  );
}
