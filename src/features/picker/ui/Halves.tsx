import type { RefObject } from 'react';
import { Button } from '#ui/react/Button.tsx';
import styles from './picker.module.css';

/** Where keys large enough for a finger don't fit side by side: a drawn finger paints, it can't scroll. */
export function Halves({ host }: { readonly host: RefObject<HTMLDivElement | null> }) {
  const show = (share: 0 | 1) => host.current?.scrollTo({ left: share * host.current.scrollWidth });
  return (
    <div className={styles['halves']}>
      <Button size="small" onClick={() => show(0)}>
        ← Left half
      </Button>
      <Button size="small" onClick={() => show(1)}>
        Right half →
      </Button>
    </div>
  );
}
