/** Options that are chosen on the order, and their values. Codes are proposed until somebody types one. */
import { textOf } from '#desk-kit/model/desk-row.ts';
import { colourOfName } from './colour-names.ts';
import { newValue } from './new-parts.ts';
import { addPart, patchPart, type PartDraft, type ProductForm } from './product-form.ts';
import { urlOf } from './proposed-names.ts';

/** @example optionCodeOf('Case colour 2') // 'case_colour' */
export const optionCodeOf = (title: string): string =>
  urlOf(title)
    .replaceAll(/[^a-z]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');

/** A code that is in addresses and orders stays. */
const proposes = (
  row: PartDraft<'options' | 'values'>,
  codeOf: (title: string) => string,
): boolean =>
  row.version === null &&
  (textOf(row, 'code') === '' || textOf(row, 'code') === codeOf(textOf(row, 'title')));

function retitle(
  form: ProductForm,
  part: 'options' | 'values',
  id: string,
  title: string,
): ProductForm {
  const codeOf = part === 'options' ? optionCodeOf : urlOf;
  const row = form[part].find((each) => each.id === id);
  const code = row !== undefined && proposes(row, codeOf) ? { code: codeOf(title) } : {};
  return patchPart(form, part, id, { title, ...code });
}

export const retitleOption = (form: ProductForm, id: string, title: string): ProductForm =>
  retitle(form, 'options', id, title);

export const retitleValue = (form: ProductForm, id: string, title: string): ProductForm =>
  retitle(form, 'values', id, title);

const valuesOf = (form: ProductForm, optionId: string): readonly PartDraft<'values'>[] =>
  form.values.filter((row) => textOf(row, 'option_id') === optionId);

/** One or several that were typed; the first of all is chosen until someone chooses. */
export function addOptionValues(
  form: ProductForm,
  optionId: string,
  typed: string,
  newId: () => string,
): ProductForm {
  const titles = typed.split(/[,;\n]/).map((each) => each.trim().slice(0, 80));
  return titles.reduce((rest, title) => {
    const own = valuesOf(rest, optionId);
    const isThere = own.some((row) => textOf(row, 'title').toLowerCase() === title.toLowerCase());
    if (title === '' || isThere) return rest;
    const hasColours = own.some((row) => textOf(row, 'colour') !== '');
    const isColourful =
      hasColours ||
      /colou?r|colorway|finish/i.test(
        textOf(rest.options.find(({ id }) => id === optionId) ?? null, 'title'),
      );
    return addPart(rest, 'values', newId(), {
      ...newValue,
      option_id: optionId,
      title,
      code: urlOf(title),
      colour: isColourful ? colourOfName(title) : null,
      is_default: own.length === 0,
    });
  }, form);
}

/** One of an option's values is, or none. */
export const chooseDefault = (form: ProductForm, optionId: string, id: string): ProductForm =>
  valuesOf(form, optionId).reduce(
    (rest, row) => patchPart(rest, 'values', row.id, { is_default: row.id === id }),
    form,
  );
