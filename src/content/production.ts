/** Invariant: a draft never leaves it. */
import { wayOf, type ListWay } from '#shared/list-kind.ts';
import { parseEta, type Eta } from '#shared/eta.ts';
import { groupedBy, oncePerBuild } from './rows.ts';
import type { Batch, List, RowOf } from './rows.ts';

export interface BatchKit extends RowOf<'batchKits'> {
  readonly tiers: readonly { readonly fromCount: number; readonly priceMinor: number }[];
}

export interface WholeBatch extends Omit<Batch, 'eta' | 'originalEta' | 'etaPrecision'> {
  readonly eta: Eta | null;
  readonly originalEta: Eta | null;
  readonly kits: readonly BatchKit[];
  readonly history: readonly { readonly stage: Batch['stage']; readonly enteredAt: string }[];
}

export interface ProductList extends List, ListWay {
  readonly choices: readonly { readonly variantId: string; readonly editions: number | null }[];
}

async function readKits() {
  const tiersOf = await groupedBy('batchPriceTiers', (tier) => tier.batchKitId);
  const kitsOf = await groupedBy('batchKits', (kit) => kit.batchId);
  return (batchId: string): readonly BatchKit[] =>
    kitsOf(batchId).map((kit) => ({
      ...kit,
      // Who paid after the closing was settled moved no price.
      orderedCount: kit.settledCount ?? kit.orderedCount,
      tiers: tiersOf(kit.id)
        .map(({ fromCount, priceMinor }) => ({ fromCount, priceMinor }))
        .toSorted((a, b) => a.fromCount - b.fromCount),
    }));
}

export const readProduction = oncePerBuild(async () => {
  const kitsOf = await readKits();
  const historyOf = await groupedBy('batchStageHistory', (step) => step.batchId);
  const choicesOf = await groupedBy('listChoices', (choice) => choice.listId);
  const batches = await groupedBy('batches', (batch) => batch.productId);
  const lists = await groupedBy('lists', (list) => list.productId);
  const whole = ({ eta, originalEta, etaPrecision, ...batch }: Batch): WholeBatch => ({
    ...batch,
    eta: parseEta(eta, etaPrecision),
    originalEta: parseEta(originalEta, etaPrecision),
    kits: kitsOf(batch.id),
    history: historyOf(batch.id)
      .map(({ stage, enteredAt }) => ({ stage, enteredAt }))
      .toSorted((a, b) => a.enteredAt.localeCompare(b.enteredAt)),
  });
  return {
    batchesOf: (productId: string) =>
      batches(productId)
        .filter((batch) => batch.stage !== 'draft')
        .map(whole)
        .toSorted((a, b) => b.number - a.number),
    listsOf: (productId: string) =>
      lists(productId)
        .filter((list) => list.status !== 'draft')
        .toSorted((a, b) => (b.opensAt ?? '').localeCompare(a.opensAt ?? ''))
        .map((list): ProductList => ({
          ...list,
          ...wayOf(list.kind),
          choices: choicesOf(list.id).map(({ variantId, editions }) => ({ variantId, editions })),
        })),
  };
});
