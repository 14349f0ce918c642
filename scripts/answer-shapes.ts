/**
 * What a function of the API answers and a column of JSON holds, read from its comment in the schema: its last
 * paragraph, which begins with "Gives" or "Holds", in the words of TypeScript. `<name>` stands for what another
 * function gives, for a row of a table or for an enum, `<table.column>` for what a column of JSON holds.
 * What the refusals of a function tell beside their reasons stands before, after "Refusals tell".
 */
import type { Sql } from 'postgres';

export type Shape =
  | { readonly kind: 'string' | 'number' | 'boolean' | 'null' | 'unknown' }
  | { readonly kind: 'literal'; readonly value: string | boolean }
  | { readonly kind: 'named'; readonly name: string }
  | { readonly kind: 'list'; readonly of: Shape }
  | { readonly kind: 'map'; readonly of: Shape }
  | { readonly kind: 'object'; readonly fields: readonly ShapeField[] }
  | { readonly kind: 'union'; readonly of: readonly Shape[] };

interface ShapeField {
  readonly name: string;
  readonly isOptional: boolean;
  readonly shape: Shape;
}

const plainKinds = ['string', 'number', 'boolean', 'null', 'unknown'] as const;
const token = /\s*("[^"]*"|\w+(?:\.\w+)?|\[\]|[{}()<>|?:;,])/y;

/** Null where a comment tells of none. */
export function shapeIn(comment: string, begins = 'Gives|Holds'): string | null {
  return new RegExp(`\\n(?:${begins}) ([\\s\\S]*?)(?=\\nGives |$)`).exec(comment)?.[1] ?? null;
}

/** @example parseShape('{ id: string; of?: <orders>[] } | null') */
export function parseShape(text: string): Shape {
  const words = wordsOf(text);
  let at = 0;
  const next = (): string => words[at] ?? '';
  const takes = (word: string): boolean => {
    if (next() !== word) return false;
    at += 1;
    return true;
  };
  const expect = (word: string): void => {
    if (!takes(word))
      throw new Error(`Expected ${word} before "${words.slice(at).join(' ')}" in ${text}`);
  };
  const take = (): string => {
    at += 1;
    return words[at - 1] ?? '';
  };

  function union(): Shape {
    takes('|');
    const of = [list()];
    while (takes('|')) of.push(list());
    return of.length === 1 && of[0] ? of[0] : { kind: 'union', of };
  }
  function list(): Shape {
    let shape = single();
    while (takes('[]')) shape = { kind: 'list', of: shape };
    return shape;
  }
  function single(): Shape {
    if (takes('{')) return object();
    if (takes('(')) return closed(')');
    if (takes('<')) {
      const name = take();
      expect('>');
      return { kind: 'named', name };
    }
    const word = take();
    if (word.startsWith('"')) return { kind: 'literal', value: word.slice(1, -1) };
    if (word === 'true' || word === 'false') return { kind: 'literal', value: word === 'true' };
    if (word === 'Record') {
      for (const part of ['<', 'string', ',']) expect(part);
      return { kind: 'map', of: closed('>') };
    }
    const kind = plainKinds.find((plain) => plain === word);
    if (kind === undefined) throw new Error(`Unknown word "${word}" in ${text}`);
    return { kind };
  }
  function closed(end: string): Shape {
    const shape = union();
    expect(end);
    return shape;
  }
  function object(): Shape {
    const fields: ShapeField[] = [];
    while (!takes('}')) {
      const name = take();
      const isOptional = takes('?');
      expect(':');
      fields.push({ name, isOptional, shape: union() });
      if (next() !== '}') expect(';');
    }
    return { kind: 'object', fields };
  }

  const shape = union();
  if (at < words.length) throw new Error(`"${words.slice(at).join(' ')}" is too much in ${text}`);
  return shape;
}

function wordsOf(text: string): string[] {
  const words: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.trimEnd().length) {
    const at = token.lastIndex;
    const [, word] = token.exec(text) ?? [];
    if (word === undefined) throw new Error(`Not a shape: "${text.slice(at, at + 40)}"`);
    words.push(word);
  }
  return words;
}

/** What every function says that it gives, by its name. */
export async function readAnswerShapes(sql: Sql): Promise<Map<string, string>> {
  return shapesIn(await functionComments(sql));
}

/** What functions say that their refusals tell, by their names. */
export async function readRefusalShapes(sql: Sql): Promise<Map<string, string>> {
  return shapesIn(await functionComments(sql), 'Refusals tell');
}

async function functionComments(sql: Sql): Promise<readonly Commented[]> {
  return sql<Commented[]>`
    select p.proname as name, obj_description(p.oid) as comment from pg_proc p
    where p.pronamespace = 'public'::regnamespace and (p.prorettype = 'jsonb'::regtype or p.proretset)
    order by 1`;
}

/** What every column of JSON says that it holds, by `table.column`. */
export async function readColumnShapes(sql: Sql): Promise<Map<string, string>> {
  const rows = await sql<Commented[]>`
    select c.relname || '.' || a.attname as name, col_description(c.oid, a.attnum) as comment
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and a.atttypid = 'jsonb'::regtype
    order by 1`;
  return shapesIn(rows);
}

interface Commented {
  readonly name: string;
  readonly comment: string | null;
}

function shapesIn(rows: readonly Commented[], begins?: string): Map<string, string> {
  return new Map(
    rows.flatMap(({ name, comment }) => {
      const shape = shapeIn(comment ?? '', begins);
      return shape === null ? [] : [[name, shape] as const];
    }),
  );
}

/** In the words of the generated types, where each name stands in its own part. */
export function typeOf(shape: string, generated: string): string {
  const viewsAt = generated.indexOf('\n    Views: {');
  const rowAt = (name: string) => generated.search(new RegExp(`\\n {6}${name}: \\{\\s+Row: `));
  const isWord = (name: string) => new RegExp(`\\n {6}${name}:\\s+(?:\\| )?'`).test(generated);
  return shape.replace(/<(\w+)(?:\.(\w+))?>/g, (_, name: string, column?: string) => {
    const at = rowAt(name);
    if (at !== -1) {
      const part = viewsAt !== -1 && at > viewsAt ? 'Views' : 'Tables';
      const row = `Database['public']['${part}']['${name}']['Row']`;
      return column === undefined ? row : `NonNullable<${row}['${column}']>`;
    }
    if (isWord(name)) return `Database['public']['Enums']['${name}']`;
    return `Database['public']['Functions']['${name}']['Returns']`;
  });
}
