import type { Eta } from '#shared/eta.ts';
import type { Minor } from '#shared/money.ts';

export interface Counted {
  readonly label: string;
  readonly count: number;
}

export interface SoldDay {
  readonly day: string;
  readonly orders: number;
  readonly netMinor: Minor;
  /** As many days before. */
  readonly beforeMinor: Minor;
}

/** Of the orders that were placed in a period. */
export interface SalesTotals {
  readonly orders: number;
  /** In another currency than the sums, and in none of them. */
  readonly otherOrders: number;
  readonly netMinor: Minor;
  readonly refundedMinor: Minor;
  readonly units: number;
  readonly buyers: number;
  /** Of the buyers, those who had ordered before the period. */
  readonly returning: number;
}

/** Of a pile that was sold from: what is free now, and for how many days at the same pace. */
export interface SoldStock {
  readonly label: string;
  readonly sold: number;
  readonly left: number;
  readonly days: number;
}

export interface BatchFigures {
  readonly code: string;
  readonly eta: Eta | null;
  readonly originalEta: Eta | null;
  readonly shippedOn: string | null;
  readonly stages: readonly { readonly stage: string; readonly days: number }[];
  readonly kits: readonly (Counted & { readonly moq: number })[];
}

export interface SalesFigures {
  readonly from: string;
  readonly to: string;
  readonly currency: string;
  readonly totals: SalesTotals;
  /** Of as many days before. */
  readonly before: SalesTotals;
  readonly days: readonly SoldDay[];
  readonly countries: readonly Counted[];
  readonly kits: readonly Counted[];
  readonly options: readonly Counted[];
  readonly stock: readonly SoldStock[];
  readonly batches: readonly BatchFigures[];
}
