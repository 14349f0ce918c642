import type { ComponentProps } from 'react';
import styles from '../styles/chip.module.css';

type Props = ComponentProps<'button'> & { readonly pressed: boolean; readonly count?: number };

export function Chip({ pressed, count, children, ...rest }: Props) {
  return (
    <button type="button" {...rest} className={styles['chip']} aria-pressed={pressed}>
      {children}
      {count !== undefined && <span className={styles['count']}>{count}</span>}
    </button>
  );
}
