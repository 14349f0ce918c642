import type { Paint } from '#features/designs/model/design.ts';
import { samePaint } from '#features/designs/model/design.ts';
import { chipsOf, paintOf, type Palette } from '#features/colours/model/palette.ts';
import styles from './picker.module.css';

type SwatchProps = {
  readonly paint: Paint;
  readonly label: string;
  readonly chosen: boolean;
  readonly retired?: boolean;
  readonly onChoose: () => void;
};

/** A small key in its colour. */
export function Swatch({ paint, label, chosen, retired = false, onChoose }: SwatchProps) {
  return (
    <button
      type="button"
      className={styles['swatch']}
      style={{ '--cap': paint.hex } as React.CSSProperties}
      aria-pressed={chosen}
      aria-label={retired ? `${label}, can’t be ordered` : label}
      title={label}
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

/** One line, whichever colour is chosen: nothing below it moves. */
function ChipLink({ palette, chosen }: Pick<Props, 'palette' | 'chosen'>) {
  const own = palette.colours.find((colour) => samePaint(chosen, paintOf(colour)));
  const address = own?.chip ?? chipsOf(palette);
  if (address === null) return null;
  const words = own?.chip ? `a chip of ${own.name} ${own.physicalCode}` : 'chips of these colours';
  return (
    <p className={styles['note']}>
      <a href={address}>Order {words}</a> to see {own?.chip ? 'it' : 'them'} for real.
    </p>
  );
}

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
            label={`${colour.name} ${colour.physicalCode}`}
            chosen={samePaint(chosen, paintOf(colour))}
            retired={!colour.canBeOrdered}
            onChoose={() => onChoose(paintOf(colour))}
          />
        ))}
      </div>
      <ChipLink palette={palette} chosen={chosen} />
      <p className={styles['note']}>{palette.note}</p>
    </section>
  );
}
