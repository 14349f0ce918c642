import { useStore } from '@nanostores/react';
import { isTrue, textOf, type DeskRow } from '#desk-kit/model/desk-row.ts';
import { Table } from '#ui/react/Table.tsx';
import { $placing, placeCountry, type Coverage } from '../store/desk-zones.ts';
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
                {textOf(zone, 'title')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {countries.map((country) => (
            <Country
              key={textOf(country, 'code')}
              country={country}
              zones={zones}
              placed={zonesOf.get(textOf(country, 'code')) ?? []}
              isBusy={isBusy}
            />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

type Props = {
  readonly country: DeskRow;
  readonly zones: readonly DeskRow[];
  readonly placed: readonly string[];
  readonly isBusy: boolean;
};

function Country({ country, zones, placed, isBusy }: Props) {
  const code = textOf(country, 'code');
  const name = textOf(country, 'name');
  return (
    <tr>
      <th scope="row" className={styles['stays']}>
        {name}
        {!isTrue(country, 'ships') && <span className={styles['small']}> not served</span>}
      </th>
      {zones.map((zone) => (
        <td key={zone.id}>
          <input
            type="checkbox"
            className={styles['box']}
            aria-label={`Put ${name} in the zone “${textOf(zone, 'title')}”`}
            aria-disabled={isBusy}
            checked={placed.includes(zone.id)}
            onChange={(event) => void placeCountry(code, zone.id, event.target.checked)}
          />
        </td>
      ))}
    </tr>
  );
}
