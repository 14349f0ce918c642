import type { ReactNode } from 'react';
import styles from '../styles/table.module.css';

type Props = { readonly label: string; readonly children: ReactNode };

export function Table({ label, children }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
    <section className={styles['scroll']} aria-label={label} tabIndex={0}>
      <table className={styles['table']}>{children}</table>
    </section>
  );
}
