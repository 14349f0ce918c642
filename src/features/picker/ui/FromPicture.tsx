import { useState } from 'react';
import { useStore } from '@nanostores/react';
import { samePaint } from '#features/designs/model/design.ts';
import { $paint } from '../store/design-desk.ts';
import { DropZone } from './DropZone.tsx';
import { Swatch } from './Swatches.tsx';
import { coloursOfPicture } from './picture-colours.ts';
import styles from './picker.module.css';

export function Found({
  colours,
  label,
}: {
  readonly colours: readonly string[];
  readonly label: string;
}) {
  const paint = useStore($paint);
  return (
    <fieldset className={styles['swatches']} aria-label={label}>
      {colours.map((hex) => (
        <Swatch
          key={hex}
          paint={{ hex }}
          label={`idea ${hex}`}
          chosen={samePaint(paint, { hex })}
          onChoose={() => $paint.set({ hex })}
        />
      ))}
    </fieldset>
  );
}

export function FromPicture() {
  const [state, setState] = useState<'none' | 'looking' | 'failed' | readonly string[]>('none');
  async function look(file: File): Promise<void> {
    setState('looking');
    const colours = await coloursOfPicture(file);
    setState(colours ?? 'failed');
  }
  return (
    <section className={styles['palette']} aria-label="From a picture">
      <h2 className={styles['paletteTitle']}>From a picture</h2>
      <DropZone
        label="A picture to take colours from"
        accept="image/*"
        pending={state === 'looking'}
        onFile={(file) => void look(file)}
        button="Choose a picture"
        note="Or drop one here. It stays in your browser."
      >
        {state === 'failed' && (
          <p role="alert">
            This file is not a picture that your browser can open. Try a PNG or JPEG.
          </p>
        )}
        {typeof state === 'object' && <Found colours={state} label="Colours of the picture" />}
      </DropZone>
    </section>
  );
}
