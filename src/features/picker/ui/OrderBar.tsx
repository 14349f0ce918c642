import { useState } from 'react';
import { useStore } from '@nanostores/react';
import { Button } from '#ui/react/Button.tsx';
import { MoneyText } from '#ui/react/MoneyText.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import {
  blockedPaints,
  kitFor,
  withNearest,
  type BlockedPaint,
  type DesignKit,
} from '#features/designs/model/design-kit.ts';
import { paintOf, type Palette } from '#features/colours/model/palette.ts';
import { addToCart } from '#features/cart/store/cart.ts';
import { $design, $designName, $settledDesign, changeDesign } from '../store/design-desk.ts';
import { $deskDesign, saveFromDesk } from '#features/designs/store/saved-designs.ts';
import { routes } from '#routes.ts';
import { Done } from './Done.tsx';
import { FaintWarning } from './FaintLegends.tsx';
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

type Adding = 'idle' | 'adding' | 'added' | { readonly fault: string };

/** An order needs a design that stays: what is on the desk is saved, and its id goes into the cart. */
async function addDesign(kit: DesignKit): Promise<Adding> {
  const desk = $deskDesign.get();
  // Whoever pays must be able to read it, and a guest's private design only its secret opens.
  const visibility = desk?.visibility === 'public' ? 'public' : 'unlisted';
  const answer = await saveFromDesk(
    $designName.get().trim() || 'Untitled',
    visibility,
    $design.get(),
  );
  if (!answer.ok) return { fault: answer.error.message };
  addToCart(
    {
      variant_id: kit.variantId,
      quantity: 1,
      options: {},
      design_id: answer.value.id,
      offer_id: null,
    },
    kit.productPath,
  );
  return 'added';
}

export function OrderBar({ kits, palettes }: Props) {
  const design = useStore($settledDesign);
  const [adding, setAdding] = useState<Adding>('idle');
  const kit = kitFor(design, kits);
  if (kit === null)
    return (
      <section className={styles['order']} aria-label="Order this design">
        <p>No kit has enough caps for this layout. You can still save and share the design.</p>
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
              void addDesign(kit).then(setAdding);
            }}
          >
            Add to cart
          </Button>
        </div>
      )}
      {adding === 'added' && (
        <Done>
          Added to your cart as shown. <a href={routes.cart}>Go to the cart</a>
        </Done>
      )}
      {typeof adding === 'object' && (
        <Notice tone="fault" role="alert">
          {adding.fault}
        </Notice>
      )}
    </section>
  );
}
