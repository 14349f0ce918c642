/**
 * The little of XML that files of banks use. Invariant: one pass, each token longer than nothing; no document
 * type, so no entity but the five that XML itself has, and nothing is ever fetched.
 */
import { fail, succeed, type Result } from './result.ts';

export interface XmlElement {
  /** Without its prefix. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

export type XmlToken =
  | { readonly kind: 'text'; readonly text: string; readonly end: number }
  | {
      readonly kind: 'open' | 'empty';
      readonly name: string;
      readonly attributes: string;
      readonly end: number;
    }
  | { readonly kind: 'close'; readonly name: string; readonly end: number }
  | { readonly kind: 'skipped'; readonly end: number }
  | { readonly kind: 'fault'; readonly message: string; readonly end: number };

const tagPattern =
  /<(\/?)(?:[\w.-]{1,60}:)?([A-Za-z_][\w.-]{0,60})((?:\s+[\w:.-]{1,60}\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const attributePattern = /([\w:.-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;
const entityPattern = /&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w{1,10}));?/g;
const named: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
};
const mostDepth = 40;

export function* xmlTokens(text: string): Generator<XmlToken, void> {
  let at = 0;
  while (at < text.length) {
    const token = tokenAt(text, at);
    yield token;
    if (token.kind === 'fault') return;
    at = token.end;
  }
}

function tokenAt(text: string, at: number): XmlToken {
  if (text[at] !== '<') {
    const next = text.indexOf('<', at);
    const end = next === -1 ? text.length : next;
    return { kind: 'text', text: withoutEntities(text.slice(at, end)), end };
  }
  if (text.startsWith('<!--', at)) return skipped(text, at, '-->');
  if (text.startsWith('<?', at)) return skipped(text, at, '?>');
  if (text.startsWith('<![CDATA[', at)) {
    const end = text.indexOf(']]>', at);
    if (end === -1) return fault('The file ends in the middle', text.length);
    return { kind: 'text', text: text.slice(at + 9, end), end: end + 3 };
  }
  if (text.startsWith('<!', at)) return fault('This file may not have a document type', at);
  tagPattern.lastIndex = at;
  const tag = tagPattern.exec(text);
  if (tag === null) return fault('This is not valid XML', at);
  const [, slash = '', name = '', attributes = '', empty = ''] = tag;
  const end = tagPattern.lastIndex;
  if (slash !== '') return { kind: 'close', name, end };
  return { kind: empty === '' ? 'open' : 'empty', name, attributes, end };
}

const fault = (message: string, end: number): XmlToken => ({ kind: 'fault', message, end });

function skipped(text: string, at: number, mark: string): XmlToken {
  const found = text.indexOf(mark, at + 2);
  return found === -1
    ? fault('The file ends in the middle', text.length)
    : { kind: 'skipped', end: found + mark.length };
}

/** What is no entity of XML stays as it is written. */
function withoutEntities(text: string): string {
  return text.replaceAll(entityPattern, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
  });
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  const found = [...text.matchAll(attributePattern)];
  return new Map(
    found.map(([, name = '', one, other]) => [name, withoutEntities(one ?? other ?? '')]),
  );
}

interface OpenElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  text: string;
}

export function readXml(text: string): Result<XmlElement, string> {
  const top: OpenElement = { name: '', attributes: new Map(), children: [], text: '' };
  const open = [top];
  let at = 0;
  const wrong = (message: string, end: number) =>
    fail(`${message} (line ${text.slice(0, end).split('\n').length}).`);
  for (const token of xmlTokens(text)) {
    const here = open.at(-1) ?? top;
    if (token.kind === 'fault') return wrong(token.message, token.end);
    if (token.kind === 'text') here.text += token.text;
    else if (token.kind === 'open' || token.kind === 'empty') {
      const { name } = token;
      const element = { name, attributes: attributesOf(token.attributes), children: [], text: '' };
      here.children.push(element);
      if (token.kind === 'open') open.push(element);
      if (open.length > mostDepth) return wrong('There are too many parts within parts', at);
    } else if (token.kind === 'close') {
      if (open.length === 1 || here.name !== token.name) return wrong('This is not valid XML', at);
      open.pop();
    }
    at = token.end;
  }
  if (open.length > 1) return wrong('The file ends in the middle', text.length);
  const [root] = top.children;
  return root === undefined ? fail('There is no XML in this file.') : succeed(root);
}

export function childOf(
  element: XmlElement | undefined,
  ...path: readonly string[]
): XmlElement | undefined {
  let found = element;
  for (const name of path) found = found?.children.find((child) => child.name === name);
  return found;
}

export const childrenOf = (element: XmlElement | undefined, name: string): readonly XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

export const textAt = (element: XmlElement | undefined, ...path: readonly string[]): string =>
  childOf(element, ...path)?.text.trim() ?? '';
