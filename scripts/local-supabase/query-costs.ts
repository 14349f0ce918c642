/**
 * What one request may ask of the database. A visitor's statement ends after seconds in any case, but a
 * few at once would use all connections until then. The shop's own requests embed three relations.
 */
const mostEmbeds = 20;
const mostEmbedLevels = 5;
const mostPatternCharacters = 200;

const refusal = (message: string) => ({ code: 'PGRST100', message });

export function findCostlyQuery(parameters: URLSearchParams) {
  for (const [name, value] of parameters) {
    if (name === 'select' && embedsTooMuch(value))
      return refusal(
        `A select embeds at most ${mostEmbeds} relations, ${mostEmbedLevels} inside each other`,
      );
    if (isCostlyPattern(name, value))
      return refusal(
        `A regular expression has at most ${mostPatternCharacters} characters and no back reference`,
      );
  }
  return null;
}

function embedsTooMuch(select: string): boolean {
  let embeds = 0;
  let depth = 0;
  let isQuoted = false;
  for (const [at, character] of [...select].entries()) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === ')') depth -= 1;
    else if (character === '(') {
      depth += 1;
      // An aggregate, as in `price.sum()`, is no relation.
      if (select.charAt(at + 1) !== ')') embeds += 1;
    }
    if (depth > mostEmbedLevels || embeds > mostEmbeds) return true;
  }
  return false;
}

const logic = /(?:^|\.)(?:and|or)$/;
const matchInside = /\.i?match(?:\((?:any|all)\))?\./;
const matchAtStart = /^(?:not\.)*i?match(?:\((?:any|all)\))?\./;

/** Following a back reference takes Postgres longer with every character: no limit of length would help. */
function isCostlyPattern(name: string, value: string): boolean {
  const found = (logic.test(name) ? matchInside : matchAtStart).exec(value);
  if (found === null) return false;
  const pattern = value.slice(found.index + found[0].length);
  return pattern.length > mostPatternCharacters || /\\[1-9]/.test(pattern);
}
