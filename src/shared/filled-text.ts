/** Invariant: a `{{setting}}` is always a number of the shop. */
import { formatMoney } from './money.ts';

export interface SharedNumber {
  readonly key: string;
  readonly value: number;
  readonly unit: string;
}

export function numberWords({ value, unit }: SharedNumber): string {
  if (unit === 'minor') return formatMoney(value, 'EUR');
  return unit === 'percent' ? `${value}%` : String(value);
}

const named = /\{\{\s*([a-z][a-z_]*)\s*\}\}/g;

/** `otherwise` says what stands in place of a name that is no setting. */
export const fillText = (
  text: string,
  settingOf: (key: string) => SharedNumber | undefined,
  otherwise: (key: string) => string,
): string =>
  text.replace(named, (_, key: string) => {
    const setting = settingOf(key);
    return setting ? numberWords(setting) : otherwise(key);
  });

/** Which settings a text names. */
export const namedSettings = (text: string): readonly string[] =>
  Array.from(text.matchAll(named), ([, key = '']) => key);
