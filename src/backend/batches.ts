/**
 * The only way staff settle a group buy, tell its buyers and sell its extras.
 */
import { callFunction, type Answer, type CallParts } from './call-function.ts';

type Raw = Readonly<Record<string, unknown>>;
const fields = (data: unknown): Raw | null =>
  typeof data === 'object' && data !== null ? (data as Raw) : null;

export interface SettledBatch {
  readonly stage: string;
  readonly droppedKits: number;
}

export const closeBatch = (batchId: string, parts: CallParts = {}): Answer<SettledBatch> =>
  callFunction(
    'close_batch',
    { p_batch: batchId },
    (data) => {
      const { stage, dropped_kits: droppedKits } = fields(data) ?? {};
      if (typeof stage !== 'string' || typeof droppedKits !== 'number') return null;
      return { stage, droppedKits };
    },
    parts,
  );

export interface Audience {
  /** Each address once. */
  readonly buyers: number;
  readonly batches: number;
  readonly isSent: boolean;
}

/** With `isPreview` nobody is told and nothing moves. */
export const sendUpdate = (
  updateId: string,
  { isPreview }: { readonly isPreview: boolean },
  parts: CallParts = {},
): Answer<Audience> =>
  callFunction(
    'send_update',
    { p_update: updateId, p_is_preview: isPreview },
    (data) => {
      const { buyers, batches, is_sent: isSent } = fields(data) ?? {};
      if (typeof buyers !== 'number' || typeof batches !== 'number') return null;
      return { buyers, batches, isSent: isSent === true };
    },
    parts,
  );

export interface GroupBuyPlan {
  readonly listId: string;
  readonly batchId: string;
  readonly opensAt: string;
  readonly closesAt: string;
  /** A day, or null where the batch keeps what it says. */
  readonly eta: string | null;
  readonly kits: readonly { readonly variantId: string; readonly moq: number }[];
}

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
    (data) => {
      const told = fields(data)?.['told'];
      return typeof told === 'number' ? told : null;
    },
    parts,
  );

export interface Extra {
  readonly variantId: string;
  readonly count: number;
  readonly priceMinor: number;
}

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
    (data) => {
      const kits = fields(data)?.['kits'];
      return typeof kits === 'number' ? kits : null;
    },
    parts,
  );
