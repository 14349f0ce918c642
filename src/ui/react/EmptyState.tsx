import type { ReactNode } from 'react';
import styles from '../styles/notice.module.css';

type Props = {
  readonly title: string;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
};

export function EmptyState({ title, children, actions }: Props) {
  return (
    <div className={styles['empty']}>
      <h2>{title}</h2>
      <p>{children}</p>
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
    </div>
  );
}
