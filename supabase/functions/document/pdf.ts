/** A document on A4. Invariant: nothing is computed here; what is printed are the facts as they were issued. */
import { PDFDocument, rgb, type PDFPage } from '@cantoo/pdf-lib';
import { encode } from 'uqr';
import { ibanWords, parseBankAccount } from '#features/orders/model/bank-account.ts';
import {
  documentDue,
  documentTerms,
  type DocumentAddress,
  type DocumentLine,
  type ShopDocument,
} from '#features/orders/model/document.ts';
import { epcText } from '#features/orders/model/epc-code.ts';
import type { DocumentWords } from '#features/orders/model/document-words.ts';
import { facturX } from '#features/orders/model/factur-x.ts';
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
  readonly say: DocumentWords;
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

function addressOf(say: DocumentWords, address: DocumentAddress, company = ''): readonly string[] {
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
    say.country(address),
  ].filter((line) => line.trim() !== '');
}

function headFacts(
  document: ShopDocument,
  say: DocumentWords,
): readonly (readonly [string, string])[] {
  const { buyer, order, corrects } = document;
  const facts: readonly (readonly [string, string])[] = [
    [say.numberLabel(document.kind), document.number],
    [say.date, say.day(document.issued_on)],
    [say.corrects, corrects?.number ?? ''],
    [say.order, order.number],
    [say.ordered, say.day(order.placed_on)],
    [say.purchaseNumber, buyer.purchase_number ?? ''],
    [say.ownVatNumber, buyer.vat_number ?? ''],
    [say.paymentReference, documentDue(document) > 0 ? order.number : ''],
    [
      say.payBy,
      documentDue(document) > 0 && document.pay_by !== null ? say.day(document.pay_by) : '',
    ],
  ];
  return facts.filter(([, value]) => value !== '');
}

const sellerLines = ({ seller }: ShopDocument, say: DocumentWords): readonly string[] => [
  ...addressOf(say, seller),
  seller.email,
  ...(seller.vat_number === '' ? [] : [say.vatNumber(seller.vat_number)]),
  ...(seller.registration === '' ? [] : [seller.registration]),
];

const columns = { quantity: 330, price: 404, rate: 452, amount: sheet.right };

function head(pen: Pen, document: ShopDocument): void {
  const { say } = pen;
  write(pen, say.title(document.kind), sheet.left, 772, { size: 26, weight: 'bold' });
  pen.y = 782;
  const [name = '', ...rest] = sellerLines(document, say);
  paragraph(pen, name, 350, sheet.right - 350, { weight: 'bold', size: 10 });
  for (const line of rest) paragraph(pen, line, 350, sheet.right - 350);
  const sellerEnd = pen.y;
  pen.y = 724;
  write(pen, document.kind === 'invoice' ? say.billTo : say.to, sheet.left, pen.y, {
    size: 8,
    isSoft: true,
  });
  pen.y -= 15;
  for (const line of addressOf(say, document.buyer.address, document.buyer.company))
    paragraph(pen, line, sheet.left, 270, { size: 10 });
  const buyerEnd = pen.y;
  pen.y = sellerEnd - 14;
  for (const [label, value] of headFacts(document, say)) {
    write(pen, label, 350, pen.y, { isSoft: true });
    for (const line of broken(pen.faces, value, 92, 9, 'regular')) {
      write(pen, line, sheet.right, pen.y, { align: 'right' });
      pen.y -= 13.5;
    }
  }
  pen.y = Math.min(pen.y, buyerEnd) - 22;
}

function tableHead(pen: Pen): void {
  const { say } = pen;
  const style: Style = { size: 8, isSoft: true, align: 'right' };
  write(pen, say.item, sheet.left, pen.y, { size: 8, isSoft: true });
  write(pen, say.quantity, columns.quantity, pen.y, style);
  write(pen, say.unitPrice, columns.price, pen.y, style);
  write(pen, say.vat, columns.rate, pen.y, style);
  write(pen, say.amountWithVat, columns.amount, pen.y, style);
  rule(pen, pen.y - 7, sheet.left, soft);
  pen.y -= 22;
}

/** A price of one where all were that much; nothing where a part of them was. */
function unitWords(line: DocumentLine, currency: string, say: DocumentWords): string {
  const whole = line.gross_minor + line.discount_minor;
  return whole % line.quantity === 0 ? say.money(whole / line.quantity, currency) : '';
}

function row(pen: Pen, line: DocumentLine, currency: string, newPage: () => void): void {
  const { say } = pen;
  const most = columns.quantity - 60 - sheet.left;
  const title = broken(pen.faces, say.line(line), most, 9.5, 'bold');
  const notes = [
    line.detail,
    line.sku,
    line.discount_minor > 0 ? say.discount(say.money(line.discount_minor, currency)) : '',
  ]
    .filter(Boolean)
    .flatMap((text) => broken(pen.faces, text, most, 8, 'regular'));
  if (pen.y - title.length * 13 - notes.length * 11 < sheet.foot) newPage();
  const right: Style = { align: 'right' };
  write(pen, String(line.quantity), columns.quantity, pen.y, right);
  write(pen, unitWords(line, currency, say), columns.price, pen.y, right);
  write(pen, say.rate(line.rate_basis_points), columns.rate, pen.y, right);
  write(pen, say.money(line.gross_minor, currency), columns.amount, pen.y, right);
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
  const { say } = pen;
  const due = documentDue(document);
  const rows: readonly (readonly [string, string, boolean])[] = [
    [say.net, say.money(document.net_minor, currency), false],
    ...document.taxes.map(
      (tax) =>
        [
          say.tax(tax.name, say.rate(tax.rate_basis_points), say.money(tax.net_minor, currency)),
          say.money(tax.tax_minor, currency),
          false,
        ] as const,
    ),
    [
      document.kind === 'invoice' ? say.total : say.totalRefunded,
      say.money(document.total_minor, currency),
      true,
    ],
    ...(document.kind === 'invoice'
      ? [
          [say.paid, say.money(document.paid_minor, currency), false] as const,
          [say.amountDue, say.money(due, currency), due > 0] as const,
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
  const { say } = pen;
  const account = parseBankAccount(document.account);
  const due = documentDue(document);
  if (account === null || due === 0) return;
  const code = epcText(account, due, currency, order.number);
  if (pen.y - 118 < sheet.foot) newPage();
  const top = pen.y;
  write(pen, say.transfer, sheet.left, pen.y, { weight: 'bold', size: 10 });
  pen.y -= 18;
  const facts = [
    [say.holder, account.holder],
    ['IBAN', ibanWords(account.iban)],
    ['BIC', account.bic],
    [say.bank, account.bank],
    [say.reference, order.number],
    [say.amount, say.money(due, currency)],
  ] as const;
  for (const [label, value] of facts.filter(([, each]) => each !== '')) {
    write(pen, label, sheet.left, pen.y, { isSoft: true });
    write(pen, value, sheet.left + 92, pen.y);
    pen.y -= 14;
  }
  if (code !== null) {
    transferCode(pen, code, sheet.right - 92, top + 8, 92);
    write(pen, say.scan, sheet.right, top - 96, {
      size: 7.5,
      isSoft: true,
      align: 'right',
    });
  }
  pen.y = Math.min(pen.y, top - 110) - 6;
}

function notes(pen: Pen, document: ShopDocument, newPage: () => void): void {
  const { buyer } = document;
  const { say } = pen;
  const texts = [
    document.kind === 'credit_note' && document.reason !== '' ? say.reason(document.reason) : '',
    ...document.taxes.map(say.taxReason),
    buyer.delivery ? say.delivered(addressOf(say, buyer.delivery).join(', ')) : '',
    document.kind === 'invoice' && documentDue(document) === 0 ? say.thanks : '',
    documentTerms(document),
  ].filter((text) => text !== '');
  for (const text of texts) {
    if (pen.y < sheet.foot + 24) newPage();
    paragraph(pen, text, sheet.left, sheet.right - sheet.left);
    pen.y -= 4;
  }
}

function feet(
  pdf: PDFDocument,
  { faces, say }: Pick<Pen, 'faces' | 'say'>,
  document: ShopDocument,
): void {
  const { seller } = document;
  const words = [
    seller.name,
    seller.register,
    seller.vat_number === '' ? '' : say.vatNumber(seller.vat_number),
    seller.email,
  ]
    .filter(Boolean)
    .join('  ·  ');
  const pages = pdf.getPages();
  for (const [index, page] of pages.entries()) {
    const pen: Pen = { faces, say, page, y: 46 };
    rule(pen, 62);
    const [line = '', next = ''] = broken(faces, words, 410, 7.5, 'regular');
    write(pen, line, sheet.left, 48, { size: 7.5, isSoft: true });
    write(pen, next, sheet.left, 38, { size: 7.5, isSoft: true });
    write(pen, `${document.number}  ·  ${say.page(index + 1, pages.length)}`, sheet.right, 48, {
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
const printed =
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 \u00a0.,:%€$£¥−-·()/';

export async function documentPdf(
  document: ShopDocument,
  say: DocumentWords,
  readFont: (name: string) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const faces = await loadFaces(pdf, [printed, ...textsOf(say), ...textsOf(document)], readFont);
  const size: [number, number] = [sheet.width, sheet.height];
  const pen: Pen = { faces, say, page: pdf.addPage(size), y: 0 };
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
  feet(pdf, pen, document);
  await makeArchivable(pdf, {
    title: `${say.title(document.kind)} ${document.number}`,
    language: document.language ?? 'en-GB',
    author: document.seller.name,
    day: document.issued_on,
    xml: facturX(document),
    hash: document.hash,
  });
  return pdf.save({ useObjectStreams: false });
}
