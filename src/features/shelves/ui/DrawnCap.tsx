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
        d="M53 17h54q10 0 11.5 9.5l12.5 80q2 13.5-11.5 13.5h-79q-13.5 0-11.5-13.5l12.5-80Q43 17 53 17Z"
      />
      <rect className={styles['top']} x="49" y="22" width="62" height="60" rx="12" />
      <path className={styles['dish']} d="M57 76q23-8 46 0" />
      <text x="80" y="58" className={styles['initials']}>
        {initials}
      </text>
    </svg>
  );
}
