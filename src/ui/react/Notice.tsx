// chunk: controls
import type { ReactNode } from 'react';
import styles from '../styles/notice.module.css';

type Props = {
  readonly tone?: 'plain' | 'info' | 'caution' | 'fault';
  readonly title?: string;
  readonly role?: 'status' | 'alert' | 'note';
  readonly children?: ReactNode;
};

export function Notice({ tone = 'plain', title, role, children }: Props) {
  const extra = tone === 'plain' ? '' : ` ${styles[tone]}`;
  return (
    <div className={`${styles['notice']}${extra}`} role={role}>
      {title !== undefined && <p className={styles['title']}>{title}</p>}
      {children}
    </div>
  );
}
