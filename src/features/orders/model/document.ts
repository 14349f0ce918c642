/** What an invoice or a credit note says, as it was issued: its PDF and its e-invoice are made of this alone. */
import {
  fieldsOf,
  listOf,
  numberOf,
  oneOf,
  textOf,
  textOrNull,
  type Fields,
} from '#shared/parsed-fields.ts';
import { parseBankAccount, type BankAccount } from './bank-account.ts';

export interface DocumentAddress {
  readonly name: string;
  readonly line1: string;
  readonly line2: string;
  readonly postcode: string;
  readonly city: string;
  readonly region: string;
  readonly country: string;
  readonly countryName: string;
}

export interface DocumentSeller extends DocumentAddress {
  readonly vatNumber: string;
  readonly register: string;
  /** Where its tax is collected in the buyer's own country: the scheme and its number there. */
  readonly registration: string;
  readonly email: string;
}

export interface DocumentBuyer {
  readonly name: string;
  readonly company: string;
  readonly vatNumber: string;
  readonly purchaseNumber: string;
  readonly address: DocumentAddress;
  /** Null where it is delivered to the same address. */
  readonly delivery: DocumentAddress | null;
}

export interface DocumentLine {
  readonly title: string;
  readonly detail: string;
  readonly sku: string;
  readonly quantity: number;
  readonly discountMinor: number;
  readonly grossMinor: number;
  readonly netMinor: number;
  readonly taxMinor: number;
  readonly rateBasisPoints: number;
}

/** Of EN 16931: standard, zero, exempt, within the Union without tax, export. */
export type TaxCategory = 'S' | 'Z' | 'E' | 'K' | 'G';

export interface DocumentTax {
  readonly rateBasisPoints: number;
  readonly name: string;
  readonly netMinor: number;
  readonly taxMinor: number;
  readonly category: TaxCategory;
  /** Why there is none; empty where there is. */
  readonly reason: string;
}

export interface ShopDocument {
  readonly kind: 'invoice' | 'credit_note';
  readonly number: string;
  /** YYYY-MM-DD. */
  readonly issuedOn: string;
  readonly currency: string;
  readonly order: { readonly number: string; readonly placedOn: string; readonly payment: string };
  readonly seller: DocumentSeller;
  readonly buyer: DocumentBuyer;
  readonly lines: readonly DocumentLine[];
  readonly taxes: readonly DocumentTax[];
  readonly netMinor: number;
  readonly taxMinor: number;
  readonly totalMinor: number;
  readonly paidMinor: number;
  readonly terms: string;
  readonly payBy: string | null;
  readonly account: BankAccount | null;
  readonly corrects: { readonly number: string; readonly issuedOn: string } | null;
  readonly reason: string;
  readonly hash: string;
}

function parseAddress(value: unknown): DocumentAddress {
  const fields = fieldsOf(value) ?? {};
  const text = (name: string) => textOf(fields[name]);
  return {
    name: text('name'),
    line1: text('line1'),
    line2: text('line2'),
    postcode: text('postcode'),
    city: text('city'),
    region: text('region'),
    country: text('country'),
    countryName: text('country_name'),
  };
}

const parseLine = (fields: Fields): DocumentLine => ({
  title: textOf(fields['title']),
  detail: textOf(fields['detail']),
  sku: textOf(fields['sku']),
  quantity: numberOf(fields['quantity']),
  discountMinor: numberOf(fields['discount_minor']),
  grossMinor: numberOf(fields['gross_minor']),
  netMinor: numberOf(fields['net_minor']),
  taxMinor: numberOf(fields['tax_minor']),
  rateBasisPoints: numberOf(fields['rate_basis_points']),
});

const parseTax = (fields: Fields): DocumentTax => ({
  rateBasisPoints: numberOf(fields['rate_basis_points']),
  name: textOf(fields['name']),
  netMinor: numberOf(fields['net_minor']),
  taxMinor: numberOf(fields['tax_minor']),
  category: oneOf(fields['category'], ['S', 'Z', 'E', 'K', 'G']) ?? 'Z',
  reason: textOf(fields['reason']),
});

function parseBuyer(value: unknown): DocumentBuyer {
  const fields = fieldsOf(value) ?? {};
  return {
    name: textOf(fields['name']),
    company: textOf(fields['company']),
    vatNumber: textOf(fields['vat_number']),
    purchaseNumber: textOf(fields['purchase_number']),
    address: parseAddress(fields['address']),
    delivery: fieldsOf(fields['delivery']) === null ? null : parseAddress(fields['delivery']),
  };
}

/** Null for what is no document of this shop. */
export function parseDocument(value: unknown): ShopDocument | null {
  const fields = fieldsOf(value);
  const kind = oneOf(fields?.['kind'], ['invoice', 'credit_note']);
  if (fields === null || kind === null) return null;
  const order = fieldsOf(fields['order']) ?? {};
  const seller = fieldsOf(fields['seller']) ?? {};
  const corrects = fieldsOf(fields['corrects']);
  return {
    kind,
    number: textOf(fields['number']),
    issuedOn: textOf(fields['issued_on']),
    currency: textOf(fields['currency']),
    order: {
      number: textOf(order['number']),
      placedOn: textOf(order['placed_on']),
      payment: textOf(order['payment']),
    },
    seller: {
      ...parseAddress(seller),
      vatNumber: textOf(seller['vat_number']),
      register: textOf(seller['register']),
      registration: textOf(seller['registration']),
      email: textOf(seller['email']),
    },
    buyer: parseBuyer(fields['buyer']),
    lines: listOf(fields['lines'], parseLine),
    taxes: listOf(fields['taxes'], parseTax),
    netMinor: numberOf(fields['net_minor']),
    taxMinor: numberOf(fields['tax_minor']),
    totalMinor: numberOf(fields['total_minor']),
    paidMinor: numberOf(fields['paid_minor']),
    terms: textOf(fields['terms']),
    payBy: textOrNull(fields['pay_by']),
    account: parseBankAccount(fields['account']),
    corrects:
      corrects === null
        ? null
        : { number: textOf(corrects['number']), issuedOn: textOf(corrects['issued_on']) },
    reason: textOf(fields['reason']),
    hash: textOf(fields['hash']),
  };
}

/** What is still to be transferred for it; nothing for a credit note. */
export const documentDue = ({ kind, totalMinor, paidMinor }: ShopDocument): number =>
  kind === 'invoice' ? Math.max(totalMinor - paidMinor, 0) : 0;

/** About paying: a document that is paid says nothing of it. */
export const documentTerms = (document: ShopDocument): string =>
  documentDue(document) === 0 ? '' : document.terms;

export const documentTitle = (kind: ShopDocument['kind']): string =>
  kind === 'invoice' ? 'Invoice' : 'Credit note';
