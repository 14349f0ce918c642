import { useState } from 'react';
import { useStore } from '@nanostores/react';
import { Button } from '#ui/react/Button.tsx';
import { MoneyText } from '#ui/react/MoneyText.tsx';
import {
  blockedPaints,
  kitFor,
  withNearest,
  type BlockedPaint,
  type DesignKit,
} from '#features/designs/model/design-kit.ts';
import { paintOf, type Palette } from '#features/colours/model/palette.ts';
import type { Design } from '#features/designs/model/design.ts';
import { $design, $designName, $settledDesign, changeDesign } from '../store/design-desk.ts';
import { $deskDesign, saveFromDesk } from '#features/designs/store/saved-designs.ts';
import { Added } from './Added.tsx';
import { orderDesign, type Adding } from './design-order.ts';
import { FaintWarning } from './FaintLegends.tsx';
import { NoKit } from './NoKit.tsx';
import { paintName } from './paint-actions.ts';
import styles from './picker.module.css';

type Props = { readonly kits: readonly DesignKit[]; readonly palettes: readonly Palette[] };

const reasons = {
  idea: 'is an idea, not a palette colour',
  withdrawn: 'can no longer be ordered',
  not_offered: 'is not offered for this',
} as const;

function Blocked({ blocked }: { readonly blocked: readonly BlockedPaint[] }) {
  return (
    <details className={styles['blocked']}>
      <summary>
        {blocked.length === 1 ? 'One colour' : `${blocked.length} colours`} can’t be made yet
      </summary>
      <ul>
        {blocked.map(({ zone, paint, reason, nearest, keys }) => (
          <li key={`${zone}${paint.hex}${paint.code ?? ''}`}>
            <span className={styles['dot']} style={{ background: paint.hex }} /> {zone}
            {keys.length > 0 && ` (${keys.length} keys of their own)`}: {paintName(paint)}{' '}
            {reasons[reason]}.
            {nearest !== null &&
              ` Nearest: ${paintName(paintOf(nearest.colour))}, ΔE ${nearest.difference.toFixed(1)}.`}
          </li>
        ))}
      </ul>
      <Button
        size="small"
        onClick={() =>
          changeDesign(withNearest($design.get(), blocked), 'Every colour can be made')
        }
      >
        Use the nearest of each
      </Button>
    </details>
  );
}

/** An order needs a design that stays: what is on the desk is saved, and its id goes into the cart. */
function saveForOrder(design: Design) {
  const desk = $deskDesign.get();
  // Whoever pays must be able to read it, and a guest's private design only its secret opens.
  const visibility = desk?.visibility === 'public' ? 'public' : 'unlisted';
  return saveFromDesk($designName.get().trim() || 'Untitled', visibility, design);
}

export function OrderBar({ kits, palettes }: Props) {
  const design = useStore($settledDesign);
  const [adding, setAdding] = useState<Adding>('idle');
  const kit = kitFor(design, kits);
  if (kit === null)
    return (
      <section className={styles['order']} aria-label="Order this design">
        <NoKit design={design} kits={kits} />
      </section>
    );
  const blocked = blockedPaints(design, kit, palettes);
  return (
    <section className={styles['order']} aria-label="Order this design">
      <div>
        <h2 className={styles['orderTitle']}>
          <a href={kit.productPath}>{kit.productTitle}</a>
        </h2>
        <p className={styles['note']}>
          {kit.title}. Caps only; the case and plate are just for show.
        </p>
      </div>
      <FaintWarning design={design} />
      {blocked.length > 0 ? (
        <Blocked blocked={blocked} />
      ) : (
        <div className={styles['buy']} data-prices>
          <MoneyText minor={kit.priceMinor} currency={kit.currency} big />
          <Button
            look="primary"
            pending={adding === 'adding'}
            onClick={() => {
              setAdding('adding');
              const wanted = $design.get();
              void orderDesign(kit, wanted, () => saveForOrder(wanted)).then(setAdding);
            }}
          >
            Add to cart
          </Button>
        </div>
      )}
      <Added adding={adding} />
    </section>
  );
}
