/**
 * What is true of an order before it is placed: when it leaves, until when it can be changed, what comes
 * back. Kits of one product may be sold in several ways at once, each with terms of its own.
 */
import type { BatchStage } from '#features/batches/model/batch-stage.ts';
import { dayWords } from '#shared/day-words.ts';
import { planWords, type Eta } from '#shared/eta.ts';
import type { ListWay } from '#shared/list-kind.ts';

export type SoldProduct = {
  readonly variants: readonly {
    readonly title: string;
    readonly availability: string;
    readonly shipsOn: string | null;
  }[];
  readonly batch: {
    readonly title: string;
    readonly stage: BatchStage;
    readonly eta: Eta | null;
    readonly cancelUntil: string | null;
    readonly changeOptionsUntil: string | null;
    readonly changeAddressUntil: string | null;
  } | null;
  readonly list: ListWay | null;
  readonly handlingDays: number;
  readonly daysToReturn: number;
};

type SaleWay = 'vote' | 'batch' | 'preorder' | 'shelf';

export type SaleDeadline = {
  readonly what: string;
  readonly by: string;
  readonly at: string;
  readonly to: string;
};

export type SaleTerms = {
  readonly way: SaleWay;
  readonly titles: readonly string[];
  readonly ships: string;
  readonly refunds: string;
  readonly deadlines: readonly SaleDeadline[];
};

function wayOf(availability: string, batch: SoldProduct['batch']): SaleWay {
  const isAsked = batch?.stage === 'interest_check';
  switch (availability) {
    case 'group_buy':
      return isAsked ? 'vote' : 'batch';
    case 'list':
      return isAsked ? 'vote' : 'shelf';
    case 'preorder':
      return 'preorder';
    default:
      return 'shelf';
  }
}

const refunds: { readonly [way in SaleWay]: (product: SoldProduct) => string } = {
  vote: () => 'Nothing to refund: a vote is free and doesn’t commit you to buying. See ',
  batch: () => 'Full until orders close, partial until production starts. See ',
  preorder: () => 'Full refund until it is packed. See ',
  shelf: ({ daysToReturn }) => `${daysToReturn} days to return it. See `,
};

function shipsWords(way: SaleWay, product: SoldProduct, firstDay: string | undefined): string {
  const { batch, list, handlingDays } = product;
  const eta = batch === null ? '' : planWords(batch.eta);
  if (way === 'vote') return `about ${eta}, if enough people want it`;
  if (way === 'batch' && batch !== null) return `with “${batch.title}”, planned for ${eta}`;
  if (way === 'preorder' && firstDay !== undefined) return `from ${dayWords(firstDay)}`;
  const isQueue = list !== null && !list.isDrawn && !list.isVote;
  const once = isQueue ? ' of coming back into stock' : '';
  return `within ${handlingDays} working days${once}`;
}

function deadlinesOf(batch: NonNullable<SoldProduct['batch']>): readonly SaleDeadline[] {
  const all = [
    {
      what: 'Cancel',
      by: '',
      at: batch.cancelUntil,
      to: 'with a full refund',
    },
    { what: 'Change options', by: '', at: batch.changeOptionsUntil, to: '' },
    { what: 'Change address', by: '', at: batch.changeAddressUntil, to: '' },
  ];
  return all.flatMap(({ at, ...words }) => (at === null ? [] : [{ ...words, at }]));
}

/** One entry for each way in which kits of the product are sold. */
export function termsOfSale(product: SoldProduct): readonly SaleTerms[] {
  const { batch, variants } = product;
  const sold = variants.filter(({ availability }) => availability !== 'archived');
  const ways = Map.groupBy(sold, ({ availability }) => wayOf(availability, batch));
  return [...ways].map(([way, kits]) => {
    const [firstDay] = kits.flatMap(({ shipsOn }) => shipsOn ?? []).toSorted();
    return {
      way,
      titles: kits.map(({ title }) => title),
      ships: shipsWords(way, product, firstDay),
      refunds: refunds[way](product),
      deadlines: way === 'batch' && batch !== null ? deadlinesOf(batch) : [],
    };
  });
}
