import { useState } from 'react';
import { Button } from '#ui/react/Button.tsx';
import { MoneyText } from '#ui/react/MoneyText.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import type { BlockedPaint, DesignKit } from '#features/designs/model/design-kit.ts';
import { paintOf } from '#features/colours/model/palette.ts';
import type { OpenedDesign } from '#features/designs/store/saved-designs.ts';
import { succeed } from '#shared/result.ts';
import { Added } from './Added.tsx';
import { orderDesign, type Adding } from './design-order.ts';
import { FaintWarning } from './FaintLegends.tsx';
import { paintName } from './paint-actions.ts';
import styles from './design.module.css';

type Props = {
  readonly opened: OpenedDesign;
  readonly kit: DesignKit;
  readonly blocked: readonly BlockedPaint[];
};

/** A saved design goes into the cart by its id; what can't be made is said with the nearest. */
export function OpenedOrder({ opened, kit, blocked }: Props) {
  const [adding, setAdding] = useState<Adding>('idle');
  if (blocked.length > 0)
    return (
      <Notice tone="caution" title="It can’t be ordered yet">
        <ul>
          {blocked.map(({ zone, paint, nearest }) => (
            <li key={zone + paint.hex}>
              {zone}: {paintName(paint)}
              {nearest !== null && `, nearest is ${paintName(paintOf(nearest.colour))}`}
            </li>
          ))}
        </ul>
        <p>Make a copy to use the nearest colours.</p>
      </Notice>
    );
  return (
    <section className={styles['order']} aria-label="Order this design" data-prices>
      <div>
        <h2 className={styles['orderTitle']}>
          <a href={kit.productPath}>{kit.productTitle}</a>
        </h2>
        <p className="soft">{kit.title}. Caps only; the case and plate are just for show.</p>
      </div>
      <FaintWarning design={opened.design} />
      <div className={styles['buy']}>
        <MoneyText minor={kit.priceMinor} currency={kit.currency} big />
        <Button
          look="primary"
          pending={adding === 'adding'}
          onClick={() => {
            setAdding('adding');
            const saved = () => Promise.resolve(succeed(opened));
            void orderDesign(kit, opened.design, saved).then(setAdding);
          }}
        >
          Add to cart
        </Button>
      </div>
      <Added adding={adding} />
    </section>
  );
}
