// chunk: stores
/**
 * An amount is an integer of minor units with its currency beside it; nothing here ever holds a
 * fraction of a cent.
 * @example parseMinor(34900) // 34900 ; parseMinor(3.5) // throws RangeError
 */
export function parseMinor(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not an amount in minor units: ${value}`);
  return value;
}

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string, locale: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(locale, { style: 'currency', currency });
  formats.set(key, made);
  return made;
}

function minorDigits(format: Intl.NumberFormat): number {
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}

/** @example formatMoney(34900, 'EUR') // '€349.00' ; formatMoney(34900, 'JPY') // 'JP¥34,900' */
export function formatMoney(minor: number, currency: string, locale = 'en-IE'): string {
  const format = formatOf(currency, locale);
  return format.format(parseMinor(minor) / 10 ** minorDigits(format));
}

/** @example formatDelta(4500, 'EUR') // '+€45.00' ; formatDelta(0, 'EUR') // 'included' */
export function formatDelta(minor: number, currency: string, locale = 'en-IE'): string {
  if (minor === 0) return 'included';
  const sign = minor > 0 ? '+' : '−';
  return `${sign}${formatMoney(Math.abs(minor), currency, locale)}`;
}

/** @example minorPerUnit('EUR') // 100 ; minorPerUnit('JPY') // 1 */
export function minorPerUnit(currency: string): number {
  return 10 ** minorDigits(formatOf(currency, 'en-IE'));
}

/** For data that machines read. @example decimalMoney(34900, 'EUR') // '349.00' */
export function decimalMoney(minor: number, currency: string): string {
  const digits = minorDigits(formatOf(currency, 'en-IE'));
  return (parseMinor(minor) / 10 ** digits).toFixed(digits);
}

/** What several of one price cost. @example timesMinor(34900, 2) // 69800 */
export function timesMinor(minor: number, quantity: number): number {
  return parseMinor(minor * quantity);
}
