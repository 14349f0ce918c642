/**
 * What the database and its functions say, in the language of the page: they speak the first. Holes are
 * numbered, and sentences may follow each other. Invariant: what is not known stays as it was said.
 */
export type DatabaseWords = Readonly<Record<string, string>>;

declare const KEYWRIGHT_DATABASE_WORDS: DatabaseWords | undefined;

const own: DatabaseWords =
  typeof KEYWRIGHT_DATABASE_WORDS === 'undefined' ? {} : KEYWRIGHT_DATABASE_WORDS;

/** A sentence with holes, and whatever is said after it. */
function patternOf(sentence: string): RegExp {
  const parts = sentence.split(/\{\d\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('(.*?)')}(?: (.+))?$`);
}

/** @example saying({ 'At most {1} left.': 'Noch {1}.' })('At most 3 left.') // 'Noch 3.' */
export function saying(words: DatabaseWords): (said: string) => string {
  const patterns = Object.entries(words).map(
    ([sentence, translated]) => [patternOf(sentence), translated] as const,
  );
  return function say(said): string {
    const whole = words[said];
    if (whole !== undefined) return whole;
    if (!/[ .:]/.test(said) || said.length > 500) return said;
    for (const [pattern, translated] of patterns) {
      const found = pattern.exec(said)?.slice(1);
      if (found === undefined) continue;
      const rest = found.pop();
      const filled = translated.replace(/\{(\d)\}/g, (_, hole) => found[Number(hole) - 1] ?? '');
      return rest === undefined ? filled : `${filled} ${say(rest)}`;
    }
    return said;
  };
}

/** Every text in an answer; details are JSON within JSON. */
export function saidInJson(json: string, say: (said: string) => string): string {
  const inner = (value: string) => (value.startsWith('{') ? saidInJson(value, say) : say(value));
  try {
    const read: unknown = JSON.parse(json, (_, value: unknown) =>
      typeof value === 'string' ? inner(value) : value,
    );
    return JSON.stringify(read);
  } catch {
    return json;
  }
}

const say = saying(own);

export async function inPageLanguage(answer: Response): Promise<Response> {
  if (answer.headers.get('content-type')?.includes('json') !== true) return answer;
  const json = await answer.clone().text();
  // A status without a body takes none, not even an empty one.
  if (json === '') return answer;
  const { status, statusText, headers } = answer;
  return new Response(saidInJson(json, say), { status, statusText, headers });
}
