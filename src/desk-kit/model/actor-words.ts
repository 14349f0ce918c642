interface Actor {
  readonly is_own: boolean | null;
  readonly role: string | null;
  readonly email: string | null;
}

/** As a colleague is called here: "you", the address, or the role where the address is not shown. */
export const actorWord = ({ is_own: isOwn, email, role }: Actor): string =>
  isOwn ? 'you' : (email ?? role?.replaceAll('_', ' ') ?? 'former staff');

/** By the id of what was done. */
export const actorsOf = <Id extends string>(
  actors: readonly (Actor & Readonly<Record<Id, number>>)[],
  id: Id,
): ReadonlyMap<number, string> => new Map(actors.map((one) => [one[id], actorWord(one)]));
