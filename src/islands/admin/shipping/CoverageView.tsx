import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { isTrue, textOf, type DeskRow } from '#domain/desk-row.ts';
import { Button } from '#islands/ui/Button.tsx';
import { Notice } from '#islands/ui/Notice.tsx';
import { Skeleton } from '#islands/ui/Skeleton.tsx';
import { Table } from '#islands/ui/Table.tsx';
import { $coverage, placeCountry, readCoverage } from '#stores/desk-shipping.ts';
import styles from '#styles/desk/desk.module.css';
import { CoverageMap } from './CoverageMap.tsx';

/** Which countries a parcel can reach, and which are in no zone or in two. */
export function CoverageView() {
  const coverage = useStore($coverage);
  const [problem, setProblem] = useState<string | null>(null);
  if (coverage.kind === 'loading') return <Skeleton lines={12} label="Reading the zones" />;
  if (coverage.kind === 'failed') {
    return (
      <Notice tone="fault" role="alert" title="The zones could not be read">
        <p>{coverage.message}</p>
        <Button size="small" onClick={() => void readCoverage()}>
          Try again
        </Button>
      </Notice>
    );
  }
  const { countries, zones, zonesOf } = coverage;
  const placed = (country: DeskRow) => zonesOf.get(textOf(country, 'code')) ?? [];
  const served = countries.filter((country) => isTrue(country, 'ships'));
  const lost = served.filter((country) => placed(country).length === 0);
  const twice = countries.filter((country) => placed(country).length > 1);
  const place = async (code: string, zone: string, isIn: boolean) =>
    setProblem(await placeCountry(code, zone, isIn));
  return (
    <div className={styles['stack']}>
      {problem !== null && (
        <Notice tone="fault" role="alert" title="Not saved">
          <p>{problem}</p>
        </Notice>
      )}
      <Finding title="Countries that are served and in no zone" rows={lost} />
      <Finding title="Countries in two zones" rows={twice} />
      <CoverageMap
        zones={zones.map((zone) => textOf(zone, 'title'))}
        countries={countries.map((country) => ({
          code: textOf(country, 'code'),
          name: textOf(country, 'name'),
          isServed: isTrue(country, 'ships'),
          zones: placed(country).map((id) => zones.findIndex((zone) => zone.id === id)),
        }))}
      />
      <Table label="Countries and their zones">
        <thead>
          <tr>
            <th scope="col">Country</th>
            {zones.map((zone) => (
              <th key={zone.id} scope="col">
                {textOf(zone, 'title')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {countries.map((country) => {
            const code = textOf(country, 'code');
            const name = textOf(country, 'name');
            return (
              <tr key={code}>
                <th scope="row">
                  {name}
                  {!isTrue(country, 'ships') && (
                    <span className={styles['small']}> not served</span>
                  )}
                </th>
                {zones.map((zone) => (
                  <td key={zone.id}>
                    <input
                      type="checkbox"
                      aria-label={`${name} in ${textOf(zone, 'title')}`}
                      checked={placed(country).includes(zone.id)}
                      onChange={(event) => void place(code, zone.id, event.target.checked)}
                    />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </Table>
    </div>
  );
}

function Finding({ title, rows }: { readonly title: string; readonly rows: readonly DeskRow[] }) {
  const names = rows.map((row) => textOf(row, 'name')).join(', ');
  return (
    <Notice tone={rows.length === 0 ? 'info' : 'caution'} title={title}>
      <p>{rows.length === 0 ? 'None.' : names}</p>
    </Notice>
  );
}
