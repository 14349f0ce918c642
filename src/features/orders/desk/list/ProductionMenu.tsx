import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { countsCsv, unitsCsv } from '../../model/production-sheet.ts';
import { succeed } from '#shared/result.ts';
import { Select } from '#ui/react/Field.tsx';
import { ExportButton } from '#desk-kit/table/ExportButton.tsx';
import { Menu } from '#desk-kit/table/Menu.tsx';
import { $batches, readBatchUnits } from '../../store/desk-orders.ts';

const files = [
  { name: 'counts', label: 'Counts for the factory', write: countsCsv },
  { name: 'units', label: 'Build list, one row per unit', write: unitsCsv },
];

/** What a batch has to make, a table in a file: counts for the factory, units for the bench. */
export function ProductionMenu() {
  const batches = useStore($batches);
  const [chosen, setChosen] = useState('');
  const batch = batches.find(({ id }) => id === chosen) ?? batches[0];
  return (
    <Menu label="Download production lists">
      <Select
        label="Batch"
        value={batch?.id ?? ''}
        onChange={(event) => setChosen(event.target.value)}
      >
        {batches.map((each) => (
          <option key={each.id} value={each.id}>
            {each.values.code}
          </option>
        ))}
      </Select>
      {batch &&
        files.map(({ name, label, write }) => (
          <ExportButton
            key={name}
            fileName={`production-${batch.values.code}-${name}.csv`}
            label={label}
            onExport={async (signal, onProgress) => {
              const units = await readBatchUnits(batch.id, signal, onProgress);
              return units.ok ? succeed(write(units.value)) : units;
            }}
          />
        ))}
    </Menu>
  );
}
