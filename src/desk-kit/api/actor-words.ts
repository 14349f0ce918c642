interface Actor {
  readonly email: string | null;
  readonly role: string | null;
  readonly is_own: boolean | null;
}

/** By the id of what was done. */
export function parseActors<Id extends string>(
  actors: readonly (Actor & Readonly<Record<Id, number>>)[],
  id: Id,
): ReadonlyMap<number, string> {
  return new Map(
    actors.map((actor) => [
      actor[id],
      actor.is_own === true ? 'you' : (actor.email ?? actor.role ?? 'former staff'),
    ]),
  );
}
