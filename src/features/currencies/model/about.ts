/**
 * What an amount in euro is about in another currency. Invariant: it is told and never reckoned with: what
 * is charged, quoted and refunded is the amount in euro.
 */
export interface CurrencyRate {
  readonly code: string;
  readonly name: string;
  /** Millionths of it that one euro is: a whole number, so that nothing is lost before it is rounded. */
  readonly microPerEuro: number;
  /** Like 2026-11-24. */
  readonly ratedOn: string;
}

const format = (currency: string, digits?: number) =>
  new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    ...(digits === undefined
      ? {}
      : { maximumFractionDigits: digits, minimumFractionDigits: digits }),
  });

/** Half away from zero. */
function divided(amount: bigint, by: bigint): bigint {
  const half = amount < 0n ? -by / 2n : by / 2n;
  return (amount + half) / by;
}

/**
 * With the decimals of the currency; from 100 on without any, for nobody pays by it.
 * @example convertedWords(13900, { code: 'USD', microPerEuro: 1_087_400 }) // '$151'
 */
export function convertedWords(
  minor: number,
  { code, microPerEuro }: Pick<CurrencyRate, 'code' | 'microPerEuro'>,
): string {
  const product = BigInt(minor) * BigInt(microPerEuro);
  const rounded = (digits: number) => divided(product * 10n ** BigInt(digits), 100_000_000n);
  const own = format(code).resolvedOptions().maximumFractionDigits ?? 2;
  const isLong =
    rounded(own) >= 100n * 10n ** BigInt(own) || -rounded(own) >= 100n * 10n ** BigInt(own);
  const digits = isLong ? 0 : own;
  const words = format(code, digits).format(Number(rounded(digits)) / 10 ** digits);
  return words.replace('-', '−');
}

/** Null for nothing, which is nothing in any currency. */
export function aboutWords(minor: number, rate: CurrencyRate): string | null {
  return minor === 0 ? null : `about\u00A0${convertedWords(minor, rate)}`;
}

/**
 * The amount in euro that a text ends with, as its language writes it.
 * @example minorIn('Subtotal €1,139.00') // 113900 ; minorIn('1.139,00 €') // 113900
 */
export function minorIn(text: string): number | null {
  const [amount] = /[-−]?(?:€[\d,]*\d\.\d\d|[\d.]*\d,\d\d\s€)\s*$/.exec(text) ?? [];
  if (amount === undefined) return null;
  const minor = Number(amount.replace(/\D/g, ''));
  return /^[-−]/.test(amount) ? -minor : minor;
}

const mostMicro = 99_999_999_999_999;

/** What the shop sends, or what this browser kept; a row that can't be read is left out. */
export function parseRates(data: unknown): readonly CurrencyRate[] {
  if (!Array.isArray(data)) return [];
  return data.flatMap((row: unknown) => {
    const fields = typeof row === 'object' && row !== null ? (row as Record<string, unknown>) : {};
    const { code, name, per_euro: perEuro, rated_on: ratedOn } = fields;
    const microPerEuro = Math.round(Number(perEuro) * 1_000_000);
    const isRate =
      typeof code === 'string' &&
      /^[A-Z]{3}$/.test(code) &&
      typeof name === 'string' &&
      typeof ratedOn === 'string' &&
      /^\d{4}-\d\d-\d\d$/.test(ratedOn) &&
      microPerEuro > 0 &&
      microPerEuro <= mostMicro;
    return isRate ? [{ code, name, microPerEuro, ratedOn }] : [];
  });
}
