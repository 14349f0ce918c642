import { stageName } from '#features/batches/model/batch-stage.ts';
import type { Given } from '#shared/backend/given.ts';

export type ProductReach = Given<'product_reach'>['products'][number];
export type ReachState = ProductReach['states'][number];

/** @example reachWords(reach, 40) // 'From 38 of 40 countries' */
export function reachWords(
  { can_be_ordered: canBeOrdered, states, blocked }: Omit<ProductReach, 'id' | 'title'>,
  served: number,
): string {
  if (!canBeOrdered) {
    const why = states.map(stateWords).join('; ');
    return why === '' ? 'Can’t be bought' : why.charAt(0).toUpperCase() + why.slice(1);
  }
  const out = blocked.reduce((sum, { countries }) => sum + countries.length, 0);
  return out === 0 ? `From all ${served} countries` : `From ${served - out} of ${served} countries`;
}

function stateWords({ stock, batch_stage: stage, list_status: status }: ReachState): string {
  if (stock === 'group_buy') {
    return stage === null
      ? 'its group buy is without a batch'
      : `its batch is at the stage “${stageName(stage)}”`;
  }
  if (stock === 'list') {
    return status === null
      ? 'only through a raffle or waiting list, and no such list includes it'
      : `only through its raffle or waiting list (${status})`;
  }
  return stock.replaceAll('_', ' ');
}

const mostNamed = 6;

/** @example countryWords(['Chile', 'Peru']) // 'Chile, Peru' */
export function countryWords(countries: readonly string[]): string {
  const left = countries.length - mostNamed;
  const named = countries.slice(0, mostNamed).join(', ');
  return left > 0 ? `${named} and ${left} more` : named;
}
