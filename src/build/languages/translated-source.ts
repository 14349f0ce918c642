/**
 * A source with its texts in another language. Texts stand in the code as people read them, and are
 * found where they stand: between tags, in attributes that are read out, and in strings that read like
 * words. Nothing is looked up when the shop runs. Invariant: a source without a translation comes back
 * as it was.
 */
import { parse } from '@astrojs/compiler-rs';
import { parseSync } from 'vite';
import { parsePattern, type Part } from './pattern.ts';
import {
  blocks,
  codeAttributes,
  codeCalls,
  codeProperties,
  hasLetters,
  isPlain,
  readAttributes,
  readsLikeWords,
} from './what-is-read.ts';

export interface Translator {
  readonly code: string;
  readonly locale: string;
  readonly hasCapitalNouns: boolean;
  /** Undefined keeps the text as it is. What doesn't read like words is translated only where it is named with its file. */
  readonly wordsFor: (text: string, readsLikeWords: boolean) => string | undefined;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** `text` is what ends between tags, or in an attribute that is read. */
type Use = 'text' | 'code';

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );
}

const nodesAt = (node: Node, key: string): readonly Node[] => [node[key]].flat().filter(isNode);
const nodeAt = (node: Node, key: string): Node | null => nodesAt(node, key)[0] ?? null;
const nameOf = (node: Node | null): string => {
  if (node === null) return '';
  if (typeof node['name'] === 'string') return node['name'];
  if (node['type'] === 'ThisExpression') return 'this';
  return nameOf(nodeAt(node, 'property') ?? nodeAt(node, 'name') ?? nodeAt(node, 'callee'));
};
const stringIn = (node: Node | null): string | null =>
  node?.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : null;

/** What hands its value on as it is. */
const through = new Set([
  'ConditionalExpression',
  'LogicalExpression',
  'ParenthesizedExpression',
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
  'ChainExpression',
  'JSXExpressionContainer',
]);

interface Piece {
  readonly key: string;
  /** What stands for a part of the key: its code, and for an element what goes around it. */
  readonly holes: ReadonlyMap<string, Node>;
}

/** Names that a translator can tell apart. */
function namer() {
  const used = new Map<string, number>();
  return (wanted: string): string => {
    const count = (used.get(wanted) ?? 0) + 1;
    used.set(wanted, count);
    return count === 1 ? wanted : `${wanted}${count}`;
  };
}

function holeName(node: Node): string {
  const inner = node.type === 'JSXExpressionContainer' ? nodeAt(node, 'expression') : node;
  if (inner === null) return 'value';
  if (inner.type === 'ConditionalExpression') {
    const sides = ['consequent', 'alternate'].map((side) => stringIn(nodeAt(inner, side)));
    const words = sides.flatMap((side) => (side === null ? [] : [side.trim() || '-']));
    if (words.length === 2 && words.every((side) => /^[\p{L} -]{1,24}$/u.test(side)))
      return words.join('|');
  }
  if (inner.type === 'LogicalExpression') return holeName(nodeAt(inner, 'right') ?? inner);
  const opening = nodeAt(inner, 'openingElement');
  const name = nameOf(opening ?? inner);
  return /^[\w.]+$/.test(name) ? name : 'value';
}

/** As React reads it: what a line begins and ends with is gone where a line ends there. */
function reactText(raw: string): string {
  const lines = raw.split(/\r?\n/);
  const kept = lines.map((line, at) => {
    const begun = at === 0 ? line : line.trimStart();
    return at === lines.length - 1 ? begun : begun.trimEnd();
  });
  return kept.filter((line, at) => line !== '' || (lines.length === 1 && at === 0)).join(' ');
}

function isOneAlone(language: string): boolean {
  const rules = new Intl.PluralRules(language);
  return Array.from({ length: 200 }, (_, n) => n).every(
    (n) => rules.select(n) === (n === 1 ? 'one' : 'other'),
  );
}

export function translatedSource(file: string, source: string, translator: Translator): string {
  const isAstro = file.endsWith('.astro');
  const program = isAstro ? parse(source).ast : parseSync(file, source).program;
  const decimal = (0.5).toLocaleString(translator.locale).charAt(1);
  const textOf = isAstro ? (raw: string) => raw.replace(/\s+/g, ' ') : reactText;

  function edited(start: number, end: number, nodes: readonly Node[], use: Use): string {
    const edits: Edit[] = [];
    for (const node of nodes) visit(node, use, edits);
    let text = '';
    let at = start;
    for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
      text += source.slice(at, edit.start) + edit.text;
      at = edit.end;
    }
    return text + source.slice(at, end);
  }

  const slice = (node: Node, use: Use = 'code'): string =>
    edited(node.start, node.end, [node], use);

  /** The value that a hole stands for, as code. */
  function expressionOf(node: Node): string {
    const inner = node.type === 'JSXExpressionContainer' ? nodeAt(node, 'expression') : node;
    return inner === null ? '""' : slice(capitalKept(inner), 'text');
  }

  /** As people read it: numbers have the decimal sign of the language. */
  function shownOf(node: Node): string {
    const inner = node.type === 'JSXExpressionContainer' ? nodeAt(node, 'expression') : node;
    const written = expressionOf(node);
    if (inner?.['operator'] === '/')
      return `(${written}).toLocaleString(${JSON.stringify(translator.locale)})`;
    const isFixed = inner !== null && nameOf(nodeAt(inner, 'callee')) === 'toFixed';
    return isFixed ? `${written}.replace(".", ${JSON.stringify(decimal)})` : written;
  }

  /** What is lowered within an English sentence keeps its capital where nouns have one. */
  function capitalKept(node: Node): Node {
    if (!translator.hasCapitalNouns || node.type !== 'CallExpression') return node;
    const callee = nodeAt(node, 'callee');
    const isLowered = callee?.type === 'MemberExpression' && nameOf(callee) === 'toLowerCase';
    return (isLowered ? nodeAt(callee, 'object') : null) ?? node;
  }

  function condition(part: Part & { kind: 'choice' }, name: string, node: Node): string {
    const value = expressionOf(node);
    if (part.by === 'select') return `(${value}) === ${JSON.stringify(name)}`;
    if (name.startsWith('=')) return `(${value}) === ${name.slice(1)}`;
    if (name === 'one' && isOneAlone(translator.code)) return `(${value}) === 1`;
    const rules = `new Intl.PluralRules(${JSON.stringify(translator.code)})`;
    return `${rules}.select(${value}) === ${JSON.stringify(name)}`;
  }

  /** Code that gives one of the cases. */
  function chosen(
    part: Part & { kind: 'choice' },
    piece: Piece,
    write: (parts: readonly Part[]) => string,
  ): string {
    const node = holeOf(piece, part.name);
    const others = [...part.cases].filter(([name]) => name !== 'other');
    const other = write(part.cases.get('other') ?? []);
    return others.reduceRight(
      (rest, [name, parts]) => `${condition(part, name, node)} ? ${write(parts)} : ${rest}`,
      other,
    );
  }

  function holeOf({ key, holes }: Piece, name: string): Node {
    const node = holes.get(name);
    if (node === undefined) throw new Error(`${file}: “${key}” has no {${name}}.`);
    return node;
  }

  function asTemplate(parts: readonly Part[], piece: Piece): string {
    const written = parts.map((part) => {
      if (part.kind === 'text') return part.text.replace(/[`\\]|\$(?=\{)/g, '\\$&');
      if (part.kind === 'hole') return `\${${shownOf(holeOf(piece, part.name))}}`;
      if (part.kind === 'tag') throw new Error(`${file}: “${piece.key}” has no <${part.name}>.`);
      return `\${${chosen(part, piece, (inner) => asTemplate(inner, piece))}}`;
    });
    return `\`${written.join('')}\``;
  }

  function asMarkup(parts: readonly Part[], piece: Piece): string {
    return parts
      .map((part) => {
        if (part.kind === 'text') return part.text;
        if (part.kind === 'hole') {
          const node = holeOf(piece, part.name);
          return isElement(node) ? slice(node) : `{${shownOf(node)}}`;
        }
        if (part.kind === 'choice')
          return `{${chosen(part, piece, (inner) => asChild(inner, piece))}}`;
        const node = holeOf(piece, `<${part.name}>`);
        const children = nodesAt(node, 'children');
        const begins = children[0]?.start ?? node.end;
        const ends = children.at(-1)?.end ?? begins;
        const opened = edited(node.start, begins, nodesAt(node, 'openingElement'), 'code');
        return opened + asMarkup(part.parts, piece) + source.slice(ends, node.end);
      })
      .join('');
  }

  /** Words alone stay a string: an option holds nothing else. */
  const asChild = (parts: readonly Part[], piece: Piece): string =>
    parts.every(({ kind }) => kind === 'text')
      ? asTemplate(parts, piece)
      : `<>${asMarkup(parts, piece)}</>`;

  const isText = (node: Node): boolean => node.type === 'JSXText';
  const literalChild = (node: Node): string | null =>
    node.type === 'JSXExpressionContainer' ? stringIn(nodeAt(node, 'expression')) : null;
  const isElement = (node: Node): boolean =>
    node.type === 'JSXElement' || node.type === 'JSXFragment';
  const elementName = (node: Node): string =>
    nameOf(nodeAt(nodeAt(node, 'openingElement') ?? node, 'name'));
  const hasWords = (node: Node): boolean =>
    isText(node)
      ? hasLetters(source.slice(node.start, node.end))
      : isElement(node)
        ? !blocks.test(elementName(node)) &&
          nodesAt(node, 'children').some(hasWords) &&
          !nodesAt(node, 'children').some(isBlock)
        : hasLetters(literalChild(node) ?? '');
  const isBlock = (node: Node): boolean => isElement(node) && blocks.test(elementName(node));

  /** Children as one text, so that a translator may move them. */
  function pieceOf(
    children: readonly Node[],
  ): Piece & { readonly before: string; readonly after: string } {
    const name = namer();
    const holes = new Map<string, Node>();
    const write = (nodes: readonly Node[]): string =>
      nodes
        .map((node) => {
          if (isText(node)) return textOf(source.slice(node.start, node.end));
          const literal = literalChild(node);
          if (literal !== null) return literal;
          if (
            node.type === 'AstroComment' ||
            nodeAt(node, 'expression')?.type === 'JSXEmptyExpression'
          )
            return '';
          if (isElement(node) && hasWords(node)) {
            const tag = name(elementName(node).replace(/\W/g, '') || 'f');
            holes.set(`<${tag}>`, node);
            return `<${tag}>${write(nodesAt(node, 'children'))}</${tag}>`;
          }
          const hole = name(holeName(node));
          holes.set(hole, node);
          return `{${hole}}`;
        })
        .join('');
    const whole = write(children);
    const key = whole.trim();
    const at = whole.indexOf(key);
    return { key, holes, before: whole.slice(0, at), after: whole.slice(at + key.length) };
  }

  function visitChildren(children: readonly Node[], edits: Edit[]): void {
    let run: Node[] = [];
    const close = () => {
      const nodes = run;
      run = [];
      const [first, last] = [nodes[0], nodes.at(-1)];
      if (first === undefined || last === undefined) return;
      const isWorded = nodes.some(
        (node) => isText(node) && hasLetters(source.slice(node.start, node.end)),
      );
      const piece = pieceOf(nodes);
      const words = translator.wordsFor(piece.key, isWorded);
      if (words === undefined) {
        for (const node of nodes) visit(node, 'text', edits);
        return;
      }
      const text = piece.before + asMarkup(parsePattern(words), piece) + piece.after;
      edits.push({ start: first.start, end: last.end, text });
    };
    for (const child of children) {
      if (!isBlock(child)) {
        run.push(child);
        continue;
      }
      close();
      visit(child, 'code', edits);
    }
    close();
  }

  function visitTemplate(node: Node, use: Use, edits: Edit[]): void {
    const name = namer();
    const holes = new Map<string, Node>();
    const expressions = nodesAt(node, 'expressions');
    const cookedParts = nodesAt(node, 'quasis').map(
      (quasi) => (quasi['value'] as { cooked: string }).cooked,
    );
    const cookedText = cookedParts.join('');
    const key = cookedParts
      .map((cooked, at) => {
        const expression = expressions[at];
        if (expression === undefined) return cooked;
        const hole = name(holeName(expression));
        holes.set(hole, expression);
        return `${cooked}{${hole}}`;
      })
      .join('');
    const isWords =
      isPlain(cookedText) && (use === 'text' ? hasLetters(cookedText) : readsLikeWords(key));
    const words = translator.wordsFor(key, isWords);
    if (words === undefined) {
      for (const expression of expressions) visit(expression, isWords ? 'text' : use, edits);
      return;
    }
    const piece = { key, holes };
    edits.push({ start: node.start, end: node.end, text: asTemplate(parsePattern(words), piece) });
  }

  function visitLiteral(node: Node, use: Use, edits: Edit[]): void {
    const value = stringIn(node);
    if (value === null) return;
    if (value === 'en-GB' || value === 'en-IE') {
      edits.push({ start: node.start, end: node.end, text: JSON.stringify(translator.locale) });
      return;
    }
    const isWords = isPlain(value) && (use === 'text' ? hasLetters(value) : readsLikeWords(value));
    const words = translator.wordsFor(value, isWords);
    if (words !== undefined)
      edits.push({ start: node.start, end: node.end, text: JSON.stringify(words) });
  }

  function visitAttribute(node: Node, edits: Edit[], isComponent: boolean): void {
    const name = nameOf(nodeAt(node, 'name'));
    const value = nodeAt(node, 'value');
    if (value === null || (codeAttributes.test(name) && !readAttributes.test(name))) return;
    const use: Use = readAttributes.test(name) ? 'text' : 'code';
    const text = stringIn(value);
    if (text === null) return visit(value, use, edits);
    if (use === 'code' && !isComponent && name !== 'content') return;
    const words = translator.wordsFor(
      text,
      use === 'text' ? hasLetters(text) : readsLikeWords(text),
    );
    if (words !== undefined)
      edits.push({
        start: value.start,
        end: value.end,
        text: `"${words.replaceAll('"', '&quot;')}"`,
      });
  }

  function visitElement(node: Node, edits: Edit[]): void {
    const opening = nodeAt(node, 'openingElement');
    const name = elementName(node);
    if (name === 'style') return;
    const isComponent = /^[A-Z]/.test(name);
    for (const attribute of opening === null ? [] : nodesAt(opening, 'attributes')) {
      if (attribute.type === 'JSXAttribute') visitAttribute(attribute, edits, isComponent);
      else visit(attribute, 'code', edits);
    }
    visitChildren(nodesAt(node, 'children'), edits);
  }

  function visit(node: Node, use: Use, edits: Edit[]): void {
    const { type } = node;
    const others = (...skipped: readonly string[]) => {
      const without = new Set(skipped.flatMap((key) => nodesAt(node, key)));
      for (const child of childrenOf(node)) if (!without.has(child)) visit(child, 'code', edits);
    };
    if (type === 'Literal') return visitLiteral(node, use, edits);
    if (type === 'TemplateLiteral') return visitTemplate(node, use, edits);
    if (isElement(node)) return visitElement(node, edits);
    if (type === 'TaggedTemplateExpression')
      return nodesAt(nodeAt(node, 'quasi') ?? node, 'expressions').forEach((each) =>
        visit(each, 'code', edits),
      );
    if (type.startsWith('TS') && !through.has(type)) return;
    if (type.startsWith('Import') || type === 'JSXText') return;
    if (type.startsWith('Export') && node['source']) return;
    if (through.has(type)) {
      const test = nodeAt(node, 'test');
      if (test !== null) visit(test, 'code', edits);
      for (const key of ['left', 'right', 'consequent', 'alternate', 'expression'])
        for (const child of nodesAt(node, key)) visit(child, key === 'left' ? 'code' : use, edits);
      return;
    }
    if (type === 'ThrowStatement') {
      const thrown = nodeAt(node, 'argument');
      if (thrown && nameOf(thrown).endsWith('Fault')) visit(thrown, 'code', edits);
      return;
    }
    if (type === 'Property' || type === 'PropertyDefinition') {
      const key = nodeAt(node, 'key');
      const isCode = codeProperties.test(nameOf(key)) && nodeAt(node, 'value')?.type === 'Literal';
      return others(...(node['computed'] === true ? [] : ['key']), ...(isCode ? ['value'] : []));
    }
    if (type === 'MemberExpression')
      return others(...(stringIn(nodeAt(node, 'property')) === null ? [] : ['property']));
    if (type === 'SwitchCase') return others('test');
    if (type === 'CallExpression' || type === 'NewExpression') {
      if (!codeCalls.test(nameOf(nodeAt(node, 'callee')))) return others();
      for (const child of childrenOf(node))
        if (stringIn(child) === null && child.type !== 'TemplateLiteral')
          visit(child, 'code', edits);
      return;
    }
    if (isAstro && type === 'AstroRoot') {
      const frontmatter = nodeAt(node, 'frontmatter');
      if (frontmatter !== null) visit(frontmatter, 'code', edits);
      return visitChildren(nodesAt(node, 'body'), edits);
    }
    others();
  }

  return edited(0, source.length, [program as unknown as Node], 'code');
}
