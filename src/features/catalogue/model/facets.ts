/** What a list of goods can be narrowed by: the facts that the owner offers as filters. */
export interface Fact {
  readonly code: string;
  readonly label: string;
  readonly value: string;
}

export interface Facet {
  readonly code: string;
  readonly label: string;
  readonly values: readonly string[];
}

/** The words that the form of a list uses for itself. */
const taken: ReadonlySet<string> = new Set(['kind', 'q', 'sort']);

/** One with a single answer narrows next to nothing, and is not offered. */
export function facetsOf(goods: readonly { readonly facts: readonly Fact[] }[]): readonly Facet[] {
  const byCode = Map.groupBy(
    goods.flatMap(({ facts }) => facts),
    ({ code }) => code,
  );
  return [...byCode].flatMap(([code, facts]) => {
    const values = [...new Set(facts.map(({ value }) => value))];
    const [first] = facts;
    if (first === undefined || taken.has(code) || values.length < 2) return [];
    const order = new Intl.Collator('en', { numeric: true });
    return [{ code, label: first.label, values: values.toSorted(order.compare) }];
  });
}
