import { useStore } from '@nanostores/react';
import { Select } from '#ui/react/Field.tsx';
import { countCaps } from '#features/designs/model/design-counts.ts';
import type { Design } from '#features/designs/model/design.ts';
import { faintLegends } from '../model/faint-legends.ts';
import { $settledDesign } from '../store/design-desk.ts';
import { FaintList } from './FaintLegends.tsx';
import { paintName } from './paint-actions.ts';
import styles from './picker.module.css';

export type SeenAs = 'all' | 'protan' | 'deutan' | 'tritan' | 'grey';
const sightNames: Readonly<Record<SeenAs, string>> = {
  all: 'All colours',
  protan: 'Without red cones',
  deutan: 'Without green cones',
  tritan: 'Without blue cones',
  grey: 'Without colour',
};

function Contrast({ design }: { readonly design: Design }) {
  const faint = faintLegends(design);
  if (faint.length === 0)
    return <p className={styles['good']}>Every legend can be read on its cap.</p>;
  return <FaintList faint={faint} />;
}

function Counts({ design }: { readonly design: Design }) {
  const rows = countCaps(design);
  return (
    // What scrolls must be reached by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles['scroll']} tabIndex={0} aria-label="Caps by row, colour and size">
      <table className={styles['counts']}>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Cap</th>
            <th scope="col">Legend</th>
            <th scope="col">Size</th>
            <th scope="col">Caps</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, cap, legend, size, count, keys }) => (
            <tr key={keys.join()}>
              <td>{row}</td>
              <td>
                <span className={styles['dot']} style={{ background: cap.hex }} /> {paintName(cap)}
              </td>
              <td>{paintName(legend)}</td>
              <td>{size}</td>
              <td>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type Props = { readonly seenAs: SeenAs; readonly onSeenAs: (sight: SeenAs) => void };

export function Checks({ seenAs, onSeenAs }: Props) {
  const design = useStore($settledDesign);
  return (
    <div className={styles['panel']}>
      <h2 className={styles['paletteTitle']}>Legends</h2>
      <Contrast design={design} />
      <Select
        label="Colour vision preview"
        value={seenAs}
        onChange={({ currentTarget: { value } }) => {
          const sight = (Object.keys(sightNames) as SeenAs[]).find((one) => one === value);
          if (sight) onSeenAs(sight);
        }}
        hint="About one man in twelve is red- or green-blind."
      >
        {Object.entries(sightNames).map(([sight, name]) => (
          <option key={sight} value={sight}>
            {name}
          </option>
        ))}
      </Select>
      <h2 className={styles['paletteTitle']}>Parts list</h2>
      <Counts design={design} />
    </div>
  );
}
