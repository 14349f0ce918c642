import { useStore } from '@nanostores/react';
import { withFilter, withoutFilter, type TableFilter } from '#desk-kit/model/table-query.ts';
import type { TableState } from '#desk-kit/model/table-state.ts';
import { Picker } from '#desk-kit/ui/Picker.tsx';
import { $palettes, colourTable } from '../store/desk-colorways.ts';
import styles from '#ui/styles/desk.module.css';

const column = 'palette_id';
const scopes: Readonly<Record<string, TableFilter>> = {
  palettes: { column, operator: 'filled', value: '' },
  sculpts: { column, operator: 'empty', value: '' },
};

/** Colours of palettes and editions of sculpts are of one table, and seldom wanted together. */
export function ColourScope({ query }: Pick<TableState, 'query'>) {
  const palettes = useStore($palettes);
  const now = query.filters.find((filter) => filter.column === column);
  const named = Object.keys(scopes).find((name) => scopes[name]?.operator === now?.operator);
  const show = (wanted: string) => {
    const others = now ? withoutFilter(query, now) : query;
    const filter = scopes[wanted] ?? { column, operator: 'is' as const, value: wanted };
    void colourTable.ask(wanted === '' ? others : withFilter(others, filter));
  };
  return (
    <label className={`${styles['line']} ${styles['above']}`}>
      <b>Show</b>
      <Picker value={named ?? now?.value ?? ''} onChange={(event) => show(event.target.value)}>
        <option value="palettes">Colours of all palettes</option>
        {palettes.map((palette) => (
          <option key={palette.id} value={palette.id}>
            {palette.values.title}
          </option>
        ))}
        <option value="sculpts">Editions of sculpts</option>
        <option value="">Colours and editions</option>
      </Picker>
    </label>
  );
}
