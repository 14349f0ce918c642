import { useStore } from '@nanostores/react';
import { Button } from '#ui/react/Button.tsx';
import { routes } from '#routes.ts';
import { openAuth } from '#features/account/store/auth-modal.ts';
import { $cartCopy, tryAgain } from '../store/saved-cart.ts';
import styles from './cart.module.css';

/** Where this cart is kept, and how it gets to other devices. */
export function CopyNote() {
  const copy = useStore($cartCopy);
  if (copy.status === 'here-alone') {
    return (
      <p className={styles['copy']}>
        Saved in this browser only.{' '}
        <Button
          look="quiet"
          size="small"
          flush
          onClick={() => openAuth({ reason: 'account', returnTo: routes.cart })}
        >
          Sign in to use it on all devices
        </Button>
      </p>
    );
  }
  if (copy.status === 'waiting') {
    return (
      <output className={styles['copy']}>
        Saved in this browser. We’ll save it to your account when the shop can be reached.{' '}
        <Button look="quiet" size="small" flush onClick={tryAgain}>
          Try now
        </Button>
      </output>
    );
  }
  if (copy.status !== 'agreed') return null;
  return <p className={styles['copy']}>Saved to your account and available on all your devices.</p>;
}
