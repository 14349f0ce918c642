export interface TextChange {
  /** What both begin with, shortened from the left. */
  readonly lead: string;
  readonly before: string;
  readonly after: string;
  /** What both end with, shortened from the right. */
  readonly rest: string;
}

const context = 40;

/** @example textChange('a red cap', 'a blue cap') // lead 'a ', before 'red', after 'blue', rest ' cap' */
export function textChange(before: string, after: string): TextChange {
  const [old, fresh] = [wordsOf(before), wordsOf(after)];
  const most = Math.min(old.length, fresh.length);
  let start = 0;
  while (start < most && old[start] === fresh[start]) start += 1;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === fresh.at(-1 - end)) end += 1;
  const lead = old.slice(0, start).join('');
  const rest = old.slice(old.length - end).join('');
  return {
    lead: lead.length > context ? `…${lead.slice(-context)}` : lead,
    before: old.slice(start, old.length - end).join(''),
    after: fresh.slice(start, fresh.length - end).join(''),
    rest: rest.length > context ? `${rest.slice(0, context)}…` : rest,
  };
}

const wordsOf = (text: string): readonly string[] => text.split(/(\s+)/);
