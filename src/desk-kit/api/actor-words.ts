import { listOf, numberOf, textOrNull } from '#shared/parsed-fields.ts';

/** By the id of what was done; null where the answer is no list. */
export function parseActors(data: unknown, id: string): ReadonlyMap<number, string> | null {
  if (!Array.isArray(data)) return null;
  return new Map(
    listOf(data, (fields) => {
      const name = textOrNull(fields['email']) ?? textOrNull(fields['role']);
      const who = fields['is_own'] === true ? 'you' : (name ?? 'former staff');
      return [numberOf(fields[id]), who] as const;
    }),
  );
}
