import { textOf } from '#desk-kit/model/desk-row.ts';
import type { PartDraft } from './product-form.ts';

interface FactProblem {
  readonly field: string;
  readonly message: string;
  readonly weight: 'save';
}

const codePattern = /^[a-z][a-z_]*$/;
const keyOf = (row: PartDraft<'facts'>) => `${textOf(row, 'code')} ${textOf(row, 'value')}`;

export function factProblems(facts: readonly PartDraft<'facts'>[]): readonly FactProblem[] {
  return facts.flatMap((row) => {
    const problem = problemOf(row, facts);
    return problem === null ? [] : [{ field: `facts ${row.id}`, message: problem, weight: 'save' }];
  });
}

function problemOf(row: PartDraft<'facts'>, facts: readonly PartDraft<'facts'>[]): string | null {
  const [label, value] = [textOf(row, 'label').trim(), textOf(row, 'value').trim()];
  if (label === '' || value === '') return 'A fact needs a name and a value.';
  if (label.length > 60 || value.length > 200)
    return `${label.slice(0, 30)}: use at most 60 characters for the name and 200 for the value.`;
  if (!codePattern.test(textOf(row, 'code')))
    return `${label}: use only lower-case letters and underscores in the code.`;
  const isTwice = facts.filter((each) => keyOf(each) === keyOf(row)).length > 1;
  return isTwice ? `${label}: ${value} appears twice. Remove one.` : null;
}
