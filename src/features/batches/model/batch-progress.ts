export interface KitProgress {
  readonly label: string;
  readonly moq: number;
  readonly ordered: number;
  /** Of orders that wait for their payment: they are in no day's count. */
  readonly waiting: number;
  /** How many of them no order in the books tells the day of: they stand at the opening. */
  readonly undated: number;
  /** By day, each with all that was paid until then. */
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

type DayCounts = readonly { readonly day: string; readonly count: number }[];

/** @example kitDays([{ day: 'b', count: 3 }], 5, 'a') // 2 on day a, 5 on day b; 2 undated */
export function kitDays(
  counts: DayCounts,
  ordered: number,
  openedOn: string | null,
): Pick<KitProgress, 'undated' | 'days'> {
  const dated = counts.reduce((sum, { count }) => sum + count, 0);
  const undated = Math.max(0, ordered - dated);
  let total = undated;
  const days = counts.map(({ day, count }) => {
    total += count;
    return { day, total };
  });
  const starts = undated > 0 && openedOn !== null ? [{ day: openedOn, total: undated }] : [];
  return { undated, days: [...starts, ...days] };
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
