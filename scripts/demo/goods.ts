/** What can be bought in the demo shop, and since when. */
import type { TransactionSql } from 'postgres';
import type { Chance } from './random.ts';

export interface Batch {
  readonly id: string;
  readonly code: string;
  readonly opensAt: Date;
  readonly closesAt: Date;
}

export interface Good {
  readonly variantId: string;
  readonly sku: string;
  readonly productId: string;
  readonly url: string;
  readonly category: string;
  readonly priceMinor: number;
  readonly isRequired: boolean;
  readonly soldFrom: Date;
  readonly most: number;
  readonly poolId: string | null;
  readonly poolUnits: number;
  /** How many its pool held before anything was sold. */
  readonly onHand: number;
  readonly batch: Batch | null;
}

interface OptionValue {
  readonly productId: string;
  readonly optionId: string;
  readonly valueId: string;
}

export interface Goods {
  readonly inStock: readonly Good[];
  readonly groupBuys: readonly Good[];
  /** Answers to all questions of a product; the first ones, which go together, where they are plain. */
  options(chance: Chance, productId: string, isPlain?: boolean): Record<string, string>;
}

type Row = Omit<Good, 'batch'> & {
  readonly availability: string;
  readonly batchId: string | null;
  readonly code: string | null;
  readonly opensAt: Date | null;
  readonly closesAt: Date | null;
};

const batchOf = ({ batchId, code, opensAt, closesAt }: Row): Batch | null =>
  batchId !== null && code !== null && opensAt !== null && closesAt !== null
    ? { id: batchId, code, opensAt, closesAt }
    : null;

export async function readGoods(sql: TransactionSql): Promise<Goods> {
  const rows = await sql<Row[]>`
    select v.id as "variantId", v.sku, p.id as "productId", p.url, p.category, v.availability::text,
      v.price_minor as "priceMinor", v.is_required as "isRequired", p.publish_at as "soldFrom",
      least(v.max_per_customer, p.max_per_customer, 9) as most, v.stock_pool_id as "poolId",
      v.pool_units as "poolUnits", coalesce(s.on_hand, 0) as "onHand",
      b.id as "batchId", b.code, b.opens_at as "opensAt", b.closes_at as "closesAt"
    from public.variants v
    join public.products p on p.id = v.product_id and p.status = 'published'
    left join public.stock_pools s on s.id = v.stock_pool_id
    left join public.batch_kits k on k.variant_id = v.id and v.availability = 'group_buy'
    left join public.batches b on b.id = k.batch_id
    where v.availability = 'group_buy' or v.availability = 'in_stock' and s.on_hand > 0
    order by v.sku, b.code`;
  const values = await sql<OptionValue[]>`
    select o.product_id as "productId", o.id as "optionId", v.id as "valueId"
    from public.product_options o join public.option_values v on v.option_id = o.id and v.is_offered
    order by o.product_id, o.position, v.position`;
  const rules = await sql<{ one: string; other: string }[]>`
    select value_id as one, other_value_id as other from public.option_rules`;
  const goods = rows.map((row) => ({ row, good: { ...row, batch: batchOf(row) } }));
  const goTogether = (chosen: readonly string[]) =>
    !rules.some(({ one, other }) => chosen.includes(one) && chosen.includes(other));
  const answers = (productId: string, pick: (ids: readonly string[]) => string) => {
    const byOption = Map.groupBy(
      values.filter((value) => value.productId === productId),
      ({ optionId }) => optionId,
    );
    return Object.fromEntries(
      Array.from(byOption, ([optionId, all]) => [
        optionId,
        pick(all.map(({ valueId }) => valueId)),
      ]),
    );
  };
  return {
    inStock: goods.filter(({ row }) => row.availability === 'in_stock').map(({ good }) => good),
    groupBuys: goods.filter(({ good }) => good.batch !== null).map(({ good }) => good),
    options(chance, productId, isPlain = false) {
      const plain = answers(productId, ([first]) => first ?? '');
      if (isPlain) return plain;
      const drawn = answers(productId, (ids) => chance.one(ids));
      return goTogether(Object.values(drawn)) ? drawn : plain;
    },
  };
}
