/**
 * Whether one choice of a product was made two: a variant "Slate" beside an option with the value
 * "Slate" lets somebody order "Slate, case colour: cream". Twin of `private.doubled_choices`.
 */
export type ChoosableVariant = {
  readonly title: string;
  readonly isRequired: boolean;
  readonly isArchived: boolean;
};

export type ChoosableValue = {
  readonly title: string;
  readonly isOffered: boolean;
};

/** Each word between spaces, so that "Cream" is not found in "Creamy". */
function wordsOf(title: string): string {
  return ` ${title
    .toLowerCase()
    .replaceAll(/[\][\s,;:/()+&.-]+/g, ' ')
    .trim()} `;
}

/** @example doubledChoice([slate, cream], [slateValue])?.variant.title // 'Slate' */
export function doubledChoice<Variant extends ChoosableVariant, Value extends ChoosableValue>(
  variants: readonly Variant[],
  values: readonly Value[],
): { readonly variant: Variant; readonly value: Value } | null {
  const hasRequired = variants.some(({ isRequired }) => isRequired);
  // A part beside a required kit is asked no options.
  const asked = variants.filter(
    ({ isRequired, isArchived }) => !isArchived && (isRequired || !hasRequired),
  );
  for (const value of values) {
    const words = wordsOf(value.title);
    const variant = asked.find(({ title }) => wordsOf(title).includes(words));
    if (value.isOffered && words.trim() !== '' && variant !== undefined) return { variant, value };
  }
  return null;
}
