import { taxLabel } from '#shared/tax-words.ts';
import type { Quote, QuoteLine, QuoteProblem } from './quote.ts';

export interface QuoteChange {
  readonly what: string;
  readonly beforeMinor: number;
  readonly afterMinor: number;
}

export function isAboutCode({ reason }: QuoteProblem): boolean {
  return reason.startsWith('code_');
}

/** @example choiceWords(line) // ['Case colour: Moss'] */
export function choiceWords({ options }: Pick<QuoteLine, 'options'>): readonly string[] {
  return options.map(({ option, value }) => `${option}: ${value}`);
}

/** What is told of a line otherwise than it was. */
export interface FlawsChange {
  readonly what: string;
  readonly flaws: string;
}

const nameOf = ({ title, variantTitle }: QuoteLine): string =>
  title === '' ? 'A line' : `${title}, ${variantTitle}`;

export function flawsChanges(before: Quote, after: Quote): readonly FlawsChange[] {
  const known = new Map(before.lines.map((line) => [line.line, line]));
  return after.lines.flatMap((line) => {
    const was = known.get(line.line);
    if (was === undefined || was.flaws === line.flaws) return [];
    return [{ what: nameOf(line), flaws: line.flaws }];
  });
}

export function quoteChanges(before: Quote, after: Quote): readonly QuoteChange[] {
  const known = new Map(before.lines.map((line) => [line.line, line]));
  const lines = after.lines.flatMap((line): QuoteChange[] => {
    const was = known.get(line.line);
    if (was === undefined || was.totalMinor === line.totalMinor) return [];
    return [{ what: nameOf(line), beforeMinor: was.totalMinor, afterMinor: line.totalMinor }];
  });
  const sums = [
    ['Discount', before.discountMinor, after.discountMinor],
    ['Shipping', before.shippingMinor, after.shippingMinor],
    [taxLabel(after.taxMinor), before.taxMinor, after.taxMinor],
    ['Total', before.totalMinor, after.totalMinor],
  ] as const;
  const changed = sums.flatMap(([what, beforeMinor, afterMinor]) =>
    beforeMinor === afterMinor ? [] : [{ what, beforeMinor, afterMinor }],
  );
  return [...lines, ...changed];
}
