import { atom, onMount } from 'nanostores';
import { colorwayUses, retireColorway } from '../api/colorways.ts';
import { readDeskRows, readEveryRow } from '#desk-kit/api/desk-rows.ts';
import type { BackendError } from '#shared/backend/errors.ts';
import type { Given, Row, ValuesOf } from '#shared/backend/given.ts';
import { textOf, type DeskRow } from '#desk-kit/model/desk-row.ts';
import type { Result } from '#shared/result.ts';
import type { TableSort } from '#desk-kit/model/table-query.ts';
import { createDeskForm } from '#desk-kit/store/desk-form.ts';
import { notify } from '#desk-kit/store/desk-notices.ts';
import { askedAgain } from '#desk-kit/store/desk-refusal.ts';
import { notifyChanged } from '#desk-kit/store/undo-change.ts';
import { readSamples } from './desk-samples.ts';
import { createDeskTable, type RowOf } from '#desk-kit/store/desk-table.ts';

const byCode: TableSort = { column: 'code', direction: 'asc' };
const sortable = ['code', 'name', 'position', 'status', 'updated_at'] as const;

export const colourTable = createDeskTable({
  name: 'colours',
  source: {
    table: 'colorways',
    columns:
      '*,palette:palettes(title,code),product:products!colorways_product_id_fkey(title),stock:colour_stock(*)',
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
export type ColourRow = RowOf<typeof colourTable>;
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

const comparedColumns = 'id,name,code,physical_code,colour,palette_id,palette:palettes(title)';
export type ComparedColour = ValuesOf<'colorways', typeof comparedColumns>;
const paletteColumns = 'id,title,code';
export type PaletteRow = DeskRow<ValuesOf<'palettes', typeof paletteColumns>>;

/** All of them: pairs that can hardly be told apart are found among all. */
export const $allColours = atom<readonly DeskRow<ComparedColour>[] | null>(null);
/** Why they could not be read; null while they were, or are being. */
export const $coloursProblem = atom<string | null>(null);
export const $palettes = atom<readonly PaletteRow[]>([]);

const most = 3000;

export async function readAllColours(): Promise<void> {
  $coloursProblem.set(null);
  const [colours, palettes] = await Promise.all([
    readEveryRow(
      {
        table: 'colorways',
        columns: comparedColumns,
        conditions: [{ column: 'palette_id', operator: 'not.is', value: 'null' }],
      },
      most,
    ),
    readDeskRows({ table: 'palettes', columns: paletteColumns, order: 'position' }),
  ]);
  if (colours.ok) $allColours.set(colours.value);
  else $coloursProblem.set(askedAgain(colours.error));
  if (palettes.ok) $palettes.set(palettes.value);
}

onMount($allColours, () => void readAllColours());

/** What colours are ordered within: palettes, and sculpts with their editions. */
export interface ColourGroups {
  readonly title: string;
  readonly column: string;
  readonly rows: readonly DeskRow<Pick<Row<'palettes'>, 'id' | 'title'>>[];
}
export const $colourGroups = atom<readonly ColourGroups[] | null>(null);
/** Why they could not be read; null while they were, or are being. */
export const $groupsProblem = atom<string | null>(null);

export async function readGroups(): Promise<void> {
  $groupsProblem.set(null);
  const [palettes, sculpts] = await Promise.all([
    readDeskRows({ table: 'palettes', columns: 'id,title', order: 'position' }),
    readDeskRows({
      table: 'products',
      columns: 'id,title',
      conditions: [{ column: 'kind', operator: 'eq', value: 'artisan' }],
      order: 'position',
    }),
  ]);
  if (!palettes.ok) return $groupsProblem.set(askedAgain(palettes.error));
  if (!sculpts.ok) return $groupsProblem.set(askedAgain(sculpts.error));
  $colourGroups.set([
    { title: 'Palettes', column: 'palette_id', rows: palettes.value },
    { title: 'Sculpts', column: 'product_id', rows: sculpts.value },
  ]);
}

onMount($colourGroups, () => void readGroups());

type ColorwayUses = Given<'colorway_uses'>;
const uses = new Map<string, Promise<ColorwayUses | string>>();

/** Where a colorway is needed, before anyone hides it; a sentence where that can't be read. */
export function usesOf(row: Pick<DeskRow, 'id' | 'version'>): Promise<ColorwayUses | string> {
  const key = `${row.id} ${row.version}`;
  const known = uses.get(key) ?? colorwayUses(row.id).then(valueOrWords);
  uses.set(key, known);
  return known;
}

const valueOrWords = (read: Result<ColorwayUses, BackendError>) =>
  read.ok ? read.value : askedAgain(read.error);

export function openColour(row: ColourRow): void {
  uses.clear();
  colourForm.open(row);
  void readSamples(row.id);
}

/** Removed where nothing uses it, archived where something does. */
export async function retireOpenColour(): Promise<void> {
  const { row } = colourForm.$state.get();
  if (!row || row.version === null) return colourForm.close();
  colourForm.$state.setKey('isSaving', true);
  const retired = await retireColorway(row.id, row.version);
  colourForm.$state.setKey('isSaving', false);
  if (!retired.ok) {
    colourForm.$state.setKey('problem', askedAgain(retired.error));
    return;
  }
  const name = textOf(row, 'name');
  if (retired.value === 'removed') notify(`${name} is removed.`);
  else
    notifyChanged(
      `${name} is archived because it is in use: old designs and orders keep it, new ones can’t choose it.`,
      {
        source: colourTable.source,
        row: { id: row.id, version: row.version + 1 },
        before: { status: textOf(row, 'status') },
        reload: colourTable.reload,
      },
    );
  colourForm.close();
  await colourTable.reload();
}
