/** A document on A4. Invariant: nothing is computed here; what is printed are the facts as they were issued. */
import { PDFDocument, rgb, type PDFPage } from '@cantoo/pdf-lib';
import { encode } from 'uqr';
import { ibanWords, parseBankAccount } from '#features/orders/model/bank-account.ts';
import {
  documentDue,
  documentTerms,
  documentTitle,
  type DocumentAddress,
  type DocumentLine,
  type ShopDocument,
} from '#features/orders/model/document.ts';
import { epcText } from '#features/orders/model/epc-code.ts';
import { facturX } from '#features/orders/model/factur-x.ts';
import { dayWords } from '#shared/day-words.ts';
import { formatMoney } from '#shared/money.ts';
import { rateWords } from '#shared/tax-words.ts';
import { makeArchivable } from './archive.ts';
import { loadFaces, type Faces, type Weight } from './faces.ts';

const sheet = { width: 595.28, height: 841.89, left: 56, right: 539.28, foot: 92 };
const ink = rgb(0.11, 0.1, 0.09);
const soft = rgb(0.38, 0.36, 0.33);
const hair = rgb(0.82, 0.8, 0.76);

interface Style {
  readonly size?: number;
  readonly weight?: Weight;
  readonly isSoft?: boolean;
  readonly align?: 'left' | 'right';
}

interface Pen {
  readonly faces: Faces;
  page: PDFPage;
  y: number;
}

function write({ faces, page }: Pen, text: string, x: number, y: number, style: Style = {}): void {
  const { size = 9, weight = 'regular', isSoft = false, align = 'left' } = style;
  let at = align === 'right' ? x - faces.width(text, weight, size) : x;
  for (const run of faces.runs(text, weight)) {
    page.drawText(run.text, { x: at, y, size, font: run.font, color: isSoft ? soft : ink });
    at += run.font.widthOfTextAtSize(run.text, size);
  }
}

const rule = ({ page }: Pen, y: number, from = sheet.left, color = hair): void =>
  page.drawLine({ start: { x: from, y }, end: { x: sheet.right, y }, thickness: 0.6, color });

/** Breaks between words, and within one that is longer than the line. */
function broken(faces: Faces, text: string, most: number, size: number, weight: Weight): string[] {
  const lines: string[] = [];
  let line = '';
  const fits = (tried: string) => faces.width(tried, weight, size) <= most;
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const tried = line === '' ? word : `${line} ${word}`;
    if (fits(tried)) {
      line = tried;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const sign of word) {
      if (fits(line + sign)) line += sign;
      else {
        lines.push(line);
        line = sign;
      }
    }
  }
  return line === '' ? lines : [...lines, line];
}

function paragraph(pen: Pen, text: string, x: number, most: number, style: Style = {}): void {
  const { size = 9, weight = 'regular' } = style;
  for (const line of broken(pen.faces, text, most, size, weight)) {
    write(pen, line, x, pen.y, style);
    pen.y -= size * 1.42;
  }
}

function addressOf(address: DocumentAddress, company = ''): readonly string[] {
  const isBefore = !['GB', 'US', 'CA', 'AU', 'NZ', 'IE', 'IN'].includes(address.country);
  const place = isBefore
    ? [address.postcode, address.city]
    : [address.city, address.region, address.postcode];
  return [
    company,
    address.name,
    address.line1,
    address.line2,
    place.filter(Boolean).join(' '),
    (isBefore && address.region) || '',
    address.country_name,
  ].filter((line) => line.trim() !== '');
}

function headFacts(document: ShopDocument): readonly (readonly [string, string])[] {
  const { buyer, order, corrects } = document;
  const facts: readonly (readonly [string, string])[] = [
    [`${documentTitle(document.kind)} number`, document.number],
    ['Date', dayWords(document.issued_on)],
    ['Corrects invoice', corrects?.number ?? ''],
    ['Order', order.number],
    ['Ordered on', dayWords(order.placed_on)],
    ['Your purchase number', buyer.purchase_number ?? ''],
    ['Your VAT number', buyer.vat_number ?? ''],
    ['Payment reference', documentDue(document) > 0 ? order.number : ''],
    [
      'Pay by',
      documentDue(document) > 0 && document.pay_by !== null ? dayWords(document.pay_by) : '',
    ],
  ];
  return facts.filter(([, value]) => value !== '');
}

const sellerLines = ({ seller }: ShopDocument): readonly string[] => [
  ...addressOf(seller),
  seller.email,
  ...(seller.vat_number === '' ? [] : [`VAT number ${seller.vat_number}`]),
  ...(seller.registration === '' ? [] : [seller.registration]),
];

const columns = { quantity: 330, price: 404, rate: 452, amount: sheet.right };

function head(pen: Pen, document: ShopDocument): void {
  write(pen, documentTitle(document.kind), sheet.left, 772, { size: 26, weight: 'bold' });
  pen.y = 782;
  const [name = '', ...rest] = sellerLines(document);
  paragraph(pen, name, 350, sheet.right - 350, { weight: 'bold', size: 10 });
  for (const line of rest) paragraph(pen, line, 350, sheet.right - 350);
  const sellerEnd = pen.y;
  pen.y = 724;
  write(pen, document.kind === 'invoice' ? 'Bill to' : 'To', sheet.left, pen.y, {
    size: 8,
    isSoft: true,
  });
  pen.y -= 15;
  for (const line of addressOf(document.buyer.address, document.buyer.company))
    paragraph(pen, line, sheet.left, 270, { size: 10 });
  const buyerEnd = pen.y;
  pen.y = sellerEnd - 14;
  for (const [label, value] of headFacts(document)) {
    write(pen, label, 350, pen.y, { isSoft: true });
    for (const line of broken(pen.faces, value, 92, 9, 'regular')) {
      write(pen, line, sheet.right, pen.y, { align: 'right' });
      pen.y -= 13.5;
    }
  }
  pen.y = Math.min(pen.y, buyerEnd) - 22;
}

function tableHead(pen: Pen): void {
  const style: Style = { size: 8, isSoft: true, align: 'right' };
  write(pen, 'Item', sheet.left, pen.y, { size: 8, isSoft: true });
  write(pen, 'Quantity', columns.quantity, pen.y, style);
  write(pen, 'Unit price', columns.price, pen.y, style);
  write(pen, 'VAT', columns.rate, pen.y, style);
  write(pen, 'Amount with VAT', columns.amount, pen.y, style);
  rule(pen, pen.y - 7, sheet.left, soft);
  pen.y -= 22;
}

/** A price of one where all were that much; nothing where a part of them was. */
function unitWords(line: DocumentLine, currency: string): string {
  const whole = line.gross_minor + line.discount_minor;
  return whole % line.quantity === 0 ? formatMoney(whole / line.quantity, currency) : '';
}

function row(pen: Pen, line: DocumentLine, currency: string, newPage: () => void): void {
  const most = columns.quantity - 60 - sheet.left;
  const title = broken(pen.faces, line.title, most, 9.5, 'bold');
  const notes = [
    line.detail,
    line.sku,
    line.discount_minor > 0 ? `Discount −${formatMoney(line.discount_minor, currency)}` : '',
  ]
    .filter(Boolean)
    .flatMap((text) => broken(pen.faces, text, most, 8, 'regular'));
  if (pen.y - title.length * 13 - notes.length * 11 < sheet.foot) newPage();
  const right: Style = { align: 'right' };
  write(pen, String(line.quantity), columns.quantity, pen.y, right);
  write(pen, unitWords(line, currency), columns.price, pen.y, right);
  write(pen, rateWords(line.rate_basis_points), columns.rate, pen.y, right);
  write(pen, formatMoney(line.gross_minor, currency), columns.amount, pen.y, right);
  for (const text of title) {
    write(pen, text, sheet.left, pen.y, { size: 9.5, weight: 'bold' });
    pen.y -= 13;
  }
  for (const text of notes) {
    write(pen, text, sheet.left, pen.y + 1, { size: 8, isSoft: true });
    pen.y -= 11;
  }
  rule(pen, pen.y + 4);
  pen.y -= 10;
}

function totals(pen: Pen, document: ShopDocument): void {
  const { currency } = document;
  const due = documentDue(document);
  const rows: readonly (readonly [string, string, boolean])[] = [
    ['Net', formatMoney(document.net_minor, currency), false],
    ...document.taxes.map(
      (tax) =>
        [
          `${tax.name || 'VAT'} ${rateWords(tax.rate_basis_points)} on ${formatMoney(tax.net_minor, currency)}`,
          formatMoney(tax.tax_minor, currency),
          false,
        ] as const,
    ),
    [
      document.kind === 'invoice' ? 'Total' : 'Total refunded',
      formatMoney(document.total_minor, currency),
      true,
    ],
    ...(document.kind === 'invoice'
      ? [
          ['Paid', formatMoney(document.paid_minor, currency), false] as const,
          ['Amount due', formatMoney(due, currency), due > 0] as const,
        ]
      : []),
  ];
  for (const [label, value, isBold] of rows) {
    const style: Style = isBold ? { weight: 'bold', size: 11 } : {};
    if (isBold) {
      rule(pen, pen.y + 12, columns.quantity - 20, soft);
      pen.y -= 3;
    }
    write(pen, label, columns.quantity - 20, pen.y, { ...style, isSoft: !isBold });
    write(pen, value, columns.amount, pen.y, { ...style, align: 'right' });
    pen.y -= isBold ? 20 : 15;
  }
  pen.y -= 8;
}

function transferCode(pen: Pen, text: string, left: number, top: number, side: number): void {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const path = data
    .flatMap((cells, y) => cells.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  pen.page.drawSvgPath(path, { x: left, y: top, scale: side / size, color: ink, borderWidth: 0 });
}

function payment(pen: Pen, document: ShopDocument, newPage: () => void): void {
  const { currency, order } = document;
  const account = parseBankAccount(document.account);
  const due = documentDue(document);
  if (account === null || due === 0) return;
  const code = epcText(account, due, currency, order.number);
  if (pen.y - 118 < sheet.foot) newPage();
  const top = pen.y;
  write(pen, 'Please pay by bank transfer', sheet.left, pen.y, { weight: 'bold', size: 10 });
  pen.y -= 18;
  const facts = [
    ['Account holder', account.holder],
    ['IBAN', ibanWords(account.iban)],
    ['BIC', account.bic],
    ['Bank', account.bank],
    ['Reference', order.number],
    ['Amount', formatMoney(due, currency)],
  ] as const;
  for (const [label, value] of facts.filter(([, each]) => each !== '')) {
    write(pen, label, sheet.left, pen.y, { isSoft: true });
    write(pen, value, sheet.left + 84, pen.y);
    pen.y -= 14;
  }
  if (code !== null) {
    transferCode(pen, code, sheet.right - 92, top + 8, 92);
    write(pen, 'Scan with your banking app', sheet.right, top - 96, {
      size: 7.5,
      isSoft: true,
      align: 'right',
    });
  }
  pen.y = Math.min(pen.y, top - 110) - 6;
}

function notes(pen: Pen, document: ShopDocument, newPage: () => void): void {
  const { buyer } = document;
  const texts = [
    document.kind === 'credit_note' && document.reason !== '' ? `Reason: ${document.reason}` : '',
    ...document.taxes.map(({ reason }) => reason),
    buyer.delivery ? `Delivered to: ${addressOf(buyer.delivery).join(', ')}` : '',
    document.kind === 'invoice' && documentDue(document) === 0
      ? 'This invoice is paid. Thank you.'
      : '',
    documentTerms(document),
  ].filter((text) => text !== '');
  for (const text of texts) {
    if (pen.y < sheet.foot + 24) newPage();
    paragraph(pen, text, sheet.left, sheet.right - sheet.left);
    pen.y -= 4;
  }
}

function feet(pdf: PDFDocument, faces: Faces, document: ShopDocument): void {
  const { seller } = document;
  const words = [
    seller.name,
    seller.register,
    seller.vat_number === '' ? '' : `VAT number ${seller.vat_number}`,
    seller.email,
  ]
    .filter(Boolean)
    .join('  ·  ');
  const pages = pdf.getPages();
  for (const [index, page] of pages.entries()) {
    const pen: Pen = { faces, page, y: 46 };
    rule(pen, 62);
    const [line = '', next = ''] = broken(faces, words, 410, 7.5, 'regular');
    write(pen, line, sheet.left, 48, { size: 7.5, isSoft: true });
    write(pen, next, sheet.left, 38, { size: 7.5, isSoft: true });
    write(pen, `${document.number}  ·  ${index + 1} of ${pages.length}`, sheet.right, 48, {
      size: 7.5,
      isSoft: true,
      align: 'right',
    });
  }
}

/** Everything that may be printed, so that the faces for it are read first. */
const textsOf = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
};
/** Of the words and amounts that are printed around the facts. */
const printed = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,:%€$£¥−-·()/';

export async function documentPdf(
  document: ShopDocument,
  readFont: (name: string) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const faces = await loadFaces(pdf, [printed, ...textsOf(document)], readFont);
  const size: [number, number] = [sheet.width, sheet.height];
  const pen: Pen = { faces, page: pdf.addPage(size), y: 0 };
  head(pen, document);
  tableHead(pen);
  const newPage = () => {
    pen.page = pdf.addPage(size);
    pen.y = 772;
  };
  for (const line of document.lines)
    row(pen, line, document.currency, () => {
      newPage();
      tableHead(pen);
    });
  if (pen.y - 60 - document.taxes.length * 15 < sheet.foot) newPage();
  pen.y -= 6;
  totals(pen, document);
  payment(pen, document, newPage);
  notes(pen, document, newPage);
  feet(pdf, faces, document);
  await makeArchivable(pdf, {
    title: `${documentTitle(document.kind)} ${document.number}`,
    author: document.seller.name,
    day: document.issued_on,
    xml: facturX(document),
    hash: document.hash,
  });
  return pdf.save({ useObjectStreams: false });
}
