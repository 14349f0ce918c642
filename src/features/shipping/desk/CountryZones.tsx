import { useStore } from '@nanostores/react';
import { Table } from '#ui/react/Table.tsx';
import {
  $placing,
  placeCountry,
  type CountryRow,
  type Coverage,
  type ZoneRow,
} from '../store/desk-zones.ts';
import styles from '#ui/styles/desk.module.css';

/** Each country with a box for each zone. */
export function CountryZones({ coverage }: { readonly coverage: Coverage }) {
  const { isBusy } = useStore($placing);
  const { countries, zones, zonesOf } = coverage;
  return (
    <div className={styles['ticks']}>
      <Table label="Countries and their zones">
        <thead>
          <tr>
            <th scope="col" className={styles['stays']}>
              Country
            </th>
            {zones.map((zone) => (
              <th key={zone.id} scope="col">
                {zone.values.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {countries.map((country) => (
            <Country
              key={country.id}
              country={country}
              zones={zones}
              placed={zonesOf.get(country.id) ?? []}
              isBusy={isBusy}
            />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

type Props = {
  readonly country: CountryRow;
  readonly zones: readonly ZoneRow[];
  readonly placed: readonly string[];
  readonly isBusy: boolean;
};

function Country({ country, zones, placed, isBusy }: Props) {
  const { code, name, ships } = country.values;
  return (
    <tr>
      <th scope="row" className={styles['stays']}>
        {name}
        {!ships && <span className={styles['small']}> not served</span>}
      </th>
      {zones.map((zone) => (
        <td key={zone.id}>
          <input
            type="checkbox"
            className={styles['box']}
            aria-label={`Put ${name} in the zone “${zone.values.title}”`}
            aria-disabled={isBusy}
            checked={placed.includes(zone.id)}
            onChange={(event) => void placeCountry(code, zone.id, event.target.checked)}
          />
        </td>
      ))}
    </tr>
  );
}
