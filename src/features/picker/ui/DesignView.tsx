import { useState } from 'react';
import { useStore } from '@nanostores/react';
import { IslandBoundary } from '#ui/react/IslandBoundary.tsx';
import { Button } from '#ui/react/Button.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { Segments } from '#ui/react/Segments.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import {
  blockedPaints,
  coloursByCode,
  kitFor,
  type DesignKit,
} from '#features/designs/model/design-kit.ts';
import { designZones } from '#features/designs/model/design.ts';
import { chipsOf, type Palette } from '#features/colours/model/palette.ts';
import { sheetOfAddress } from '../store/design-sheet.ts';
import { $openedDesign, readDesignOfAddress } from '../store/opened-design.ts';
import type { OpenedDesign } from '#features/designs/store/saved-designs.ts';
import { routes } from '#routes.ts';
import { DesignActions } from './DesignActions.tsx';
import { Moderate } from './Moderate.tsx';
import { NoKit } from './NoKit.tsx';
import { OpenedOrder } from './OpenedOrder.tsx';
import { ProductionSheet } from './ProductionSheet.tsx';
import { StillBoard } from '#features/designs/ui/StillBoard.tsx';
import { nameColours, paintName, zoneNames } from './paint-actions.ts';
import styles from './design.module.css';

type Props = {
  readonly title: string;
  readonly palettes: readonly Palette[];
  readonly kits: readonly DesignKit[];
};

/** Staff come here from an order line: the sheet stands alone, whatever the design is now. */
const isSheet = 'window' in globalThis && sheetOfAddress() !== null;
if ('window' in globalThis && !isSheet) void readDesignOfAddress();

function Facts({ opened }: { readonly opened: OpenedDesign }) {
  return (
    <ul className={styles['facts']}>
      {designZones.map((zone) => (
        <li key={zone}>
          <span className={styles['dot']} style={{ background: opened.design.zones[zone].hex }} />
          <span>{zoneNames[zone]}</span>
          <span className="soft">{paintName(opened.design.zones[zone])}</span>
        </li>
      ))}
    </ul>
  );
}

function Opened({
  opened,
  palettes,
  kits,
}: Omit<Props, 'title'> & { readonly opened: OpenedDesign }) {
  const [view, setView] = useState<'top' | 'angled'>('angled');
  const kit = kitFor(opened.design, kits);
  const blocked = kit === null ? [] : blockedPaints(opened.design, kit, palettes);
  const keys = Object.keys(opened.design.keys).length;
  const chips = palettes.map(chipsOf).find((address) => address !== null);
  return (
    <article className={styles['design']}>
      <h1>{opened.name}</h1>
      {opened.forked_from !== null && (
        <p className="soft">
          A copy of <a href={routes.design(opened.forked_from.code)}>{opened.forked_from.name}</a>
        </p>
      )}
      {opened.is_hidden && (
        <Notice tone="caution" title="Hidden">
          Our staff hid this design. Only they and its maker can see it.
        </Notice>
      )}
      <div className={styles['stage']}>
        <StillBoard design={opened.design} name={opened.name} view={view} id="one" />
        <Segments
          legend="View"
          value={view}
          choices={[
            { value: 'angled', label: 'Angled' },
            { value: 'top', label: 'From above' },
          ]}
          onChange={setView}
        />
      </div>
      {kit === null ? (
        <NoKit design={opened.design} kits={kits} />
      ) : (
        <OpenedOrder opened={opened} kit={kit} blocked={blocked} />
      )}
      <DesignActions opened={opened} isMain={kit === null || blocked.length > 0} />
      {opened.visibility !== 'private' && <Moderate opened={opened} />}
      <section aria-label="Colours">
        <h2>Colours</h2>
        <Facts opened={opened} />
        {keys > 0 && (
          <p className="soft">
            {keys === 1
              ? 'One key has a colour of its own.'
              : `${keys} keys have colours of their own.`}
          </p>
        )}
        <p className="soft">
          Screens and plastic show colour differently.
          {chips && (
            <>
              {' '}
              <a href={chips}>Order colour chips</a> before you decide.
            </>
          )}
        </p>
      </section>
    </article>
  );
}

function View(props: Props) {
  const state = useStore($openedDesign);
  switch (state.kind) {
    case 'loading':
      return (
        <>
          <h1>{props.title}</h1>
          <Skeleton picture lines={3} label="Opening the design" />
        </>
      );
    case 'missing':
      return null;
    case 'failed':
      return (
        <>
          <h1>{props.title}</h1>
          <Notice tone="fault" role="alert" title="The design could not be opened">
            <p>{state.error.message}</p>
            <Button onClick={() => void readDesignOfAddress()}>Try again</Button>
          </Notice>
        </>
      );
    case 'ready':
      return <Opened {...props} opened={state.opened} />;
  }
}

export function DesignView(props: Props) {
  nameColours(coloursByCode(props.palettes));
  return (
    <IslandBoundary label="this design">
      {isSheet ? <ProductionSheet /> : <View {...props} />}
    </IslandBoundary>
  );
}
