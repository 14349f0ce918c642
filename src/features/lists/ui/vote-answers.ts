import type { ListQuestion } from '../store/lists.ts';

/** The codes that are chosen in the form of the product's page, by question. */
function codesOnPage(): FormData {
  const form = document.querySelector<HTMLFormElement>('keywright-options form');
  return form === null ? new FormData() : new FormData(form);
}

/** What a vote begins with: what it said before, else what the page is set to, else the usual. By question. */
export function firstAnswers(
  questions: readonly ListQuestion[],
  earlier: readonly string[],
): Readonly<Record<string, string>> {
  const codes = codesOnPage();
  return Object.fromEntries(
    questions.flatMap(({ id, code, option_values: answers }) => {
      const said =
        answers.find((answer) => earlier.includes(answer.id)) ??
        answers.find((answer) => answer.code === codes.get(code)) ??
        answers.find((answer) => answer.is_default) ??
        answers[0];
      return said === undefined ? [] : [[id, said.id]];
    }),
  );
}
