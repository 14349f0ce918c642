import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { KeptLine } from '../model/cart-line.ts';
import { lineFacts } from '../model/goods.ts';
import { GoodsLine } from './GoodsLine.tsx';
import { MoneyText } from '#ui/react/MoneyText.tsx';
import { $designPictures, pictureOfDesign, wantDesignPicture } from '../store/design-pictures.ts';
import { $goods } from '../store/goods.ts';

type Props = {
  readonly line: KeptLine;
  readonly small?: boolean;
  readonly children?: ReactNode;
};

/** A line as its page describes it: there before the shop has answered, and without it. */
export function CartLineRow({ line, small = false, children }: Props) {
  const known = useStore($goods)[line.path ?? ''];
  const described = known === undefined || known === 'missing' ? null : lineFacts(line, known);
  const designs = useStore($designPictures);
  if (line.design_id !== null) wantDesignPicture(line.design_id);
  const facts = described && {
    ...described,
    picture: pictureOfDesign(designs, line.design_id, described.picture),
  };
  const price = facts && <MoneyText minor={facts.priceMinor} currency={facts.currency} />;
  return (
    <GoodsLine
      facts={facts}
      path={line.path}
      small={small}
      price={
        small && price !== null ? (
          <>
            {line.quantity} × {price}
          </>
        ) : (
          (price ?? undefined)
        )
      }
      note={small ? undefined : facts?.ships}
    >
      {children}
    </GoodsLine>
  );
}
