interface Actor {
  readonly is_own: boolean | null;
  readonly role: string | null;
  readonly email: string | null;
}

/** By the id of what was done. */
export const actorsOf = <Id extends string>(
  actors: readonly (Actor & Readonly<Record<Id, number>>)[],
  id: Id,
): ReadonlyMap<number, string> =>
  new Map(
    actors.map((one) => [one[id], one.is_own ? 'you' : (one.email ?? one.role ?? 'former staff')]),
  );
