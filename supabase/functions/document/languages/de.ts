/* oxlint-disable */
// @ts-nocheck
// Generated from src/features/orders/model/document-words.ts and src/languages by `npm run mails`: never edited by hand.
// src/shared/day-words.ts
var months =
  'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ');
function monthName(date) {
  return months[date.getUTCMonth()] ?? '';
}
function dayWords(day) {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  const month = monthName(date);
  return `${date.getUTCDate()}. ${month.slice(0, month === 'September' ? 4 : 3) === 'Jan' ? `Jan.` : month.slice(0, month === 'September' ? 4 : 3) === 'Feb' ? `Feb.` : month.slice(0, month === 'September' ? 4 : 3) === 'Apr' ? `April` : month.slice(0, month === 'September' ? 4 : 3) === 'Mai' ? `Mai` : month.slice(0, month === 'September' ? 4 : 3) === 'Jun' ? `Juni` : month.slice(0, month === 'September' ? 4 : 3) === 'Jul' ? `Juli` : month.slice(0, month === 'September' ? 4 : 3) === 'Aug' ? `Aug.` : month.slice(0, month === 'September' ? 4 : 3) === 'Sept' ? `Sept.` : month.slice(0, month === 'September' ? 4 : 3) === 'Okt' ? `Okt.` : month.slice(0, month === 'September' ? 4 : 3) === 'Nov' ? `Nov.` : month.slice(0, month === 'September' ? 4 : 3) === 'Dez' ? `Dez.` : `März`} ${date.getUTCFullYear()}`;
}
// src/shared/money.ts
function parseMinor(value) {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not an amount in minor units: ${value}`);
  return value;
}
var formats = new Map();
function formatOf(currency, locale) {
  const key = `${locale} ${currency}`;
  const known = formats.get(key);
  if (known !== void 0) return known;
  const made = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
  });
  formats.set(key, made);
  return made;
}
function minorDigits(format) {
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}
function formatMoney(minor, currency, locale = 'de-DE') {
  const format = formatOf(currency, locale);
  return format.format(parseMinor(minor) / 10 ** minorDigits(format));
}
// src/shared/tax-words.ts
var rateWords = (basisPoints) => `${(basisPoints / 100).toLocaleString('de-DE')} %`;
// src/features/orders/model/document-words.ts
var locale = 'de-DE';
var noTax = {
  E: 'Der Verkäufer berechnet keine Umsatzsteuer.',
  G: 'Steuerfreie Ausfuhrlieferung.',
  K: 'Steuerfreie innergemeinschaftliche Lieferung: Der Käufer schuldet die Umsatzsteuer.',
};
var documentWords = {
  day: dayWords,
  money: (minor, currency) => formatMoney(minor, currency),
  rate: rateWords,
  title: (kind) => (kind === 'invoice' ? 'Rechnung' : 'Rechnungskorrektur'),
  numberLabel: (kind) => (kind === 'invoice' ? 'Rechnungsnummer' : 'Nummer der Korrektur'),
  date: 'Datum',
  corrects: 'Korrigiert Rechnung',
  order: 'Bestellung',
  ordered: 'Bestellt am',
  purchaseNumber: 'Ihre Bestellnummer',
  ownVatNumber: 'Ihre USt-IdNr.',
  paymentReference: 'Verwendungszweck',
  payBy: 'Zahlbar bis',
  vatNumber: (vatNumber) => `USt-IdNr. ${vatNumber}`,
  billTo: 'Rechnungsadresse',
  to: 'An',
  item: 'Artikel',
  quantity: 'Menge',
  unitPrice: 'Einzelpreis',
  vat: 'MwSt.',
  amountWithVat: 'Betrag mit MwSt.',
  discount: (discount) => `Rabatt −${discount}`,
  country: ({ country, country_name: name }) =>
    locale.startsWith('en')
      ? name
      : (new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? name),
  line: ({ key, title }) => {
    if (key === 'shipping') return 'Versand';
    return key === 'adjustment' ? 'Preisänderung' : title;
  },
  net: 'Netto',
  tax: (name, rate, net) => {
    return `${/^(?:VAT)?$/.test(name) ? 'MwSt.' : name} ${rate} auf ${net}`;
  },
  total: 'Gesamt',
  totalRefunded: 'Erstattet',
  paid: 'Bezahlt',
  amountDue: 'Offener Betrag',
  transfer: 'Bitte überweisen Sie',
  holder: 'Kontoinhaber',
  bank: 'Bank',
  reference: 'Verwendungszweck',
  amount: 'Betrag',
  scan: 'Mit der Banking-App scannen',
  reason: (reason) => `Grund: ${reason}`,
  taxReason: ({ category, reason }) => (reason !== '' && noTax[category]) || reason,
  delivered: (address) => `Lieferung an: ${address}`,
  thanks: 'Diese Rechnung ist bezahlt. Vielen Dank.',
  page: (index, pages) => `${index} von ${pages}`,
};
export { documentWords };
