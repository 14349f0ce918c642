import { encode } from 'uqr';
import styles from './qr-code.module.css';

type Props = {
  readonly text: string;
  readonly label: string;
  /** How much of it may be hidden or dirty: banks want M. */
  readonly ecc?: 'L' | 'M';
};

/** Dark squares on white in both themes: cameras read nothing else reliably. */
export function QrCode({ text, label, ecc = 'L' }: Props) {
  const { data, size } = encode(text, { border: 2, ecc });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg className={styles['qr']} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}
