/**
 * Invariant: no edition twice, no wish against the order of wishes, nobody more than their maximum.
 */
export interface RankedEntry {
  readonly id: string;
  /** In order of wish. */
  readonly choices: readonly string[];
  readonly max: number;
}

export interface Award {
  readonly entry: string;
  readonly choice: string;
  /** From 1, the best. */
  readonly rank: number;
}

/** How many of each choice there are; null never runs out. */
export type Editions = Readonly<Record<string, number | null>>;

/**
 * @example allocate([{ id: 'a', choices: ['x'], max: 1 }], { x: 1 }, null)
 * // [{ entry: 'a', choice: 'x', rank: 1 }]
 */
export function allocate(
  ranked: readonly RankedEntry[],
  editions: Editions,
  capacity: number | null,
): readonly Award[] {
  const left = new Map(Object.entries(editions).map(([id, count]) => [id, count ?? Infinity]));
  const awards: Award[] = [];
  for (const [index, entry] of ranked.entries()) {
    const mine = new Set<string>();
    for (const choice of entry.choices) {
      if (awards.length >= (capacity ?? Infinity)) return awards;
      if (mine.size >= entry.max) break;
      const count = left.get(choice) ?? 0;
      if (mine.has(choice) || count <= 0) continue;
      mine.add(choice);
      left.set(choice, count - 1);
      awards.push({ entry: entry.id, choice, rank: index + 1 });
    }
  }
  return awards;
}
