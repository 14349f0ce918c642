import type { Given } from '#shared/backend/given.ts';
import { stageName, stageShelf } from './batch-stage.ts';

type Told = Given<'batch_progress'>[number];
type ToldKit = Told['kits'][number];

export interface KitProgress extends Omit<ToldKit, 'days'> {
  /** How many of them no order in the books tells the day of: they stand at the opening. */
  readonly undated: number;
  /** By day, each with all that was paid until then. */
  readonly days: readonly { readonly day: string; readonly total: number }[];
}

export interface BatchProgress extends Omit<Told, 'kits'> {
  readonly kits: readonly KitProgress[];
}

/** @example kitDays([{ day: 'b', count: 3 }], 5, 'a') // 2 on day a, 5 on day b; 2 undated */
export function kitDays(
  counts: ToldKit['days'],
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

export interface Span {
  readonly what: string;
  readonly days: number;
  readonly isPlanned: boolean;
}

/** The promise first, then what each stage of making took; nothing where nothing was promised. */
export function spansOf({
  planned_days: planned,
  stages,
}: Pick<Told, 'planned_days' | 'stages'>): readonly Span[] {
  const real = stages
    .filter(({ stage }) => stageShelf(stage) === 'making')
    .map(({ stage, days }) => ({ what: stageName(stage), days, isPlanned: false }));
  if (real.length === 0 || planned === null) return real;
  return [{ what: 'Promised in all', days: planned, isPlanned: true }, ...real];
}
