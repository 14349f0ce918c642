/** Half a year of windows beside each other; places are parts of its length, from 0 to 1. */
import type { ShopWindow } from '#content/shop-dates.ts';
import { dayWords, monthName } from '#shared/day-words.ts';

const monthsShown = 6;

export interface Timeline {
  readonly from: number;
  readonly to: number;
  readonly at: number;
  readonly now: number;
  readonly months: readonly { readonly start: number; readonly name: string }[];
}

export interface ShownWindow extends ShopWindow {
  readonly start: number;
  readonly end: number;
  readonly isOpen: boolean;
  /** For whoever hears the page. */
  readonly words: string;
}

/** From the beginning of the month before, so that what has just closed is still seen. */
export function timelineFrom(now: number): Timeline {
  const today = new Date(now);
  const firstOf = (n: number) => Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + n, 1);
  const [from, to] = [firstOf(-1), firstOf(monthsShown - 1)];
  const placeOf = (at: number) => (at - from) / (to - from);
  const months = Array.from({ length: monthsShown }, (_, n) => {
    const at = firstOf(n - 1);
    return { start: placeOf(at), name: monthName(new Date(at)).slice(0, 3) };
  });
  return { from, to, at: now, now: placeOf(now), months };
}

/** Those of which a part lies in it. One without an opening has been open all along. */
export function shownWindows(
  windows: readonly ShopWindow[],
  { from, to, at }: Timeline,
): readonly ShownWindow[] {
  return windows.flatMap((each) => {
    const { opensAt, closesAt } = each;
    if (closesAt === null) return [];
    const [opens, closes] = [opensAt === null ? from : Date.parse(opensAt), Date.parse(closesAt)];
    if (closes <= from || opens >= to) return [];
    const placeOf = (moment: number) => (Math.min(Math.max(moment, from), to) - from) / (to - from);
    const since = opensAt === null ? 'Until' : `${dayWords(opensAt)} to`;
    return {
      ...each,
      start: placeOf(opens),
      end: placeOf(closes),
      isOpen: opens <= at && at < closes,
      words: `${since} ${dayWords(closesAt)}`,
    };
  });
}
