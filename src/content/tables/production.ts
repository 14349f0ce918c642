/**
 * Invariant: what changes by the hour (counts, stages by the clock) is shown as of the build and
 * confirmed by the live read.
 */
import { z } from 'astro/zod';
import { batchStages } from '#features/batches/model/batch-road.ts';
import type { ListKind } from '#shared/list-kind.ts';
import { listKinds } from '#shared/list-kinds.ts';

const id = z.guid();
const text = z.string();
const count = z.int();
const moment = z.string().nullable();

export const batchStage = z.enum(batchStages);
const listKind = z.enum(Object.keys(listKinds) as ListKind[]);

export const batches = z.object({
  id,
  product_id: id,
  code: text,
  number: count,
  title: text,
  note: text,
  stage: batchStage,
  opens_at: moment,
  closes_at: moment,
  eta: moment,
  original_eta: moment,
  eta_precision: text,
  shipped_on: moment,
  cancel_until: moment,
  change_options_until: moment,
  change_address_until: moment,
});

export const batchKits = z.object({
  id,
  batch_id: id,
  variant_id: id,
  moq: count,
  capacity: count.nullable(),
  ordered_count: count,
  waiting_count: count,
  settled_count: count.nullable(),
  dropped_at: moment,
  position: count,
});

export const batchPriceTiers = z.object({
  batch_kit_id: id,
  from_count: count,
  price_minor: count,
  currency: text,
});

export const batchStageHistory = z.object({
  id: z.union([count, text]),
  batch_id: id,
  stage: batchStage,
  entered_at: text,
});

export const lists = z.object({
  id,
  product_id: id.nullable(),
  kind: listKind,
  title: text,
  rules: text,
  status: z.enum(['draft', 'open', 'closed', 'frozen', 'drawn', 'finished']),
  opens_at: moment,
  closes_at: moment,
  capacity: count.nullable(),
  max_wins: count,
  pay_within_hours: count,
  entry_count: count,
  beacon_round: count.nullable(),
  entries_hash: text.nullable(),
  randomness: text.nullable(),
  signature: text.nullable(),
  drawn_at: moment,
});

export const listChoices = z.object({
  id,
  list_id: id,
  variant_id: id,
  editions: count.nullable(),
  position: count,
});

export const drops = z.object({
  id,
  kind: z.union([z.enum(['product', 'group_buy', 'extras']), listKind]),
  product_id: id,
  title: text,
  at: text,
  closes_at: moment,
});

export const updates = z.object({
  id,
  url: text.min(1),
  title: text.min(1),
  summary: text,
  body: text,
  kind: text,
  author: text,
  pinned: z.boolean(),
  image_id: id.nullable(),
  status: z.enum(['draft', 'scheduled', 'published', 'archived']),
  publish_at: moment,
  edited_at: moment,
});

export const updateBatches = z.object({
  update_id: id,
  batch_id: id,
  stage: batchStage.nullable(),
  eta_before: moment,
  eta_after: moment,
  buyers_note: text,
});

export const updateProducts = z.object({ update_id: id, product_id: id });

export const urlRedirects = z.object({
  id,
  kind: z.enum(['product', 'update']),
  old_url: text,
  product_id: id.nullable(),
  update_id: id.nullable(),
});
