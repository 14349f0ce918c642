/** What shoppers may be told by the database and its functions: sentences in the functions that they reach. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** By its name, all that is written in the bodies of a function. */
type Bodies = ReadonlyMap<string, string>;

const beginning = /create (?:or replace )?function ((?:private|public)\.\w+)\(/g;

function bodiesIn(sources: readonly string[]): Bodies {
  const bodies = new Map<string, string>();
  for (const source of sources)
    for (const { 1: name = '', index } of source.matchAll(beginning)) {
      const rest = source.slice(index);
      const quote = /\bas (\$\w*\$)/.exec(rest);
      if (quote === null) continue;
      const [opening, sign = ''] = quote;
      const from = quote.index + opening.length;
      const body = rest.slice(from, rest.indexOf(sign, from)).replace(/--[^\n]*/g, '');
      bodies.set(name, `${bodies.get(name) ?? ''}\n${body}`);
    }
  return bodies;
}

/** Whoever comes so far works here; what is asked within a condition is asked of some alone. */
const isOfStaff = (body: string): boolean =>
  /^ {2}perform private\.require_(?:staff|reader)\(|\bstaff_trouble\(/m.test(body);

/** Tables that shoppers write without a function. */
const ownTables = ['addresses', 'shelf_items'] as const;

function entrances(sources: readonly string[], bodies: Bodies): string[] {
  const granted = sources.flatMap((source) => [
    ...[
      ...source.matchAll(
        /grant execute on function (public\.\w+)\([^)]*\) to [^;]*\b(?:anon|authenticated)\b/g,
      ),
    ].map(([, name = '']) => name),
    ...[
      ...source.matchAll(/call pg_temp\.expose\('(\w+)', '[^']*\b(?:anon|authenticated)\b[^']*'/g),
    ].map(([, name = '']) => `private.${name}`),
  ]);
  const triggers = sources.flatMap((source) =>
    [
      ...source.matchAll(
        /create (?:constraint )?trigger \w+ [^;]*?on public\.(\w+)[^;]*?execute function (private\.\w+)\(/g,
      ),
    ].flatMap(([, table = '', name = '']) =>
      ownTables.some((each) => each === table) ? [name] : [],
    ),
  );
  return [...granted, ...triggers].filter((name) => bodies.has(name));
}

function reachedBy(names: readonly string[], bodies: Bodies): readonly string[] {
  const reached = new Set<string>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const body = bodies.get(name);
    if (body === undefined || reached.has(name) || isOfStaff(body)) continue;
    reached.add(name);
    waiting.push(
      ...[...body.matchAll(/\b((?:private|public)\.\w+)\(/g)].map(([, next = '']) => next),
    );
  }
  return [...reached];
}

const isSentence = (text: string): boolean =>
  /^(?:\p{Lu}|%s )[^\n]* [^\n]*[.!?]$|^\p{Lu}[^\n]*: $/u.test(text);

/** @example numbered('At most %s of %s.') // 'At most {1} of {2}.' */
function numbered(text: string): string {
  let count = 0;
  const named = text.replace(/%s/g, () => `{${++count}}`).replaceAll('%%', '%');
  return named.endsWith(': ') ? `${named}{${++count}}` : named;
}

/** Functions that answer a shopper's page. */
const edgeFunctions = ['captcha', 'check-vat-number', 'document', 'start-payment'] as const;

export function databaseSentences(root: string): readonly string[] {
  const sources = globSync('supabase/schemas/**/*.sql', { cwd: root })
    .toSorted()
    .map((file) => readFileSync(path.join(root, file), 'utf8'));
  const bodies = bodiesIn(sources);
  const ofDatabase = reachedBy(entrances(sources, bodies), bodies).flatMap((name) =>
    [...(bodies.get(name) ?? '').matchAll(/'((?:[^']|'')*)'/g)].flatMap(([, text = '']) => [
      text.replaceAll("''", "'").trimStart(),
      // Some stand within JSON.
      ...[...text.matchAll(/"([^"]+)"/g)].map(([, inner = '']) => inner),
    ]),
  );
  const ofFunctions = edgeFunctions.flatMap((name) =>
    [
      ...readFileSync(path.join(root, `supabase/functions/${name}/handler.ts`), 'utf8').matchAll(
        /'([^'\n]+)'/g,
      ),
    ].map(([, text = '']) => text),
  );
  return [...new Set([...ofDatabase, ...ofFunctions].filter(isSentence).map(numbered))].toSorted();
}
