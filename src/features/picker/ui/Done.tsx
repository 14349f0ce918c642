import type { ReactNode } from 'react';
import styles from './done.module.css';

/** What has just succeeded, said aloud as well. */
export function Done({ children }: { readonly children: ReactNode }) {
  return <output className={styles['done']}>{children}</output>;
}
