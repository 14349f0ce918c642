import { useStore } from '@nanostores/react';
import { Select } from '#ui/react/Field.tsx';
import { changeLayout } from '#features/designs/model/design-edit.ts';
import {
  capProfiles,
  caseStyles,
  designZones,
  legendStyles,
  type Design,
  type DesignZone,
} from '#features/designs/model/design.ts';
import { builtInLayouts, isLayoutName, layoutNames } from '#drawing/keyboard-layouts/built-in.ts';
import { $design, $paint, $settledDesign, changeDesign } from '../store/design-desk.ts';
import { actOnZone, paintName, zoneNames } from './paint-actions.ts';
import styles from './picker.module.css';

function ZoneRow({ zone, design }: { readonly zone: DesignZone; readonly design: Design }) {
  const paint = design.zones[zone];
  return (
    <li className={styles['zone']}>
      <button
        type="button"
        className={styles['zonePaint']}
        aria-label={`Paint ${zoneNames[zone].toLowerCase()}`}
        onClick={() => actOnZone(zone)}
      >
        <span className={styles['dot']} style={{ background: paint.hex }} />
        <span className={styles['zoneName']}>{zoneNames[zone]}</span>
        <span className={styles['zoneColour']}>{paintName(paint)}</span>
      </button>
      <button
        type="button"
        className={styles['zonePick']}
        aria-label={`Pick up the colour of ${zoneNames[zone].toLowerCase()}`}
        onClick={() => $paint.set(paint)}
      >
        Pick colour
      </button>
    </li>
  );
}

const profileNames = { cherry: 'Cherry', sa: 'SA', xda: 'XDA', low: 'Low' } as const;
const legendNames = { on: 'Legends', off: 'No legends', sub: 'With sub-legends' } as const;

export function Parts({ onImport }: { readonly onImport: () => void }) {
  const design = useStore($settledDesign);
  const { layout } = design;
  const named = typeof layout === 'string' ? layout : null;
  const change = (changes: Partial<Design>, said: string) =>
    changeDesign({ ...$design.get(), ...changes }, said);
  return (
    <div className={styles['panel']}>
      <ul className={styles['zones']}>
        {designZones.map((zone) => (
          <ZoneRow key={zone} zone={zone} design={design} />
        ))}
      </ul>
      <div className={styles['choices']}>
        <Select
          label="Layout"
          value={named ?? 'own'}
          onChange={({ currentTarget: { value } }) => {
            if (isLayoutName(value))
              changeDesign(
                changeLayout($design.get(), value),
                builtInLayouts[value].keys.length + ' keys',
              );
          }}
        >
          {named === null && <option value="own">Your own layout</option>}
          {layoutNames.map((name) => (
            <option key={name} value={name}>
              {String(builtInLayouts[name].meta['name'])}
            </option>
          ))}
        </Select>
        <Select
          label="Profile"
          value={design.profile}
          onChange={({ currentTarget: { value } }) => {
            const profile = capProfiles.find((one) => one === value);
            if (profile) change({ profile }, `${profileNames[profile]} profile`);
          }}
        >
          {capProfiles.map((profile) => (
            <option key={profile} value={profile}>
              {profileNames[profile]}
            </option>
          ))}
        </Select>
        <Select
          label="Legends"
          value={design.legends}
          onChange={({ currentTarget: { value } }) => {
            const legends = legendStyles.find((one) => one === value);
            if (legends) change({ legends }, legendNames[legends]);
          }}
        >
          {legendStyles.map((style) => (
            <option key={style} value={style}>
              {legendNames[style]}
            </option>
          ))}
        </Select>
        <Select
          label="Case"
          value={design.caseStyle}
          onChange={({ currentTarget: { value } }) => {
            const caseStyle = caseStyles.find((one) => one === value);
            if (caseStyle) change({ caseStyle }, `Case: ${caseStyle}`);
          }}
        >
          {caseStyles.map((style) => (
            <option key={style} value={style}>
              {style === 'none' ? 'No case' : style.charAt(0).toUpperCase() + style.slice(1)}
            </option>
          ))}
        </Select>
      </div>
      <button type="button" className={styles['link']} onClick={onImport}>
        Import a layout from KLE
      </button>
    </div>
  );
}
