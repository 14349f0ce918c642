import { useState } from 'react';
import { useStore } from '@nanostores/react';
import { Button } from '#ui/react/Button.tsx';
import { paintZone } from '#features/designs/model/design-edit.ts';
import { coloursByCode } from '#features/designs/model/design-kit.ts';
import { designTemplates } from '../model/design-templates.ts';
import {
  designZones,
  type Design,
  type DesignZone,
  type Paint,
} from '#features/designs/model/design.ts';
import {
  harmonies,
  harmonyOf,
  paintOf,
  randomPaints,
  type Harmony,
  type Palette,
} from '#features/colours/model/palette.ts';
import { $design, $paint, changeDesign } from '../store/design-desk.ts';
import { Found, FromPicture } from './FromPicture.tsx';
import { paintName } from './paint-actions.ts';
import styles from './picker.module.css';

type Zones = Readonly<Partial<Record<DesignZone, Paint>>>;

function withZones(design: Design, zones: Zones): Design {
  return designZones.reduce((changed, zone) => {
    const paint = zones[zone];
    return paint ? paintZone(changed, zone, paint) : changed;
  }, design);
}

export function Ideas({ palettes }: { readonly palettes: readonly Palette[] }) {
  const [harmony, setHarmony] = useState<Harmony>('complement');
  const paint = useStore($paint);
  const known = coloursByCode(palettes);
  const paintFor = (code: string): Paint | undefined => {
    const colour = known.get(code);
    return colour && paintOf(colour);
  };
  function surprise(): void {
    const { caps, legends } = randomPaints(palettes[0]?.colours ?? [], Math.random);
    const [alphas, modifiers, accents] = caps;
    const [one, two, three] = legends;
    if (!alphas || !modifiers || !accents || !one || !two || !three) return;
    const zones = {
      alphas,
      modifiers,
      accents,
      legends: one,
      modifierLegends: two,
      accentLegends: three,
    };
    changeDesign(withZones($design.get(), zones), `Drawn: ${caps.map(paintName).join(', ')}`);
  }
  return (
    <div className={styles['panel']}>
      <div className={styles['templates']}>
        {designTemplates.map(({ name, zones }) => {
          const paints: Zones = Object.fromEntries(
            Object.entries(zones).flatMap(([zone, code]) => {
              const one = paintFor(code);
              return one ? [[zone, one]] : [];
            }),
          );
          return (
            <button
              key={name}
              type="button"
              className={styles['template']}
              onClick={() => changeDesign(withZones($design.get(), paints), `${name} laid on`)}
            >
              <span className={styles['stripes']} aria-hidden="true">
                {(['alphas', 'modifiers', 'accents', 'case'] as const).map((zone) => (
                  <span key={zone} style={{ background: paints[zone]?.hex }} />
                ))}
              </span>
              {name}
            </button>
          );
        })}
      </div>
      <Button onClick={surprise}>Surprise me with {palettes[0]?.title}</Button>
      <section aria-label="Harmonies">
        <h2 className={styles['paletteTitle']}>What goes with {paintName(paint)}</h2>
        <div className={styles['harmonies']}>
          {Object.keys(harmonies).map((one) => (
            <label key={one} className={styles['harmony']}>
              <input
                type="radio"
                name="harmony"
                checked={harmony === one}
                onChange={() => setHarmony(one as Harmony)}
              />
              {one}
            </label>
          ))}
        </div>
        <Found colours={harmonyOf(paint.hex, harmony)} label={`${harmony} of the chosen colour`} />
      </section>
      <FromPicture />
    </div>
  );
}
