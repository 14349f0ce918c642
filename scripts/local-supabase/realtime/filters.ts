/** Invariant: values reach SQL as parameters, operators come from the table below. */
import { limits } from './limits.ts';
import { quoteName, type Relation } from './relations.ts';

const comparisons: Readonly<Record<string, string>> = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
};
const patterns: Readonly<Record<string, string>> = {
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
};
const truths: ReadonlySet<string> = new Set(['null', 'true', 'false', 'unknown']);

export interface Condition {
  readonly column: string;
  readonly operator: string;
  readonly values: readonly string[];
  readonly negated: boolean;
}

export class FilterUnreadable extends Error {}

/** `status=in.(paid,shipped),total=not.lt.5`: commas outside quotes and brackets mean "and". */
export function parseFilter(filter: string): readonly Condition[] {
  if (filter.trim() === '') return [];
  return splitOutsideQuotes(filter.trim()).map(parseCondition);
}

function splitOutsideQuotes(text: string): string[] {
  const parts: string[] = [''];
  let depth = 0;
  let quoted = false;
  let previous = '';
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    const escaped = quoted && previous === '\\';
    const mayOpen = previous === '' || '.(,'.includes(previous);
    if (character === '"' && !escaped && (quoted || mayOpen)) quoted = !quoted;
    else if (!quoted && character === '(') depth += 1;
    else if (!quoted && character === ')') depth = Math.max(0, depth - 1);
    if (character === ',' && !quoted && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
    previous = escaped ? '' : character;
  }
  return parts;
}

function parseCondition(text: string): Condition {
  const match = /^([^=]+)=(not\.)?([a-z]+)\.(.*)$/s.exec(text.trim());
  const [, column = '', not, operator = '', value = ''] = match ?? [];
  const known =
    operator in comparisons ||
    operator in patterns ||
    ['in', 'is', 'isdistinct'].includes(operator);
  if (match === null || !known) throw new FilterUnreadable(`["${text.replaceAll('"', '\\"')}"]`);
  return {
    column: column.trim(),
    operator,
    values: operator === 'in' ? parseList(value) : [unquote(value)],
    negated: not !== undefined,
  };
}

function parseList(text: string): string[] {
  const inner = /^\((.*)\)$/s.exec(text)?.[1];
  if (inner === undefined) {
    throw new FilterUnreadable('`in` filter value must be wrapped by parentheses');
  }
  const list = splitOutsideQuotes(inner).map(unquote);
  if (list.length > limits.valuesPerInFilter) {
    throw new FilterUnreadable(
      `too many values for \`in\` filter. Maximum ${limits.valuesPerInFilter}`,
    );
  }
  return list;
}

function unquote(text: string): string {
  const inner = /^"(.*)"$/s.exec(text)?.[1];
  return inner === undefined ? text : inner.replace(/\\(.)/gs, '$1');
}

/** One boolean expression over the record `r`; parameters are appended to `parameters`. */
export function conditionSql(
  condition: Condition,
  relation: Relation,
  parameters: (string | readonly string[])[],
): string {
  const column = relation.columns.find(({ name }) => name === condition.column);
  if (!column) throw new FilterUnreadable(`invalid column for filter ${condition.column}`);
  const left = `r.${quoteName(column.name)}`;
  const [value = ''] = condition.values;
  const parameter = (what: string | readonly string[]) => `$${parameters.push(what)}`;
  const { operator } = condition;
  const sql = (() => {
    const comparison = comparisons[operator];
    if (comparison) return `${left} ${comparison} ${parameter(value)}::text::${column.sqlType}`;
    const pattern = patterns[operator];
    if (pattern) return `${left}::text ${pattern} ${parameter(value)}::text`;
    if (operator === 'in') {
      return `${left} = any(${parameter(condition.values)}::text[]::${column.sqlType}[])`;
    }
    if (operator === 'isdistinct') {
      return `${left} is distinct from ${parameter(value)}::text::${column.sqlType}`;
    }
    if (truths.has(value)) return `${left} is ${value}`;
    throw new FilterUnreadable(
      'invalid value for is filter: must be null, true, false, or unknown',
    );
  })();
  return condition.negated ? `not (${sql})` : `(${sql})`;
}
