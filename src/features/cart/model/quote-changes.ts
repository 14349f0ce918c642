import { taxLabel } from '#shared/tax-words.ts';
import type { ChosenOption, Quote, QuoteLine, QuoteProblem } from './quote.ts';

export interface QuoteChange {
  readonly what: string;
  readonly beforeMinor: number;
  readonly afterMinor: number;
}

export function isAboutCode({ reason }: QuoteProblem): boolean {
  return reason.startsWith('code_');
}

/** @example choiceWords(line) // ['Case colour: Moss'] */
export function choiceWords({
  options,
}: {
  readonly options: readonly ChosenOption[] | null;
}): readonly string[] {
  return (options ?? []).map(({ option, value }) => `${option}: ${value}`);
}

/** What is told of a line otherwise than it was. */
export interface FlawsChange {
  readonly what: string;
  readonly flaws: string;
}

const nameOf = (line: QuoteLine): string =>
  line.title === null ? 'A line' : `${line.title}, ${line.variant_title ?? ''}`;

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
    if (was === undefined || was.total_minor === line.total_minor) return [];
    const [beforeMinor, afterMinor] = [was.total_minor ?? 0, line.total_minor ?? 0];
    return [{ what: nameOf(line), beforeMinor, afterMinor }];
  });
  const sums = [
    ['Discount', before.discount_minor, after.discount_minor],
    ['Shipping', before.shipping_minor, after.shipping_minor],
    [taxLabel(after.tax_minor), before.tax_minor, after.tax_minor],
    ['Total', before.total_minor, after.total_minor],
  ] as const;
  const changed = sums.flatMap(([what, beforeMinor, afterMinor]) =>
    beforeMinor === afterMinor ? [] : [{ what, beforeMinor, afterMinor }],
  );
  return [...lines, ...changed];
}
