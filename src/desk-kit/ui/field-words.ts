import { momentWords } from '#shared/date-words.ts';
import { plainText } from '../model/desk-row.ts';
import { valueToText } from '../model/field-text.ts';
import type { RowField } from './RowFields.tsx';

/** A value as the field of a form shows it; as it is stored where it stands in no form. */
export function fieldWords(field: RowField | undefined, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (field === undefined || field.kind === 'check') return plainText(value);
  if (field.kind === 'moment' && typeof value === 'string' && value !== '')
    return momentWords(value);
  if (field.kind === 'found') return field.titles[plainText(value)] ?? plainText(value);
  if (field.kind !== 'choice' && field.kind !== 'several') return valueToText(field.kind, value);
  const label = (text: string) => field.choices.find((each) => each.value === text)?.label ?? text;
  return Array.isArray(value)
    ? value.map((each) => label(plainText(each))).join(', ')
    : label(plainText(value));
}
