/** The only place that says how a group buy filled up, and how long it took against its first promise. */
export interface KitProgress {
  readonly label: string;
  readonly moq: number;
  /** By day, each with all that was ordered until then. */
  readonly days: readonly { readonly day: string; readonly total: number }[];
}

export interface BatchProgress {
  readonly id: string;
  readonly code: string;
  /** From its closing to the first promise, and to the day when the last order left. */
  readonly plannedDays: number | null;
  readonly realDays: number | null;
  readonly stages: readonly { readonly stage: string; readonly days: number }[];
  readonly kits: readonly KitProgress[];
}

/** @example runningTotals([{ day: 'a', count: 2 }, { day: 'b', count: 3 }]) // totals 2 and 5 */
export function runningTotals(
  days: readonly { readonly day: string; readonly count: number }[],
): KitProgress['days'] {
  let total = 0;
  return days.map(({ day, count }) => {
    total += count;
    return { day, total };
  });
}

/** Stages of making, from closing on: what the first promise spoke of. */
const making: ReadonlySet<string> = new Set([
  'closed',
  'in_production',
  'quality_control',
  'shipping',
]);

export interface Span {
  readonly what: string;
  readonly days: number;
  readonly isPlanned: boolean;
}

/** The promise first, then what each stage took; nothing where nothing was promised. */
export function spansOf({ plannedDays, stages }: BatchProgress): readonly Span[] {
  const real = stages
    .filter(({ stage }) => making.has(stage))
    .map(({ stage, days }) => ({ what: stage.replaceAll('_', ' '), days, isPlanned: false }));
  if (real.length === 0 || plannedDays === null) return real;
  return [{ what: 'promised in all', days: plannedDays, isPlanned: true }, ...real];
}
