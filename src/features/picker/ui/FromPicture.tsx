import { useRef, useState } from 'react';
import { useStore } from '@nanostores/react';
import { Button } from '#ui/react/Button.tsx';
import { samePaint } from '#features/designs/model/design.ts';
import { $paint } from '../store/design-desk.ts';
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
          name={`idea ${hex}`}
          chosen={samePaint(paint, { hex })}
          onChoose={() => $paint.set({ hex })}
        />
      ))}
    </fieldset>
  );
}

export function FromPicture() {
  const [state, setState] = useState<'none' | 'looking' | 'failed' | readonly string[]>('none');
  const input = useRef<HTMLInputElement>(null);
  async function look(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    setState('looking');
    const colours = await coloursOfPicture(file);
    setState(colours ?? 'failed');
  }
  return (
    // Dropping is an extra for mice: the button beside it does the same for everyone.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={styles['drop']}
      aria-label="From a picture"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void look(event.dataTransfer.files[0]);
      }}
    >
      <h2 className={styles['paletteTitle']}>From a picture</h2>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept="image/*"
        aria-label="A picture to take colours from"
        onChange={({ currentTarget: { files } }) => void look(files?.[0])}
      />
      <Button size="small" onClick={() => input.current?.click()} pending={state === 'looking'}>
        Choose a picture
      </Button>
      <p className={styles['note']}>Or drop one here. It stays in your browser.</p>
      {state === 'failed' && (
        <p role="alert">
          This file is not a picture that your browser can open. Try a PNG or JPEG.
        </p>
      )}
      {typeof state === 'object' && <Found colours={state} label="Colours of the picture" />}
    </section>
  );
}
