/**
 * What the database and its functions say, in the language of the page: they speak the first. Holes are
 * numbered, and sentences may follow each other. Invariant: what is not known stays as it was said, and
 * so does what people wrote.
 */
export type DatabaseWords = Readonly<Record<string, string>>;

declare const KEYWRIGHT_DATABASE_WORDS: DatabaseWords | undefined;

const own: DatabaseWords =
  typeof KEYWRIGHT_DATABASE_WORDS === 'undefined' ? {} : KEYWRIGHT_DATABASE_WORDS;

/** What may be somebody's own words is known as a whole or not at all. */
type Translation = (text: string, isOwn?: boolean) => string;

/** A sentence with holes, and whatever is said after it. */
function patternOf(sentence: string): RegExp {
  const parts = sentence.split(/\{\d\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('(.*?)')}(?: (.+))?$`);
}

/** @example translation({ 'At most {1} left.': 'Noch {1}.' })('At most 3 left.') // 'Noch 3.' */
export function translation(words: DatabaseWords): Translation {
  const patterns = Object.entries(words).map(
    ([sentence, translated]) => [patternOf(sentence), translated] as const,
  );
  return function translate(text, isOwn = false): string {
    const whole = words[text];
    if (whole !== undefined || isOwn || text.length > 500) return whole ?? text;
    for (const [pattern, translated] of patterns) {
      const found = pattern.exec(text)?.slice(1);
      if (found === undefined) continue;
      const rest = found.pop();
      const filled = translated.replace(/\{(\d)\}/g, (_, hole) => found[Number(hole) - 1] ?? '');
      return rest === undefined ? filled : `${filled} ${translate(rest)}`;
    }
    return text;
  };
}

/**
 * What is said to people: messages, what is wrong with each field, and why a way of shipping can't be
 * chosen. Other reasons may be somebody's own.
 */
function translated(
  value: unknown,
  place: { readonly key: string; readonly isField: boolean; readonly isWay: boolean },
  translate: Translation,
): unknown {
  const { key, isField, isWay } = place;
  if (typeof value === 'string') {
    // Details are JSON within JSON.
    if (key === 'details') return translatedJson(value, translate);
    if (key === 'reason') return translate(value, !isWay);
    return isField || key === 'message' ? translate(value) : value;
  }
  if (Array.isArray(value)) return value.map((each) => translated(each, place, translate));
  if (typeof value !== 'object' || value === null) return value;
  const within = { isField: key === 'fields', isWay: 'carrier' in value };
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      translated(each, { key: name, ...within }, translate),
    ]),
  );
}

export function translatedJson(json: string, translate: Translation): string {
  try {
    const place = { key: '', isField: false, isWay: false };
    return JSON.stringify(translated(JSON.parse(json), place, translate));
  } catch {
    return json;
  }
}

const ownTranslation = translation(own);

export async function inPageLanguage(answer: Response): Promise<Response> {
  if (answer.headers.get('content-type')?.includes('json') !== true) return answer;
  const json = await answer.clone().text();
  // A status without a body takes none, not even an empty one.
  if (json === '') return answer;
  const { status, statusText, headers } = answer;
  return new Response(translatedJson(json, ownTranslation), { status, statusText, headers });
}
