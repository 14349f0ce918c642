import { useStore } from '@nanostores/react';
import { Field } from '#ui/react/Field.tsx';
import { Button } from '#ui/react/Button.tsx';
import {
  differenceWords,
  nearestColour,
  paintOf,
  type Palette,
} from '#features/colours/model/palette.ts';
import { $paint } from '../store/design-desk.ts';
import { paintName } from './paint-actions.ts';
import { PaletteSwatches } from './Swatches.tsx';
import styles from './picker.module.css';

function FreeColour({ palettes }: { readonly palettes: readonly Palette[] }) {
  const paint = useStore($paint);
  const nearest = nearestColour(
    paint.hex,
    palettes.flatMap(({ colours }) => colours),
  );
  return (
    <div className={styles['free']}>
      <Field
        label="A colour of your own"
        type="color"
        value={paint.hex}
        onChange={(event) => $paint.set({ hex: event.currentTarget.value })}
        hint="For ideas only: nobody makes this colour, so you can’t order it."
      />
      {nearest !== null && paint.code === undefined && (
        <p className={styles['nearest']}>
          <span className={styles['dot']} style={{ background: nearest.colour.hex }} />
          Nearest available: <b>{paintName(paintOf(nearest.colour))}</b>, ΔE{' '}
          {nearest.difference.toFixed(1)} ({differenceWords(nearest.difference)}).{' '}
          <Button size="small" onClick={() => $paint.set(paintOf(nearest.colour))}>
            Apply
          </Button>
        </p>
      )}
    </div>
  );
}

export function Colours({ palettes }: { readonly palettes: readonly Palette[] }) {
  const paint = useStore($paint);
  return (
    <div className={styles['panel']}>
      {palettes.map((palette) => (
        <PaletteSwatches
          key={palette.code}
          palette={palette}
          chosen={paint}
          onChoose={(chosen) => $paint.set(chosen)}
        />
      ))}
      <FreeColour palettes={palettes} />
      <p className={styles['note']}>
        Screens and plastic show colour differently: two similar colours may look the same here.
      </p>
    </div>
  );
}
