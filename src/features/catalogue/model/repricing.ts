import { textToMinor } from '#desk-kit/model/field-text.ts';
import { fail, succeed, type Result } from '#shared/result.ts';

export interface Repricing {
  readonly by: 'percent' | 'amount' | 'price';
  /** As it was typed. */
  readonly text: string;
  /** What a price by per cent is rounded to, in minor units. */
  readonly step: number;
}

const most = 100_000_000;

function readPercent(text: string): Result<number, string> {
  const typed = text.trim().replace(',', '.').replace('−', '-');
  const percent = typed === '' ? Number.NaN : Number(typed);
  return percent >= -90 && percent <= 1000 && percent !== 0
    ? succeed(percent)
    : fail('Enter −90 to 1,000 per cent, like 5 or −7.5.');
}

/** @example newPrice({ by: 'percent', text: '5', step: 50 })(1990) // 2100 */
export function newPrice({ by, text, step }: Repricing): Result<(minor: number) => number, string> {
  const within = (minor: number) => Math.min(most, Math.max(0, minor));
  if (by === 'percent') {
    const percent = readPercent(text);
    if (!percent.ok) return percent;
    // In whole hundredths of a per cent: a binary fraction of money rounds where nobody expects it.
    const points = Math.round(percent.value * 100);
    return succeed((minor) =>
      within(Math.round((minor * (10_000 + points)) / (10_000 * step)) * step),
    );
  }
  const amount = textToMinor(text.trim().replace('−', '-'));
  if (!amount.ok) return amount;
  if (by === 'amount') return succeed((minor) => within(minor + amount.value));
  return amount.value < 0 ? fail('A price is 0 or more.') : succeed(() => within(amount.value));
}
