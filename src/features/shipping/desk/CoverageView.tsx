import { useStore } from '@nanostores/react';
import { NotRead } from '#ui/react/NotRead.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { $coverage, readCoverage, type CountryRow } from '../store/desk-zones.ts';
import styles from '#ui/styles/desk.module.css';
import { CountryZones } from './CountryZones.tsx';
import { CoverageMap } from './CoverageMap.tsx';
import { PlacingTrouble } from './PlacingTrouble.tsx';
import { useShownZone } from './use-shown-zone.ts';
import { ZoneList } from './ZoneList.tsx';
import { ZonePage } from './ZonePage.tsx';

/** Which countries a parcel can reach, and which are in no zone or in two. */
export function CoverageView() {
  const coverage = useStore($coverage);
  const page = useShownZone();
  if (coverage.kind === 'loading') return <Skeleton lines={12} label="Loading the zones" />;
  if (coverage.kind === 'failed') {
    return (
      <NotRead
        title="The zones could not be loaded"
        message={coverage.message}
        onAgain={() => void readCoverage()}
      />
    );
  }
  if (page.status !== 'closed') return <ZonePage page={page} coverage={coverage} />;
  const { countries, zones, zonesOf } = coverage;
  const placed = ({ id }: CountryRow) => zonesOf.get(id) ?? [];
  const served = countries.filter(({ values }) => values.ships);
  const lost = served.filter((country) => placed(country).length === 0);
  const twice = countries.filter((country) => placed(country).length > 1);
  return (
    <div className={styles['stack']}>
      <PlacingTrouble coverage={coverage} />
      <Finding title="Served countries without a zone" rows={lost} />
      <Finding title="Countries in two zones" rows={twice} />
      <CoverageMap
        zones={zones.map(({ values }) => values.title)}
        countries={countries.map((country) => ({
          code: country.values.code,
          name: country.values.name,
          isServed: country.values.ships,
          zones: placed(country).map((id) => zones.findIndex((zone) => zone.id === id)),
        }))}
      />
      <ZoneList coverage={coverage} />
      <CountryZones coverage={coverage} />
    </div>
  );
}

type FindingProps = { readonly title: string; readonly rows: readonly CountryRow[] };

function Finding({ title, rows }: FindingProps) {
  const names = rows.map(({ values }) => values.name).join(', ');
  return (
    <Notice tone={rows.length === 0 ? 'info' : 'caution'} title={title}>
      <p>{rows.length === 0 ? 'None.' : names}</p>
    </Notice>
  );
}
