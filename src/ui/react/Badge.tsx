import type { ReactNode } from 'react';
import type { Tone } from '#shared/tone.ts';
import styles from '../styles/badge.module.css';

type Props = { readonly tone?: Tone; readonly children: ReactNode };

export function Badge({ tone = 'plain', children }: Props) {
  const extra = tone === 'plain' ? '' : ` ${styles[tone]}`;
  return <span className={`${styles['badge']}${extra}`}>{children}</span>;
}
