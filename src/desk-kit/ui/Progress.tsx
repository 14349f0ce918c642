import styles from '#ui/styles/meter.module.css';

type Props = {
  readonly label: string;
  readonly value: number;
  readonly goal: number;
  readonly onCancel?: () => void;
};

/** How far long work is, in words and as a bar. */
export function Progress({ label, value, goal, onCancel }: Props) {
  const share = goal === 0 ? 0 : Math.min((100 * value) / goal, 100);
  return (
    <div className={`${styles['meter']}${value >= goal ? ` ${styles['reached']}` : ''}`}>
      <output className={styles['words']}>
        <span>{label}</span>
        <b>
          {value} / {goal}
        </b>
        {onCancel !== undefined && (
          <button type="button" onClick={onCancel}>
            Cancel
          </button>
        )}
      </output>
      <svg
        className={styles['bar']}
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect className={styles['fill']} width={share} height="4" />
      </svg>
    </div>
  );
}
