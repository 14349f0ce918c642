/**
 * Reads what an outbox row carries. Rows outlive deployments, so a field that is missing or of
 * another kind reads as empty instead of keeping a mail from being sent.
 */
import { formatMoney } from '../../../../src/shared/money.ts';
import { momentWords } from '../../../../src/shared/date-words.ts';
import { dayWords } from '../../../../src/shared/day-words.ts';
import { etaWords, parseEta } from '../../../../src/shared/eta.ts';
import { addressIn } from '../../../../src/languages/addresses.ts';
import { prefix } from '../../../../src/languages/page-path.ts';

export type Payload = Readonly<Record<string, unknown>>;

export interface MailFields {
  readonly shopUrl: string;
  text(name: string): string;
  count(name: string): number;
  flag(name: string): boolean;
  /** In the payload's currency; empty where the amount is missing. */
  money(name: string): string;
  /** A moment, in UTC because a mail doesn't know where it is read. */
  moment(name: string): string;
  day(name: string): string;
  /** What is planned, no closer than it is meant. */
  eta(name: string, precisionName: string): string;
  list(name: string): readonly MailFields[];
  /** As it came: for what the domain reads. */
  raw(name: string): unknown;
  /** A page of the shop, in the language of the mail. */
  page(path: string, query?: Readonly<Record<string, string>>): string;
}

function isPayload(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function readFields(payload: Payload, shopUrl: string, currency?: string): MailFields {
  const text = (name: string): string => {
    const value = payload[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const own = text('currency') || currency || 'EUR';
  const isDate = (value: string) => value !== '' && !Number.isNaN(Date.parse(value));
  return {
    shopUrl,
    text,
    count: (name) => (Number.isSafeInteger(payload[name]) ? Number(payload[name]) : 0),
    flag: (name) => payload[name] === true,
    money: (name) =>
      Number.isSafeInteger(payload[name]) ? formatMoney(Number(payload[name]), own) : '',
    moment: (name) => (isDate(text(name)) ? momentWords(text(name), 'UTC') : ''),
    day: (name) => (isDate(text(name)) ? dayWords(text(name)) : ''),
    eta(name, precisionName) {
      const eta = parseEta(text(name), text(precisionName));
      return eta === null ? '' : etaWords(eta);
    },
    raw: (name) => payload[name],
    list(name) {
      const value = payload[name];
      if (!Array.isArray(value)) return [];
      return value.filter(isPayload).map((one) => readFields(one, shopUrl, own));
    },
    page(path, query = {}) {
      const search = new URLSearchParams(query).toString();
      const address = prefix === '' ? path : addressIn(prefix, path);
      return `${shopUrl}${address}${search === '' ? '' : `?${search}`}`;
    },
  };
}
