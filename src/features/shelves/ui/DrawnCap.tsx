import styles from './shelf.module.css';

const tints = 6;

/** The same title has the same colour, in every browser. */
function tintOf(title: string): number {
  let sum = 0;
  for (const sign of title) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9973;
  return sum % tints;
}

/** Of the first two words. */
function initialsOf(title: string): string {
  const words = title.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('');
}

/** A keycap with initials for its legend: what stands for a thing of which the shop has no picture. */
export function DrawnCap({ title }: { readonly title: string }) {
  const initials = initialsOf(title);
  return (
    <svg
      className={styles['cap']}
      data-tint={tintOf(title)}
      viewBox="0 0 160 120"
      aria-hidden="true"
    >
      <path
        className={styles['skirt']}
        d="M48 34q2-12 14-12h36q12 0 14 12l11 62q2 14-12 14H49q-14 0-12-14Z"
      />
      <rect className={styles['top']} x="51" y="18" width="58" height="56" rx="11" />
      <path className={styles['shine']} d="M58 70q22-9 44 0" />
      <text x="60" y="47" className={styles['initials']}>
        {initials}
      </text>
    </svg>
  );
}
