import { atom } from 'nanostores';
import {
  deleteDeskRows,
  insertDeskRow,
  readDeskRows,
  updateDeskRow,
} from '#desk-kit/api/desk-rows.ts';
import type { BackendError } from '#shared/backend/errors.ts';
import {
  pictureLink,
  showPicture,
  storePicture,
} from '#features/catalogue/api/product-pictures.ts';
import { updateUrl } from '#features/batches/model/batch-desk.ts';
import type { SampleNews } from '../model/colour-sample.ts';
import { textOf, type DeskRow, type Draft } from '#desk-kit/model/desk-row.ts';
import type { Row } from '#shared/backend/given.ts';
import { fail as refuse, succeed, type Result } from '#shared/result.ts';
import { conflictOf, type RowConflict, type RowPatch } from '#desk-kit/model/table-edit.ts';
import { askedAgain } from '#desk-kit/store/desk-refusal.ts';

type Sample = Row<'colour_samples'>;
export type SampleRow = DeskRow<Sample>;
/** What a sample is of, as its form has it. */
export type SampledColour = Draft<Pick<Row<'colorways'>, 'code' | 'name' | 'product_id'>>;

export interface SamplesState {
  readonly colorwayId: string;
  /** Null until they are read. */
  readonly rows: readonly SampleRow[] | null;
  readonly message: string | null;
  readonly isBusy: boolean;
  /** What somebody else was faster with, beside what was to be written. */
  readonly late: RowConflict<Sample> | null;
}

const none: SamplesState = {
  colorwayId: '',
  rows: null,
  message: null,
  isBusy: false,
  late: null,
};
export const $samples = atom<SamplesState>(none);

const source = { table: 'colour_samples', columns: '*' } as const;
const links = new Map<string, Promise<string>>();

export async function readSamples(
  colorwayId: string,
  message: string | null = null,
): Promise<void> {
  const before = $samples.get();
  const isSame = before.colorwayId === colorwayId;
  if (!isSame) links.clear();
  // Nothing is done to what is on its way out: it would be told that someone else was faster.
  $samples.set({ ...none, colorwayId, rows: isSame ? before.rows : null, isBusy: isSame });
  const conditions = [{ column: 'colorway_id', operator: 'eq', value: colorwayId }];
  const read = await readDeskRows({ ...source, conditions, order: 'ordered_on', descending: true });
  if ($samples.get().colorwayId !== colorwayId) return;
  $samples.set({
    ...none,
    colorwayId,
    rows: read.ok ? read.value : isSame ? before.rows : null,
    message: read.ok ? message : askedAgain(read.error),
  });
}

function fail(error: BackendError): void {
  $samples.set({ ...$samples.get(), isBusy: false, message: askedAgain(error) });
}

export async function addSample(supplier: string): Promise<boolean> {
  const { colorwayId } = $samples.get();
  $samples.set({ ...$samples.get(), isBusy: true, message: null });
  const made = await insertDeskRow(source.table, { colorway_id: colorwayId, supplier });
  if (!made.ok) fail(made.error);
  else await readSamples(colorwayId, 'The sample is ordered.');
  return made.ok;
}

/** Only while it is what was read: the second of two is told, and sees what the first made of it. */
export async function changeSample(row: SampleRow, patch: RowPatch): Promise<boolean> {
  $samples.set({ ...$samples.get(), isBusy: true, message: null });
  const saved = await updateDeskRow(source, row, patch);
  if (!saved.ok) {
    fail(saved.error);
    return false;
  }
  const { changed, current } = saved.value;
  await readSamples($samples.get().colorwayId, changed ? 'Saved.' : current ? null : gone);
  if (!changed && current)
    $samples.set({ ...$samples.get(), late: conflictOf(patch, row, current) });
  return changed !== null;
}

const gone = 'Someone else has removed this sample.';

export async function settleSample(keepMine: boolean): Promise<void> {
  const { late } = $samples.get();
  if (!late) return;
  $samples.set({ ...$samples.get(), late: null });
  if (keepMine) await changeSample(late.current, late.patch);
}

export async function removeSample(row: SampleRow): Promise<void> {
  const removed = await deleteDeskRows(source.table, [
    { column: 'id', operator: 'eq', value: row.id },
    { column: 'version', operator: 'eq', value: String(row.version) },
  ]);
  if (!removed.ok) return fail(removed.error);
  const late = 'Not removed: someone else changed it in the meantime. Check it and try again.';
  await readSamples($samples.get().colorwayId, removed.value > 0 ? 'Removed.' : late);
}

export async function photographSample(row: SampleRow, photo: Blob): Promise<void> {
  $samples.set({ ...$samples.get(), isBusy: true, message: null });
  const path = `samples/${$samples.get().colorwayId}/${crypto.randomUUID()}.webp`;
  const stored = await storePicture(path, photo);
  if (!stored.ok) return fail(stored.error);
  await changeSample(row, { photo_path: stored.value });
}

/** One promise a path: React waits for it and must find the same one again. */
export function linkOfSample(path: string): Promise<string> {
  const known = links.get(path) ?? pictureLink(path);
  links.set(path, known);
  return known;
}

/** The database decides by its own clock whether the moment has come. */
const clockSlackMs = 60_000;

/** Gives the last part of the update's address. Its photo is shown to everybody first, so that none is missing. */
export async function publishSampleNews(
  colorway: SampledColour,
  sample: SampleRow,
  { title, summary, body }: SampleNews,
): Promise<Result<string, string>> {
  const path = sample.values.photo_path;
  const photo = path === null ? succeed('') : await showPicture(path);
  if (!photo.ok) return refuse(askedAgain(photo.error));
  const name = textOf(colorway, 'name').replace(/[[\]\\]/g, '');
  const picture = photo.value === '' ? '' : `![Sample of ${name}](${photo.value})\n\n`;
  const url = updateUrl(textOf(colorway, 'code'), title);
  const made = await insertDeskRow('updates', {
    url,
    kind: 'production',
    title,
    summary,
    body: picture + body,
    status: 'published',
    publish_at: new Date(Date.now() - clockSlackMs).toISOString(),
  });
  if (!made.ok) return refuse(askedAgain(made.error));
  const product_id = textOf(colorway, 'product_id');
  if (product_id === '') return succeed(url);
  const key = ['update_id', 'product_id'];
  const named = await insertDeskRow(
    'update_products',
    { update_id: made.value.id, product_id },
    key,
  );
  return named.ok ? succeed(url) : refuse(askedAgain(named.error));
}
