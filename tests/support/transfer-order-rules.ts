/**
 * What a SEPA credit transfer file (pain.001.001.09) has to hold, said anew from the message definition
 * and the guidelines of the European Payments Council. Invariant: nothing here is of the code that writes
 * the file; the XML is read by libxml2.
 */
import { XmlDocument, XmlElement } from 'libxml2-wasm';

const namespace = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';

/** What each element of ours may hold, in the order of the message definition; a star may be missing. */
const children: Readonly<Record<string, string>> = {
  Document: 'CstmrCdtTrfInitn',
  CstmrCdtTrfInitn: 'GrpHdr PmtInf',
  GrpHdr: 'MsgId CreDtTm NbOfTxs CtrlSum InitgPty',
  InitgPty: 'Nm',
  PmtInf:
    'PmtInfId PmtMtd BtchBookg NbOfTxs CtrlSum PmtTpInf ReqdExctnDt Dbtr DbtrAcct DbtrAgt ChrgBr CdtTrfTxInf',
  PmtTpInf: 'SvcLvl',
  SvcLvl: 'Cd',
  ReqdExctnDt: 'Dt',
  Dbtr: 'Nm PstlAdr*',
  PstlAdr: 'TwnNm Ctry',
  DbtrAcct: 'Id Ccy',
  DbtrAgt: 'FinInstnId',
  FinInstnId: 'BICFI',
  Id: 'IBAN',
  CdtTrfTxInf: 'PmtId Amt CdtrAgt* Cdtr CdtrAcct RmtInf',
  PmtId: 'EndToEndId',
  Amt: 'InstdAmt',
  CdtrAgt: 'FinInstnId',
  Cdtr: 'Nm',
  CdtrAcct: 'Id',
  RmtInf: 'Ustrd',
};
const lengths: Readonly<Record<string, number>> = {
  MsgId: 35,
  PmtInfId: 35,
  EndToEndId: 35,
  Nm: 70,
  Ustrd: 140,
  TwnNm: 35,
};
const shapes: Readonly<Record<string, RegExp>> = {
  CreDtTm: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  Dt: /^\d{4}-\d\d-\d\d$/,
  NbOfTxs: /^[1-9]\d{0,14}$/,
  CtrlSum: /^(?:0|[1-9]\d{0,14})\.\d\d$/,
  InstdAmt: /^(?:0|[1-9]\d{0,8})\.\d\d$/,
  IBAN: /^[A-Z]{2}\d\d[A-Z0-9]{10,30}$/,
  BICFI: /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/,
  PmtMtd: /^TRF$/,
  BtchBookg: /^true$/,
  Cd: /^SEPA$/,
  ChrgBr: /^SLEV$/,
  Ccy: /^EUR$/,
  Ctry: /^[A-Z]{2}$/,
};
const signs = /^[A-Za-z0-9/\-?:().,'+ ]+$/;

const partsOf = (element: XmlElement): readonly XmlElement[] => {
  const found: XmlElement[] = [];
  for (let each = element.firstChild; each !== null; each = each.next)
    if (each instanceof XmlElement) found.push(each);
  return found;
};

function faultsOf(element: XmlElement): readonly string[] {
  const { name } = element;
  if (element.namespaceUri !== namespace) return [`${name} is of another namespace`];
  const parts = partsOf(element);
  const wanted = children[name];
  if (wanted === undefined) return parts.length > 0 ? [`${name} holds more`] : textFaults(element);
  // A transfer for each refund; all else is there once.
  const names = parts.map((part) => part.name);
  const once = names.filter((each, at) => each !== 'CdtTrfTxInf' || names[at - 1] !== each);
  const missing = wanted.split(' ').filter((each) => {
    return !each.endsWith('*') && !once.includes(each);
  });
  const inOrder = wanted
    .replaceAll('*', '')
    .split(' ')
    .filter((each) => once.includes(each));
  return [
    ...missing.map((each) => `${name} has no ${each}`),
    ...(inOrder.join(' ') === once.join(' ') ? [] : [`${name} holds ${once.join(' ')}`]),
    ...parts.flatMap(faultsOf),
  ];
}

function textFaults(element: XmlElement): readonly string[] {
  const { name, content } = element;
  const longest = lengths[name];
  const shape = shapes[name];
  if (longest === undefined && shape === undefined) return [`${name} is unknown`];
  return [
    ...(longest !== undefined && content.length > longest ? [`${name} is too long`] : []),
    ...(shape !== undefined && !shape.test(content) ? [`${name} is ${content}`] : []),
    ...(!signs.test(content) || content !== content.trim() ? [`${name} has other signs`] : []),
    ...(/^\/|\/$|\/\//.test(content) ? [`${name} has slashes where none may be`] : []),
    ...(name === 'IBAN' && !isIban(content) ? [`IBAN ${content} fails its check`] : []),
  ];
}

function isIban(iban: string): boolean {
  const digits = [...`${iban.slice(4)}${iban.slice(0, 4)}`]
    .map((sign) => Number.parseInt(sign, 36).toString())
    .join('');
  return BigInt(digits) % 97n === 1n;
}

const cents = (text: string): bigint => BigInt(text.replace('.', ''));

/** Sentences on all that a file breaks; nothing for one that is right. */
export function brokenTransferRules(xml: string): readonly string[] {
  const document = XmlDocument.fromString(xml);
  try {
    const { root } = document;
    const texts = (path: string) =>
      document.find(path, { p: namespace }).map((node) => node.content);
    const amounts = texts('//p:InstdAmt').map(cents);
    const sum = amounts.reduce((total, each) => total + each, 0n);
    const ends = texts('//p:EndToEndId');
    const count = String(ends.length);
    const currencies = document.find('//p:InstdAmt/@Ccy', { p: namespace });
    return [
      ...(root.name === 'Document' ? faultsOf(root) : ['The root is no Document']),
      ...(texts('//p:CtrlSum').some((told) => cents(told) !== sum) ? ['A sum is wrong'] : []),
      ...(texts('//p:NbOfTxs').some((told) => told !== count) ? ['A count is wrong'] : []),
      ...(new Set(ends).size === ends.length ? [] : ['Two transfers have one EndToEndId']),
      ...(currencies.some(({ content }) => content !== 'EUR') ? ['An amount is not in euro'] : []),
      ...(amounts.some((amount) => amount < 1n) ? ['An amount is nothing'] : []),
    ];
  } finally {
    document.dispose();
  }
}
