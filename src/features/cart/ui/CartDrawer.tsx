import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { WritableAtom } from 'nanostores';
import { countPieces, lineKey, type KeptLine } from '../model/cart-line.ts';
import { Button } from '#ui/react/Button.tsx';
import { ButtonLink } from '#ui/react/ButtonLink.tsx';
import { Dialog } from '#ui/react/Dialog.tsx';
import { QuantityStepper } from '#ui/react/QuantityStepper.tsx';
import { routes } from '#routes.ts';
import { $cartLines, removeLine, setQuantity } from '../store/cart.ts';
import { wantGoods } from '../store/goods.ts';
import { CartLineRow } from './CartLineRow.tsx';
import styles from './drawer.module.css';

type Props = { readonly $added: WritableAtom<readonly string[] | null> };

/** What was just added, ready to be changed, above what was in the cart already. */
export function CartDrawer({ $added }: Props) {
  const added = useStore($added);
  const lines = useStore($cartLines);
  useEffect(() => wantGoods(lines.map(({ path }) => path)), [lines]);

  const isNew = (line: KeptLine) => added?.includes(lineKey(line)) ?? false;
  const fresh = lines.filter(isNew);
  const others = lines.filter((line) => !isNew(line));
  const close = () => $added.set(null);
  return (
    <Dialog
      open={added !== null}
      title={fresh.length === 0 ? 'Your cart' : 'Added to your cart'}
      drawer
      onClose={close}
      foot={
        <>
          <Button onClick={close}>Keep shopping</Button>
          <ButtonLink look="primary" href={routes.cart}>
            Go to the cart ({countPieces(lines)})
          </ButtonLink>
        </>
      }
    >
      <ul className={styles['fresh']}>
        {fresh.map((line) => (
          <li key={lineKey(line)}>
            <CartLineRow line={line}>
              <QuantityStepper
                label="Quantity"
                value={line.quantity}
                onChange={(quantity) => setQuantity(line, quantity)}
              />
              <Button look="quiet" size="small" onClick={() => removeLine(line)}>
                Remove
              </Button>
            </CartLineRow>
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <>
          <h2 className={styles['also']}>Also in the cart</h2>
          <ul className={styles['others']}>
            {others.map((line) => (
              <li key={lineKey(line)}>
                <CartLineRow line={line} small />
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}
