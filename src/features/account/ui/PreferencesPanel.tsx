import { useStore } from '@nanostores/react';
import { Select } from '#ui/react/Field.tsx';
import { Segments } from '#ui/react/Segments.tsx';
import { changeProfile, countryRules, profile } from '../store/account.ts';
import { Panel } from './Panel.tsx';
import { ThemeChoice } from './ThemeChoice.tsx';
import { useSaving } from './saving.ts';
import { Shown } from './Shown.tsx';
import styles from './account.module.css';

const units = [
  { value: 'metric', label: 'Grams and millimetres' },
  { value: 'imperial', label: 'Ounces and inches' },
] as const;

export function PreferencesPanel() {
  const saving = useSaving();
  const countries = useStore(countryRules.$state);
  return (
    <Panel title="Preferences" about="Changes are saved automatically." saving={saving}>
      <Shown resource={profile} lines={3} label="Loading your preferences">
        {(value) => (
          <div className={styles['stack']}>
            <Select
              label="Country"
              hint="Used to estimate shipping and taxes."
              autoComplete="country"
              value={value.countryCode ?? ''}
              onChange={({ target }) => {
                const countryCode = target.value === '' ? null : target.value;
                void saving.run(() => changeProfile({ countryCode }), 'Country saved.');
              }}
            >
              <option value="">Not chosen</option>
              {countries.status === 'ready' &&
                countries.value.map(({ code, name }) => (
                  <option key={code} value={code}>
                    {name}
                  </option>
                ))}
            </Select>
            <Segments
              legend="Units"
              value={value.units}
              choices={units}
              onChange={(chosen) =>
                void saving.run(() => changeProfile({ units: chosen }), 'Units saved.')
              }
            />
          </div>
        )}
      </Shown>
      <ThemeChoice />
    </Panel>
  );
}
