/** What stands on a document around its facts. `npm run mails` writes it in the further languages. */
import { dayWords } from '#shared/day-words.ts';
import { formatMoney } from '#shared/money.ts';
import { rateWords } from '#shared/tax-words.ts';
import {
  type DocumentAddress,
  type DocumentLine,
  type ShopDocument,
  type TaxCategory,
} from './document.ts';

const locale = 'en-GB';

const noTax: Partial<Record<TaxCategory, string>> = {
  E: 'The seller does not charge VAT.',
  G: 'Export outside of the EU, without VAT.',
  K: 'Intra-community supply, reverse charge: the buyer accounts for the VAT.',
};

export const documentWords = {
  day: dayWords,
  money: (minor: number, currency: string): string => formatMoney(minor, currency),
  rate: rateWords,
  /** On paper a credit note has another name in German than on pages. */
  title: (kind: string): string => (kind === 'invoice' ? 'Invoice' : 'Credit note'),
  numberLabel: (kind: string): string =>
    kind === 'invoice' ? 'Invoice number' : 'Credit note number',
  date: 'Date',
  corrects: 'Corrects invoice',
  order: 'Order',
  ordered: 'Ordered on',
  purchaseNumber: 'Your purchase number',
  ownVatNumber: 'Your VAT number',
  paymentReference: 'Payment reference',
  payBy: 'Pay by',
  vatNumber: (vatNumber: string): string => `VAT number ${vatNumber}`,
  billTo: 'Bill to',
  to: 'To',
  item: 'Item',
  quantity: 'Quantity',
  unitPrice: 'Unit price',
  vat: 'VAT',
  amountWithVat: 'Amount with VAT',
  discount: (discount: string): string => `Discount −${discount}`,
  /** In the first language as it was issued. */
  country: ({ country, country_name: name }: DocumentAddress): string =>
    locale.startsWith('en')
      ? name
      : (new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? name),
  /** What is no product is called by the shop. */
  line: ({ key, title }: Pick<DocumentLine, 'key' | 'title'>): string => {
    if (key === 'shipping') return 'Shipping';
    return key === 'adjustment' ? 'Change of price' : title;
  },
  net: 'Net',
  tax: (name: string, rate: string, net: string): string => {
    const tax = /^(?:VAT)?$/.test(name) ? 'VAT' : name;
    return `${tax} ${rate} on ${net}`;
  },
  total: 'Total',
  totalRefunded: 'Total refunded',
  paid: 'Paid',
  amountDue: 'Amount due',
  transfer: 'Please pay by bank transfer',
  holder: 'Account holder',
  bank: 'Bank',
  reference: 'Reference',
  amount: 'Amount',
  scan: 'Scan with your banking app',
  reason: (reason: string): string => `Reason: ${reason}`,
  /** The law wants it beside a rate of nothing. */
  taxReason: ({ category, reason }: ShopDocument['taxes'][number]): string =>
    (reason !== '' && noTax[category]) || reason,
  delivered: (address: string): string => `Delivered to: ${address}`,
  thanks: 'This invoice is paid. Thank you.',
  page: (index: number, pages: number): string => `${index} of ${pages}`,
} as const;

export type DocumentWords = typeof documentWords;
