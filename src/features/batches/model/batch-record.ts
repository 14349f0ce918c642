import type { Given } from '#shared/backend/given.ts';
import { momentWords } from '#shared/date-words.ts';
import { etaOf, etaWords, isSameEta } from '#shared/eta.ts';

/** What a batch comes to, paid and unpaid apart. */
export type BatchSums = Given<'batch_sums'>[number];
export type BatchRecord = Given<'batch_record'>;
type BatchStep = BatchRecord['stages'][number];

const dates = [
  ['opens_at', 'Opens'],
  ['closes_at', 'Closes'],
  ['cancel_until', 'Cancel until'],
  ['change_options_until', 'Change options until'],
  ['change_address_until', 'Change address until'],
] as const;

/** What buyers were told at a step, as far as it is new: what stayed as it was is not said twice. */
export function newPromises(
  { promised }: BatchStep,
  before: BatchStep | undefined,
): readonly string[] {
  const told = dates.flatMap(([name, words]) => {
    const at = promised[name];
    if (at === null || at === before?.promised[name]) return [];
    return [`${words} ${momentWords(at)}`];
  });
  const eta = etaOf(promised);
  if (eta === null || (before && isSameEta(etaOf(before.promised), eta))) return told;
  return [...told, `Expected ${etaWords(eta)}`];
}
