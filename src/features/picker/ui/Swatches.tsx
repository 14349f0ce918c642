import type { Paint } from '#features/designs/model/design.ts';
import { samePaint } from '#features/designs/model/design.ts';
import { paintOf, type Palette } from '#features/colours/model/palette.ts';
import styles from './picker.module.css';

type SwatchProps = {
  readonly paint: Paint;
  readonly name: string;
  readonly chosen: boolean;
  readonly retired?: boolean;
  readonly onChoose: () => void;
};

/** A small key in its colour. */
export function Swatch({ paint, name, chosen, retired = false, onChoose }: SwatchProps) {
  return (
    <button
      type="button"
      className={styles['swatch']}
      style={{ '--cap': paint.hex } as React.CSSProperties}
      aria-pressed={chosen}
      aria-label={retired ? `${name}, can’t be ordered` : name}
      title={name}
      data-swatch
      data-retired={retired || undefined}
      onClick={onChoose}
    />
  );
}

type Props = {
  readonly palette: Palette;
  readonly chosen: Paint;
  readonly onChoose: (paint: Paint) => void;
};

export function PaletteSwatches({ palette, chosen, onChoose }: Props) {
  return (
    <section className={styles['palette']} aria-label={palette.title}>
      <h2 className={styles['paletteTitle']}>
        {palette.title} <span>{palette.material}</span>
      </h2>
      <div className={styles['swatches']}>
        {palette.colours.map((colour) => (
          <Swatch
            key={colour.code}
            paint={paintOf(colour)}
            name={`${colour.name} ${colour.physicalCode}`}
            chosen={samePaint(chosen, paintOf(colour))}
            retired={!colour.canBeOrdered}
            onChoose={() => onChoose(paintOf(colour))}
          />
        ))}
      </div>
      <p className={styles['note']}>{palette.note}</p>
    </section>
  );
}
