import { useStore } from '@nanostores/react';
import { BothValues } from '#desk-kit/table/BothValues.tsx';
import { Button } from '#ui/react/Button.tsx';
import { EmptyState } from '#ui/react/EmptyState.tsx';
import { NotRead } from '#ui/react/NotRead.tsx';
import { Select } from '#ui/react/Field.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { useUnsaved } from '#ui/react/unsaved.ts';
import {
  discardPrices,
  hasUnsavedPrices,
  savePrices,
  settlePrices,
  showZone,
  zoneMethodForm,
  type OpenZone,
  type ZonePage as Page,
} from '../store/desk-zone-page.ts';
import { $placing, placeCountry, zoneForm, type Coverage } from '../store/desk-zones.ts';
import styles from '#ui/styles/desk.module.css';
import own from './zone-grid.module.css';
import { MethodDialog, newMethod } from './MethodList.tsx';
import { PlacingTrouble } from './PlacingTrouble.tsx';
import { goToZone } from './use-shown-zone.ts';
import { ZoneDialog } from './ZoneList.tsx';
import { ZoneDay } from './ZoneDay.tsx';
import { ZoneGaps, ZoneGrid } from './ZoneGrid.tsx';
import { ZoneSteps } from './ZoneSteps.tsx';

type Props = {
  readonly page: Exclude<Page, { readonly status: 'closed' }>;
  readonly coverage: Coverage;
};

const back = (
  <Button size="small" look="quiet" onClick={() => goToZone(null)}>
    ← All zones
  </Button>
);

/** One zone: where it is, and what each of its methods costs there. */
export function ZonePage({ page, coverage }: Props) {
  const zone = coverage.zones.find(({ id }) => id === page.id) ?? null;
  const isUnsaved = hasUnsavedPrices(page);
  useUnsaved(isUnsaved);
  if (page.status === 'loading') return <Skeleton lines={12} label="Loading the zone" />;
  if (zone === null)
    return (
      <EmptyState title="There is no such zone" actions={back}>
        It may have been removed.
      </EmptyState>
    );
  if (page.status === 'failed') {
    return (
      <NotRead
        title="The prices of this zone could not be loaded"
        message={page.message}
        onAgain={() => void showZone(page.id)}
      />
    );
  }
  return (
    <div className={styles['stack']}>
      <div className={styles['bar']}>
        {back}
        <h2>{zone.values.title}</h2>
        <Button size="small" onClick={() => zoneForm.open(zone)}>
          Change
        </Button>
        <span className={styles['push']} />
        <Button size="small" disabled={!isUnsaved || page.isSaving} onClick={discardPrices}>
          Discard
        </Button>
        <Button
          size="small"
          look="primary"
          disabled={!isUnsaved}
          pending={page.isSaving}
          onClick={() => void savePrices()}
        >
          Save prices
        </Button>
        {page.problem !== null && <p role="alert">Not saved: {page.problem}</p>}
      </div>
      {page.late !== null && (
        <BothValues
          title="Someone else changed these prices in the meantime"
          rows={page.late.rows}
          isBusy={page.isSaving}
          onSettle={(keepMine) => void settlePrices(keepMine)}
        />
      )}
      <ZoneCountries zoneId={zone.id} coverage={coverage} />
      <Prices page={page} />
      <ZoneDialog />
      <MethodDialog form={zoneMethodForm} />
    </div>
  );
}

function Prices({ page }: { readonly page: OpenZone }) {
  const { id, methods, draft } = page;
  const add = (
    <Button size="small" onClick={() => zoneMethodForm.openNew({ ...newMethod, zone_id: id })}>
      New method
    </Button>
  );
  return (
    <section className={styles['card']} aria-label="Prices">
      <header>
        <h2>Prices</h2>
        {add}
      </header>
      {methods.length === 0 ? (
        <p className={styles['small']}>
          No method serves this zone yet, so nobody there can order. Add the first one.
        </p>
      ) : (
        <>
          <ZoneDay page={page} />
          <div className={own['prices']}>
            {draft.weights.length > 0 && <ZoneGrid page={page} />}
            <ZoneSteps page={page} />
          </div>
          <ZoneGaps page={page} />
        </>
      )}
    </section>
  );
}

type CountriesProps = { readonly zoneId: string; readonly coverage: Coverage };

function ZoneCountries({ zoneId, coverage }: CountriesProps) {
  const { isBusy } = useStore($placing);
  const { countries, zones, zonesOf } = coverage;
  const placed = (code: string) => zonesOf.get(code) ?? [];
  const inside = countries.filter(({ id }) => placed(id).includes(zoneId));
  const outside = countries.filter(({ id }) => !placed(id).includes(zoneId));
  const elsewhere = (code: string) =>
    zones.filter(({ id }) => id !== zoneId && placed(code).includes(id));
  return (
    <section className={styles['card']} aria-label="Countries">
      <h2>Countries</h2>
      <PlacingTrouble coverage={coverage} />
      {inside.length === 0 ? (
        <p className={styles['small']}>No country is in this zone, so its prices apply nowhere.</p>
      ) : (
        <ul className={own['chips']}>
          {inside.map((country) => {
            const { name, ships } = country.values;
            const others = elsewhere(country.id).map((zone) => zone.values.title);
            return (
              <li key={country.id}>
                <span>{name}</span>
                {!ships && <span className={styles['small']}>not served</span>}
                {others.length > 0 && (
                  <span className={styles['fault']}>
                    also in {others.join(', ')}: carts there see the methods of both
                  </span>
                )}
                <button
                  type="button"
                  aria-label={`Remove ${name} from this zone`}
                  aria-disabled={isBusy}
                  onClick={() => void placeCountry(country.id, zoneId, false)}
                >
                  ×
                </button>
              </li>
            );
          })}
        </ul>
      )}
      <div className={own['country']}>
        <Select
          label="Add a country"
          value=""
          disabled={isBusy}
          onChange={(event) => void placeCountry(event.target.value, zoneId, true)}
        >
          <option value="">Choose a country</option>
          {outside.map((country) => (
            <option key={country.id} value={country.id}>
              {country.values.name}
            </option>
          ))}
        </Select>
      </div>
    </section>
  );
}
