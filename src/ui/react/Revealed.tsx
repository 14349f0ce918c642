import type { ReactNode } from 'react';
import styles from '../styles/desk.module.css';

const reveal = (part: HTMLElement | null) => part?.scrollIntoView({ block: 'nearest' });

/** Comes into sight as it appears: what was asked for may stand below the fold of its dialog. */
export function Revealed({ children }: { readonly children: ReactNode }) {
  return (
    <div ref={reveal} className={styles['stack']}>
      {children}
    </div>
  );
}
