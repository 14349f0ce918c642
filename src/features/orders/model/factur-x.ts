/**
 * An e-invoice: the facts of a document as Cross Industry Invoice (UN/CEFACT D16B), profile EN 16931, as
 * Factur-X and ZUGFeRD embed it. Invariant: amounts are those of the document; nothing is computed anew
 * but the net price of a line, which is told for all its pieces at once, so that it has no fractions of a
 * cent.
 */
import {
  documentDue,
  documentTerms,
  type DocumentAddress,
  type TaxCategory,
  type ShopDocument,
} from './document.ts';

const escape = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    // Not allowed in XML 1.0 at all.
    .replaceAll(/[\p{Cc}\ufffe\uffff]/gu, ' ');

const tag = (name: string, text: string, attributes = ''): string =>
  text === '' ? '' : `<${name}${attributes}>${escape(text)}</${name}>`;

const within = (name: string, ...parts: readonly string[]): string =>
  `<${name}>${parts.join('')}</${name}>`;

/** @example decimal(-105) // '-1.05' */
function decimal(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const dateOf = (day: string): string =>
  `<udt:DateTimeString format="102">${day.replaceAll('-', '')}</udt:DateTimeString>`;

const address = (party: DocumentAddress): string =>
  within(
    'ram:PostalTradeAddress',
    tag('ram:PostcodeCode', party.postcode),
    tag('ram:LineOne', party.line1),
    tag('ram:LineTwo', party.line2),
    tag('ram:CityName', party.city),
    tag('ram:CountryID', party.country),
    tag('ram:CountrySubDivisionName', party.region ?? ''),
  );

const taxNumber = (number: string, scheme: 'VA' | 'FC'): string =>
  number === ''
    ? ''
    : within('ram:SpecifiedTaxRegistration', tag('ram:ID', number, ` schemeID="${scheme}"`));

function seller({ seller: party }: ShopDocument): string {
  const register =
    party.register === ''
      ? ''
      : within('ram:SpecifiedLegalOrganization', tag('ram:ID', party.register));
  return within(
    'ram:SellerTradeParty',
    tag('ram:Name', party.name),
    register,
    address(party),
    within('ram:URIUniversalCommunication', tag('ram:URIID', party.email, ' schemeID="EM"')),
    // A seller without a VAT number is told by where it is registered: BR-E-2 and BR-S-2 want one of both.
    party.vat_number === '' ? taxNumber(party.register, 'FC') : taxNumber(party.vat_number, 'VA'),
  );
}

const buyer = ({ buyer: party }: ShopDocument): string =>
  within(
    'ram:BuyerTradeParty',
    tag('ram:Name', party.company || party.name),
    party.company ? within('ram:DefinedTradeContact', tag('ram:PersonName', party.name)) : '',
    address(party.address),
    taxNumber(party.vat_number ?? '', 'VA'),
  );

const percent = (basisPoints: number): string => decimal(basisPoints);

const categoryOf = (document: ShopDocument, rate: number): TaxCategory =>
  document.taxes.find((tax) => tax.rate_basis_points === rate)?.category ?? 'S';

function lines(document: ShopDocument): string {
  return document.lines
    .map((line, index) => {
      // A line that takes off has a quantity below nothing: prices never have.
      const quantity = line.net_minor < 0 ? -line.quantity : line.quantity;
      return within(
        'ram:IncludedSupplyChainTradeLineItem',
        within('ram:AssociatedDocumentLineDocument', tag('ram:LineID', String(index + 1))),
        within(
          'ram:SpecifiedTradeProduct',
          tag('ram:SellerAssignedID', line.sku),
          tag('ram:Name', line.title),
          tag('ram:Description', line.detail),
        ),
        within(
          'ram:SpecifiedLineTradeAgreement',
          within(
            'ram:NetPriceProductTradePrice',
            tag('ram:ChargeAmount', decimal(Math.abs(line.net_minor))),
            tag('ram:BasisQuantity', String(line.quantity), ' unitCode="C62"'),
          ),
        ),
        within(
          'ram:SpecifiedLineTradeDelivery',
          tag('ram:BilledQuantity', String(quantity), ' unitCode="C62"'),
        ),
        within(
          'ram:SpecifiedLineTradeSettlement',
          within(
            'ram:ApplicableTradeTax',
            tag('ram:TypeCode', 'VAT'),
            tag('ram:CategoryCode', categoryOf(document, line.rate_basis_points)),
            tag('ram:RateApplicablePercent', percent(line.rate_basis_points)),
          ),
          within(
            'ram:SpecifiedTradeSettlementLineMonetarySummation',
            tag('ram:LineTotalAmount', decimal(line.net_minor)),
          ),
        ),
      );
    })
    .join('');
}

const taxes = (document: ShopDocument): string =>
  document.taxes
    .map((tax) =>
      within(
        'ram:ApplicableTradeTax',
        tag('ram:CalculatedAmount', decimal(tax.tax_minor)),
        tag('ram:TypeCode', 'VAT'),
        tag('ram:ExemptionReason', tax.reason),
        tag('ram:BasisAmount', decimal(tax.net_minor)),
        tag('ram:CategoryCode', tax.category),
        tag('ram:RateApplicablePercent', percent(tax.rate_basis_points)),
      ),
    )
    .join('');

function payment(document: ShopDocument): string {
  const due = documentDue(document);
  if (document.account === null || due === 0) return '';
  const { holder, iban, bic } = document.account;
  return within(
    'ram:SpecifiedTradeSettlementPaymentMeans',
    tag('ram:TypeCode', '58'),
    within(
      'ram:PayeePartyCreditorFinancialAccount',
      tag('ram:IBANID', iban),
      tag('ram:AccountName', holder),
    ),
    within('ram:PayeeSpecifiedCreditorFinancialInstitution', tag('ram:BICID', bic)),
  );
}

/** An invoice that is not paid says until when it is to be. */
function terms(document: ShopDocument): string {
  const due = documentDue(document);
  const words = [
    due === 0 ? 'Nothing is due.' : 'Please pay by bank transfer with the reference.',
    documentTerms(document),
  ];
  return within(
    'ram:SpecifiedTradePaymentTerms',
    tag('ram:Description', words.filter(Boolean).join(' ')),
    due > 0 && document.pay_by !== null
      ? `<ram:DueDateDateTime>${dateOf(document.pay_by)}</ram:DueDateDateTime>`
      : '',
  );
}

function totals(document: ShopDocument): string {
  const due = documentDue(document);
  return within(
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
    tag('ram:LineTotalAmount', decimal(document.net_minor)),
    tag('ram:TaxBasisTotalAmount', decimal(document.net_minor)),
    tag('ram:TaxTotalAmount', decimal(document.tax_minor), ` currencyID="${document.currency}"`),
    tag('ram:GrandTotalAmount', decimal(document.total_minor)),
    tag('ram:TotalPrepaidAmount', decimal(document.total_minor - due)),
    tag('ram:DuePayableAmount', decimal(due)),
  );
}

const notes = (document: ShopDocument): string =>
  [
    document.reason,
    `Order ${document.order.number}`,
    document.seller.register,
    document.seller.registration,
  ]
    .filter((text) => text !== '')
    .map((text) => within('ram:IncludedNote', tag('ram:Content', text)))
    .join('');

export function facturX(document: ShopDocument): string {
  const { corrects, order } = document;
  const shipTo = document.buyer.delivery ?? document.buyer.address;
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">${within(
    'rsm:ExchangedDocumentContext',
    within(
      'ram:GuidelineSpecifiedDocumentContextParameter',
      tag('ram:ID', 'urn:cen.eu:en16931:2017'),
    ),
  )}${within(
    'rsm:ExchangedDocument',
    tag('ram:ID', document.number),
    tag('ram:TypeCode', document.kind === 'invoice' ? '380' : '381'),
    `<ram:IssueDateTime>${dateOf(document.issued_on)}</ram:IssueDateTime>`,
    notes(document),
  )}${within(
    'rsm:SupplyChainTradeTransaction',
    lines(document),
    within(
      'ram:ApplicableHeaderTradeAgreement',
      tag('ram:BuyerReference', document.buyer.purchase_number || order.number),
      seller(document),
      buyer(document),
      document.buyer.purchase_number
        ? within(
            'ram:BuyerOrderReferencedDocument',
            tag('ram:IssuerAssignedID', document.buyer.purchase_number),
          )
        : '',
    ),
    within(
      'ram:ApplicableHeaderTradeDelivery',
      within('ram:ShipToTradeParty', tag('ram:Name', shipTo.name), address(shipTo)),
      // Nobody knows yet when it is delivered; within the Union without tax a day has to be told.
      document.taxes.some(({ category }) => category === 'K')
        ? within(
            'ram:ActualDeliverySupplyChainEvent',
            `<ram:OccurrenceDateTime>${dateOf(document.issued_on)}</ram:OccurrenceDateTime>`,
          )
        : '',
    ),
    within(
      'ram:ApplicableHeaderTradeSettlement',
      tag('ram:PaymentReference', order.number),
      tag('ram:InvoiceCurrencyCode', document.currency),
      payment(document),
      taxes(document),
      terms(document),
      totals(document),
      corrects === null
        ? ''
        : within(
            'ram:InvoiceReferencedDocument',
            tag('ram:IssuerAssignedID', corrects.number),
            `<ram:FormattedIssueDateTime><qdt:DateTimeString xmlns:qdt="urn:un:unece:uncefact:data:standard:QualifiedDataType:100" format="102">${corrects.issued_on.replaceAll('-', '')}</qdt:DateTimeString></ram:FormattedIssueDateTime>`,
          ),
    ),
  )}</rsm:CrossIndustryInvoice>
`;
}
