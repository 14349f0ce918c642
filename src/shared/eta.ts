/**
 * When something is expected: a date that is meant to the day, the month or the quarter. The two go
 * together everywhere, since the date alone reads as a promise of that day. `tests/unit/orders/eta.test.ts`
 * looks for anyone who says the date of one by itself.
 */
import { dayWords, monthName } from './day-words.ts';
import { textOf } from './parsed-fields.ts';

export type DatePrecision = 'day' | 'month' | 'quarter';

export interface Eta {
  readonly date: string;
  readonly precision: DatePrecision;
}

function isDatePrecision(text: string): text is DatePrecision {
  return text === 'day' || text === 'month' || text === 'quarter';
}

/** Null without a date. What does not say how exact it is, is taken for the least exact. */
export function parseEta(date: unknown, precision: unknown): Eta | null {
  const [day, meant] = [textOf(date), textOf(precision)];
  if (Number.isNaN(Date.parse(day))) return null;
  return { date: day, precision: isDatePrecision(meant) ? meant : 'quarter' };
}

interface Dated {
  readonly eta_precision: string | null;
}

/** When a batch, or what is made with it, is expected to be ready. */
export const etaOf = (planned: Dated & { readonly eta: string | null }): Eta | null =>
  parseEta(planned.eta, planned.eta_precision);

/** When a parcel is planned to leave; null where it leaves at once, or nobody knows yet. */
export const shipsOn = (parcel: Dated & { readonly ships_on: string | null }): Eta | null =>
  parseEta(parcel.ships_on, parcel.eta_precision);

/** @example etaWords({ date: '2026-09-15', precision: 'quarter' }) // 'Q3 2026' */
export function etaWords({ date, precision }: Eta): string {
  if (precision === 'day') return dayWords(date);
  const at = new Date(`${date.slice(0, 10)}T00:00:00Z`);
  const year = at.getUTCFullYear();
  if (precision === 'month') return `${monthName(at)} ${year}`;
  return `Q${Math.floor(at.getUTCMonth() / 3) + 1} ${year}`;
}

/** For a place that says so where nothing is planned yet. */
export function planWords(eta: Eta | null): string {
  return eta === null ? 'not set' : etaWords(eta);
}

/** Whether two plans say the same; those that differ by days within one month do. */
export function isSameEta(one: Eta | null, other: Eta | null): boolean {
  if (one === null || other === null) return one === other;
  return etaWords(one) === etaWords(other);
}

const dayMs = 86_400_000;

/** The days that a plan names: whoever says a month has its first and its last. */
function plannedDays({ date, precision }: Eta): { readonly first: number; readonly last: number } {
  const at = new Date(`${date.slice(0, 10)}T00:00:00Z`);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  if (precision === 'day') return { first: at.getTime(), last: at.getTime() };
  if (precision === 'month')
    return { first: Date.UTC(year, month), last: Date.UTC(year, month + 1, 0) };
  const start = month - (month % 3);
  return { first: Date.UTC(year, start), last: Date.UTC(year, start + 3, 0) };
}

/** Weeks after what was planned; below zero, before it. */
export function weeksLate(planned: Eta, shipped: string): number {
  const { first, last } = plannedDays(planned);
  const at = Date.parse(`${shipped.slice(0, 10)}T00:00:00Z`);
  const days = at > last ? at - last : Math.min(0, at - first);
  return Math.sign(days) * Math.round(Math.abs(days) / dayMs / 7);
}

/**
 * How a planned day, month or quarter was kept.
 * @example keptWords({ date: '2026-06-01', precision: 'month' }, '2026-06-30') // 'on time'
 * @example keptWords({ date: '2026-06-01', precision: 'month' }, '2026-07-25') // '4 weeks late'
 */
export function keptWords(planned: Eta, shipped: string): string {
  const late = weeksLate(planned, shipped);
  const weeks = Math.abs(late);
  if (weeks === 0) return 'on time';
  return `${weeks} ${weeks === 1 ? 'week' : 'weeks'} ${late > 0 ? 'late' : 'early'}`;
}
