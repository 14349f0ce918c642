// chunk: controls
import styles from '../styles/skeleton.module.css';

type Props = { readonly lines?: number; readonly picture?: boolean; readonly label?: string };

export function Skeleton({ lines = 3, picture = false, label = 'Loading' }: Props) {
  return (
    <output className={styles['block']}>
      <span className="visually-hidden">{label}</span>
      {picture && <span className={`${styles['skeleton']} ${styles['picture']}`} />}
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} className={`${styles['skeleton']} ${styles['line']}`} />
      ))}
    </output>
  );
}
