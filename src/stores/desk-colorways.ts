/** The only place that says what the colorways desk reads and changes. */
import { atom, onMount } from 'nanostores';
import { readDeskRows } from '#backend/desk-rows.ts';
import type { DeskRow } from '#domain/desk-row.ts';
import type { TableSort } from '#domain/table-query.ts';
import { createDeskForm } from './desk-form.ts';
import { createDeskTable } from './desk-table.ts';

const byCode: TableSort = { column: 'code', direction: 'asc' };
const sortable = ['code', 'name', 'position', 'status', 'updated_at'];

export const colourTable = createDeskTable({
  name: 'colours',
  source: {
    table: 'colorways',
    columns: '*,palette:palettes(title,code)',
    searched: ['name', 'code', 'physical_code'],
    nullable: [],
    tieBreaker: 'id',
  },
  shape: {
    sortable,
    filterable: ['status', 'colour_family', 'finish', 'palette_id', 'product_id', 'sale'],
    defaultSort: byCode,
    defaultFilters: [{ column: 'palette_id', operator: 'filled', value: '' }],
  },
});
export const colourForm = createDeskForm(colourTable);

export const paletteTable = createDeskTable({
  name: 'palettes',
  source: {
    table: 'palettes',
    columns: '*',
    searched: ['title', 'maker', 'code'],
    nullable: [],
    tieBreaker: 'id',
  },
  shape: { sortable: ['code', 'title', 'maker', 'position'], filterable: [], defaultSort: byCode },
});
export const paletteForm = createDeskForm(paletteTable);

/** All of them: pairs that can hardly be told apart are found among all. */
export const $allColours = atom<readonly DeskRow[] | null>(null);
export const $palettes = atom<readonly DeskRow[]>([]);

const most = 3000;

async function readAllColours(): Promise<void> {
  const [colours, palettes] = await Promise.all([
    readDeskRows({
      table: 'colorways',
      columns: 'id,name,code,physical_code,colour,palette_id,palette:palettes(title)',
      conditions: [{ column: 'palette_id', operator: 'not.is', value: 'null' }],
      limit: most,
    }),
    readDeskRows({ table: 'palettes', columns: 'id,title,code', order: 'position' }),
  ]);
  if (colours.ok) $allColours.set(colours.value);
  if (palettes.ok) $palettes.set(palettes.value);
}

onMount($allColours, () => void readAllColours());

export interface Use {
  readonly where: string;
  readonly count: number;
}

/** Where a colorway is needed, before anyone hides it. */
export async function findUses(row: DeskRow): Promise<readonly Use[]> {
  const count = async (where: string, table: string, column: string, value: unknown) => {
    if (typeof value !== 'string') return [];
    const conditions = [{ column, operator: 'eq', value }];
    const found = await readDeskRows({ table, columns: 'id', conditions, limit: most });
    return found.ok && found.value.length > 0 ? [{ where, count: found.value.length }] : [];
  };
  const variant = row.values['variant_id'];
  const uses = await Promise.all([
    count('pictures', 'product_images', 'colorway_id', row.id),
    count('lists', 'list_choices', 'variant_id', variant),
    count('batches', 'batch_kits', 'variant_id', variant),
    count('order lines', 'order_lines', 'variant_id', variant),
  ]);
  return uses.flat();
}
