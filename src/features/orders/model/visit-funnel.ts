import type { Given } from '#shared/backend/given.ts';
import { buyingSteps, type BuyingStep } from '#shared/tracking-plan.ts';

/** Its orders are of everybody in the same days, counted or not. */
export type VisitFunnel = Given<'visit_funnel'>;

export interface FunnelStep {
  readonly label: string;
  readonly visits: number;
  /** Of the first step, in whole hundredths; null where nobody came to it. */
  readonly percent: number | null;
}

const labels: Readonly<Record<BuyingStep, string>> = {
  product_viewed: 'Viewed a product',
  cart_line_added: 'Added to cart',
  cart_viewed: 'Opened the cart',
  checkout_started: 'Started checkout',
  order_placed: 'Ordered',
};

/** Every step of the plan in its order, whether or not anything came of it. */
export function funnelSteps({ steps }: VisitFunnel): readonly FunnelStep[] {
  const visits = new Map(steps.map((each) => [each.step, each.visits]));
  const first = visits.get(buyingSteps[0]) ?? 0;
  return buyingSteps.map((step) => {
    const count = visits.get(step) ?? 0;
    return {
      label: labels[step],
      visits: count,
      percent: first === 0 ? null : Math.round((count * 100) / first),
    };
  });
}
