import { Notice } from '#ui/react/Notice.tsx';
import { routes } from '#routes.ts';
import { Done } from './Done.tsx';
import type { Adding } from './design-order.ts';

/** Stays behind when the drawer is closed. */
export function Added({ adding }: { readonly adding: Adding }) {
  if (typeof adding === 'string') return null;
  if ('fault' in adding)
    return (
      <Notice tone="fault" role="alert">
        {adding.fault}
      </Notice>
    );
  return (
    <Done>
      Added: <a href={routes.cart}>{adding.inCart} in the cart</a>
    </Done>
  );
}
