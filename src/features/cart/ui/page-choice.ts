/** What is chosen on the page of a product. */

/** The ids of option and answer, by the number that the page calls the answer by. */
type Answers = readonly (readonly [string, string])[];

export interface ChosenVariant {
  readonly id: string;
  /** It is made to a design, and comes into the cart from the colour picker. */
  readonly isDesigned: boolean;
  /** Nothing else of the page is of use without it. */
  readonly isBase: boolean;
}

export interface PageChoice {
  readonly variants: readonly ChosenVariant[];
  /** Option id to value id. */
  readonly options: Readonly<Record<string, string>>;
}

/** Null where the file can't be had. */
export async function readAnswers(): Promise<Answers | null> {
  const file = document.querySelector<HTMLElement>('keywright-options')?.dataset['answers'];
  if (file === undefined) return [];
  const read = fetch(file).then((answer) => (answer.ok ? answer.json() : null));
  return read.catch(() => null);
}

export function choiceOf(answers: Answers): PageChoice {
  const form = document.querySelector('keywright-options form');
  const inputs = [...(form?.querySelectorAll<HTMLInputElement>('input:checked') ?? [])];
  const options = Object.fromEntries(
    inputs.flatMap((input) => {
      const answer = answers[Number(input.dataset['value'])];
      return answer === undefined ? [] : [answer];
    }),
  );
  const variants = inputs.flatMap(({ disabled, dataset: { variant, designed } }) =>
    variant === undefined
      ? []
      : [{ id: variant, isDesigned: designed !== undefined, isBase: disabled }],
  );
  return { variants, options };
}
