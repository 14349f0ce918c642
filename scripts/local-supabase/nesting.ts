/**
 * How deep what a client sends may nest. Postgres follows JSON for some thousands of levels, fewer
 * where each costs it more, and REST's reader of filters for some hundreds: beyond these both fail
 * like a server, although the request is what is wrong.
 */
const mostJsonLevels = 2_000;
const mostFilterLevels = 500;

const opening: ReadonlySet<string> = new Set('[{(');
const closing: ReadonlySet<string> = new Set(']})');

/** Brackets in quoted text are text. A pattern that skips it would run out of stack on a long one. */
function nestsDeeper(text: string, most: number): boolean {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (isQuoted && character === '\\') at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (opening.has(character)) depth += 1;
    else if (closing.has(character)) depth -= 1;
    if (depth > most) return true;
  }
  return false;
}

export const isJsonTooDeep = (json: string): boolean =>
  json.length > mostJsonLevels && nestsDeeper(json, mostJsonLevels);

export const isFilterTooDeep = (filter: string): boolean =>
  filter.length > mostFilterLevels && nestsDeeper(filter, mostFilterLevels);
