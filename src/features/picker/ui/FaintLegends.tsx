import { Notice } from '#ui/react/Notice.tsx';
import type { Design } from '#features/designs/model/design.ts';
import { faintLegends, namesInShort, type FaintLegends } from '../model/faint-legends.ts';
import { LEAST_LEGEND_CONTRAST } from '#features/colours/model/palette.ts';
import { paintName } from './paint-actions.ts';
import styles from './faint-legends.module.css';

export function FaintList({ faint }: { readonly faint: readonly FaintLegends[] }) {
  return (
    <ul className={styles['faint']}>
      {faint.map(({ cap, legend, ratio, keys }) => (
        <li key={`${cap.hex}${legend.hex}`}>
          <span
            className={styles['sample']}
            style={{ background: cap.hex, color: legend.hex }}
            aria-hidden="true"
          >
            Aa
          </span>
          <span>
            {paintName(legend)} on {paintName(cap)} is hard to read: {ratio.toFixed(1)} to 1, and{' '}
            {LEAST_LEGEND_CONTRAST} is the minimum we advise. {namesInShort(keys)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Stands where a design is ordered. It can be ordered all the same: tone on tone is a taste. */
export function FaintWarning({ design }: { readonly design: Design }) {
  const faint = faintLegends(design);
  const keys = faint.flatMap((pair) => pair.keys);
  if (keys.length === 0) return null;
  const title =
    keys.length === 1 ? 'One legend is hard to read' : `${keys.length} legends are hard to read`;
  return (
    <div className={styles['warning']}>
      <Notice tone="caution" title={title}>
        <FaintList faint={faint} />
      </Notice>
    </div>
  );
}
