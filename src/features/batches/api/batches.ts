import type { Audience, Extra, GroupBuyPlan, KitTerms, SettledBatch } from '../model/batch-desk.ts';
import { fail, type Result } from '#shared/result.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import { toldBy, type BackendError } from '#shared/backend/errors.ts';

/** With `isPreview` nothing happens: it says what closing now would do. */
export const closeBatch = (
  batchId: string,
  { isPreview }: { readonly isPreview: boolean },
  parts: CallParts = {},
): Answer<SettledBatch> =>
  callFunction('close_batch', { p_batch: batchId, p_is_preview: isPreview }, parts);

/** With `isPreview` nobody is told and nothing moves. */
export const sendUpdate = (
  updateId: string,
  { isPreview }: { readonly isPreview: boolean },
  parts: CallParts = {},
): Answer<Audience> =>
  callFunction('send_update', { p_update: updateId, p_is_preview: isPreview }, parts);

/** Gives how many voters were told. */
export const startGroupBuy = (plan: GroupBuyPlan, parts: CallParts = {}): Answer<number> =>
  callFunction(
    'start_group_buy',
    {
      p_list: plan.listId,
      p_batch: plan.batchId,
      p_opens_at: plan.opensAt,
      p_closes_at: plan.closesAt,
      p_eta: plan.eta as string,
      p_kits: plan.kits.map(({ variantId, moq }) => ({ variant_id: variantId, moq })),
    },
    ({ told }) => told,
    parts,
  );

/** Gives how many kits are on sale. */
export const openExtras = (
  batchId: string,
  extras: readonly Extra[],
  parts: CallParts = {},
): Answer<number> =>
  callFunction(
    'open_extras',
    {
      p_batch: batchId,
      p_extras: extras.map(({ variantId, count, priceMinor }) => ({
        variant_id: variantId,
        count,
        price_minor: priceMinor,
      })),
    },
    ({ kits }) => kits,
    parts,
  );

/** As SQL compares them: sorted by count, and nothing else in them. */
const rawTerms = ({ moq, capacity, tiers }: KitTerms) => ({
  moq,
  capacity,
  tiers: tiers.toSorted((one, other) => one.from_count - other.from_count),
});

/** Refused with what it became where someone else saved it meanwhile. */
export async function saveBatchKit(
  batchId: string,
  variantId: string,
  terms: KitTerms,
  expected: KitTerms | null,
  parts: CallParts = {},
): Promise<Result<true, { readonly error: BackendError; readonly theirs: KitTerms | null }>> {
  const args = {
    p_batch: batchId,
    p_variant: variantId,
    p_terms: rawTerms(terms),
    p_expected: expected && rawTerms(expected),
  };
  const saved = await callFunction('save_batch_kit', args, () => true as const, parts);
  if (saved.ok) return saved;
  const { error } = saved;
  return fail({ error, theirs: toldBy<'save_batch_kit'>(error).theirs ?? null });
}

/** Until when its buyers may change their address; null for as long as their orders can be changed. */
export const setAddressLock = (
  batch: { readonly id: string; readonly version: number },
  until: string | null,
  parts: CallParts = {},
): Answer<number> =>
  callFunction(
    'set_address_lock',
    { p_batch: batch.id, p_until: until as string, p_version: batch.version },
    ({ version }) => version,
    parts,
  );
