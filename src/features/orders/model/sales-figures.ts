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
  readonly days: readonly SoldDay[];
  readonly countries: readonly Counted[];
  readonly kits: readonly Counted[];
  readonly options: readonly Counted[];
  readonly batches: readonly BatchFigures[];
}
