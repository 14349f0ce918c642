import { Button } from '#ui/react/Button.tsx';
import { askAgain } from '../store/checkout.ts';
import styles from './checkout.module.css';

/** In the place of a part that the shop did not answer for; one press asks for all of them. */
export function NotHeard({ what }: { readonly what: string }) {
  return (
    <p className={styles['aside']}>
      {what} could not be loaded.{' '}
      <Button size="small" onClick={askAgain}>
        Try again
      </Button>
    </p>
  );
}
