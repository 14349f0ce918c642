/** Invariant: what an address holds that is no such thing is dropped. */
export interface TrialLine {
  readonly sku: string;
  /** Empty where only the SKU is known, as from an address. */
  readonly title: string;
  readonly quantity: number;
  /** Ids of options with the id of the answer; none is the shop's own choice. */
  readonly options: Readonly<Record<string, string>>;
}

export interface ParcelWish {
  readonly lines: readonly TrialLine[];
  readonly country: string;
  readonly code: string;
}

/** As many lines as a cart may have. */
const mostLines = 50;
const mostPieces = 999;

const optionsText = (options: TrialLine['options']) =>
  Object.entries(options)
    .map((pair) => pair.join(':'))
    .join(',');

function parseOptions(text: string): TrialLine['options'] {
  const pairs = text.split(',').map((pair) => pair.split(':'));
  return Object.fromEntries(
    pairs.flatMap(([option, value]) => (option && value ? [[option, value]] : [])),
  );
}

function parseLine(text: string): TrialLine[] {
  const [sku = '', pieces = '1', options = ''] = text.split('*');
  const quantity = /^\d{1,3}$/.test(pieces) ? Number(pieces) : 0;
  const isGoods = /^[A-Z0-9-]{1,40}$/.test(sku) && quantity > 0;
  return isGoods ? [{ sku, title: '', quantity, options: parseOptions(options) }] : [];
}

/** @example parseWish('?goods=KNOB*2&country=DE').lines[0] // two of KNOB */
export function parseWish(search: string): ParcelWish {
  const parameters = new URLSearchParams(search);
  const country = parameters.get('country') ?? '';
  return {
    lines: parameters.getAll('goods').flatMap(parseLine).slice(0, mostLines),
    country: /^[A-Z]{2}$/.test(country) ? country : 'NL',
    code: (parameters.get('code') ?? '').slice(0, 120),
  };
}

/** Keeps what is in the address for others. */
export function writeWish({ lines, country, code }: ParcelWish, before: string): string {
  const parameters = new URLSearchParams(before);
  for (const name of ['goods', 'country', 'code']) parameters.delete(name);
  for (const { sku, quantity, options } of lines) {
    const chosen = optionsText(options);
    parameters.append('goods', `${sku}*${quantity}${chosen === '' ? '' : `*${chosen}`}`);
  }
  parameters.set('country', country);
  if (code.trim() !== '') parameters.set('code', code.trim());
  return `?${parameters.toString()}`;
}

export const lineName = ({ sku, options }: Pick<TrialLine, 'sku' | 'options'>) =>
  `${sku} ${optionsText(options)}`;

/** The same goods again are more pieces of their line. */
export function withGoods(
  lines: readonly TrialLine[],
  added: readonly TrialLine[],
): readonly TrialLine[] {
  return added.reduce<readonly TrialLine[]>((now, one) => {
    const same = now.find((line) => lineName(line) === lineName(one));
    if (!same) return [...now, one].slice(0, mostLines);
    const quantity = Math.min(same.quantity + one.quantity, mostPieces);
    return now.map((line) => (line === same ? { ...same, quantity } : line));
  }, lines);
}
