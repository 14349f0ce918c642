/** What is chosen on the page of a product. */

/** The ids of option and answer, by the number that the page calls the answer by. */
type Answers = readonly (readonly [string, string])[];

export interface ChosenVariant {
  readonly id: string;
  /** It is made to a design, and comes into the cart from the colour picker. */
  readonly isDesigned: boolean;
  /** The questions of the page are asked of it: of the kit that every order needs, or of any. */
  readonly isAsked: boolean;
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

/** What is answered of a kit that is not chosen counts for nothing. */
const answered = 'input:checked:not([data-option][hidden] *)';

export function choiceOf(answers: Answers): PageChoice {
  const form = document.querySelector('keywright-options form');
  const inputs = [...(form?.querySelectorAll<HTMLInputElement>(answered) ?? [])];
  const options = Object.fromEntries(
    inputs.flatMap((input) => {
      const answer = answers[Number(input.dataset['value'])];
      return answer === undefined ? [] : [answer];
    }),
  );
  const variants = inputs.flatMap(({ type, disabled, dataset: { variant, designed, needed } }) =>
    variant === undefined
      ? []
      : [
          {
            id: variant,
            isDesigned: designed !== undefined,
            isAsked: disabled || needed !== undefined || type === 'radio',
          },
        ],
  );
  return { variants, options };
}
