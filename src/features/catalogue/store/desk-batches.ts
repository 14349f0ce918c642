/** Each gives what happened, or a sentence that says why nothing did. */
import { closeBatch, openExtras, saveBatchKit, sendUpdate } from '#features/batches/api/batches.ts';
import { deleteDeskRows, insertDeskRow, updateDeskRow } from '#desk-kit/api/desk-rows.ts';
import type { BackendError } from '#shared/backend/errors.ts';
import {
  updateUrl,
  type Audience,
  type Extra,
  type KitTerms,
  type SettledBatch,
} from '#features/batches/model/batch-desk.ts';
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import type { Row } from '#shared/backend/given.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { readBatchesAgain } from './desk-product.ts';
import { askedAgain } from '#desk-kit/store/desk-refusal.ts';

const said = <Value>(answer: Result<Value, BackendError>): Result<Value, string> =>
  answer.ok ? answer : fail(askedAgain(answer.error));

/** `expected` is what was read of the kit, null for a new one. */
export async function saveKit(
  batchId: string,
  variantId: string,
  terms: KitTerms,
  expected: KitTerms | null,
): Promise<Result<true, KitRefusal>> {
  const saved = await saveBatchKit(batchId, variantId, terms, expected);
  if (saved.ok) await readBatchesAgain('The kit is saved.');
  else askedAgain(saved.error.error);
  return saved.ok
    ? saved
    : fail({ message: saved.error.error.message, theirs: saved.error.theirs });
}

export interface KitRefusal {
  readonly message: string;
  /** What someone else made of it meanwhile. */
  readonly theirs: KitTerms | null;
}

export async function previewClosing(batchId: string): Promise<Result<SettledBatch, string>> {
  return said(await closeBatch(batchId, { isPreview: true }));
}

export async function settleBatch(batchId: string): Promise<Result<SettledBatch, string>> {
  const settled = said(await closeBatch(batchId, { isPreview: false }));
  if (settled.ok) await readBatchesAgain('The batch is closed and its buyers have been e-mailed.');
  return settled;
}

export interface BuyersNews {
  readonly title: string;
  readonly summary: string;
  readonly body: string;
  /** Null where the batch stays as it is. */
  readonly stage: string | null;
  readonly eta: string | null;
  readonly note: string;
}

export interface NewsDraft {
  readonly update: DeskRow<Row<'updates'>>;
  readonly audience: Audience;
}

const headlineIsTaken = 'This batch already has an update with that headline. Choose another.';

/** Written down, and nobody told yet. */
export async function draftNews(
  { id, values: batch }: DeskRow<Pick<Row<'batches'>, 'code' | 'eta' | 'product_id'>>,
  news: BuyersNews,
): Promise<Result<NewsDraft, string>> {
  const { title, summary, body, stage, eta, note } = news;
  const url = updateUrl(batch.code, title);
  const before = batch.eta;
  const kind = stage === 'shipping' ? 'shipping' : isLater(eta, before) ? 'delay' : 'production';
  const made = await insertDeskRow('updates', { url, kind, title, summary, body });
  if (!made.ok) return fail(made.error.code === '23505' ? headlineIsTaken : askedAgain(made.error));
  const update_id = made.value.id;
  const named = await Promise.all([
    insertDeskRow(
      'update_batches',
      {
        update_id,
        batch_id: id,
        stage,
        eta_before: eta === null ? null : before,
        eta_after: eta,
        buyers_note: note,
      },
      ['update_id', 'batch_id'],
    ),
    insertDeskRow('update_products', { update_id, product_id: batch.product_id }, [
      'update_id',
      'product_id',
    ]),
  ]);
  const fault = named.find((each) => !each.ok);
  const audience = fault ?? (await sendUpdate(update_id, { isPreview: true }));
  if (audience.ok && 'buyers' in audience.value)
    return succeed({ update: made.value, audience: audience.value });
  await dropNews(made.value);
  return fail(audience.ok ? 'The recipients could not be counted.' : askedAgain(audience.error));
}

const isLater = (eta: string | null, before: string | null): boolean =>
  eta !== null && before !== null && eta > before;

/** Takes a draft back: nothing of it was seen. */
export async function dropNews(update: Pick<DeskRow, 'id'>): Promise<void> {
  await deleteDeskRows('updates', [
    { column: 'id', operator: 'eq', value: update.id },
    { column: 'status', operator: 'eq', value: 'draft' },
  ]);
}

/** Published first, for the mail links to it. Sending again tells nobody twice. */
export async function sendNews({ update }: NewsDraft): Promise<Result<Audience, string>> {
  // Before anything of it can be seen: somebody else may have moved the batch since it was written.
  const still = said(await sendUpdate(update.id, { isPreview: true }));
  if (!still.ok) return still;
  const published = await updateDeskRow(
    { table: 'updates', columns: 'id,status' },
    { id: update.id, version: null },
    { status: 'published', publish_at: new Date(Date.now() - clockSlackMs).toISOString() },
  );
  if (!published.ok) return fail(askedAgain(published.error));
  const sent = said(await sendUpdate(update.id, { isPreview: false }));
  if (sent.ok)
    await readBatchesAgain(
      `The update is published: ${sent.value.buyers} buyers have been e-mailed.`,
    );
  return sent;
}

/** The database decides by its own clock whether the moment has come. */
const clockSlackMs = 60_000;

/** Null when it is done. */
export async function sellExtras(
  batchId: string,
  extras: readonly Extra[],
): Promise<string | null> {
  const opened = said(await openExtras(batchId, extras));
  if (!opened.ok) return opened.error;
  await readBatchesAgain(`${opened.value} kits are on sale from stock.`);
  return null;
}
