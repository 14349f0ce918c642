/**
 * One line of JSON for each event. Invariant: no personal data: names of places and events are written in
 * the code, and facts are numbers, yes or no, or short codes, never what somebody typed.
 */
type Fact = number | boolean | string | null;

const code = /^[\w.:-]{1,80}$/;

export function logEvent(
  place: string,
  event: string,
  facts: Readonly<Record<string, Fact>> = {},
): void {
  const safe = Object.entries(facts).map(([name, fact]) => [
    name,
    typeof fact === 'string' && !code.test(fact) ? 'left_out' : fact,
  ]);
  const at = new Date().toISOString();
  console.log(JSON.stringify({ at, place, event, ...Object.fromEntries(safe) }));
}
