/**
 * Invariant: only columns that the role may select; of an old row only the identity, and under row
 * level security only the key, because nobody can say who was allowed to see what is gone.
 */
import type { DatabaseRole } from '../context.ts';
import type { Change } from './change-feed.ts';
import { parseExactly, type JsonRecord } from './exact-json.ts';
import type { Relation, Relations } from './relations.ts';

export interface ChangeMessages {
  /** JSON text; equal for all who share role and selection, so it is made once. */
  of(change: Change, role: DatabaseRole, select: readonly string[] | null): string;
}

const roles: readonly DatabaseRole[] = ['anon', 'authenticated', 'service_role'];

export async function createChangeMessages(
  relation: Relation,
  relations: Relations,
): Promise<ChangeMessages> {
  const readable = new Map<DatabaseRole, ReadonlySet<string>>();
  for (const role of roles) readable.set(role, await relations.readable(relation, role));
  const made = new Map<string, string>();
  return {
    of(change, role, select) {
      const key = JSON.stringify([change.id, role, select]);
      const text =
        made.get(key) ?? write(change, relation, readable.get(role) ?? new Set(), select);
      made.set(key, text);
      return text;
    },
  };
}

function write(
  change: Change,
  relation: Relation,
  readable: ReadonlySet<string>,
  select: readonly string[] | null,
): string {
  const { schema, table, key } = relation;
  const head = { schema, table, type: change.kind, commit_timestamp: change.committedAt };
  if (key.length === 0 && change.kind !== 'DELETE') {
    return JSON.stringify({ ...head, errors: ['Error 400: Bad Request, no primary key'] });
  }
  if (!key.every((column) => readable.has(column))) {
    return JSON.stringify({ ...head, errors: ['Error 401: Unauthorized'] });
  }
  const shown = relation.columns.filter(
    ({ name }) =>
      readable.has(name) && (select === null || select.includes(name) || key.includes(name)),
  );
  const old = relation.underRls
    ? relation.identity.filter((name) => key.includes(name))
    : relation.identity;
  const names = shown.map(({ name }) => name);
  return JSON.stringify({
    ...head,
    columns: shown.map(({ name, type }) => ({ name, type })),
    ...(change.kind === 'DELETE' ? {} : { record: pick(change.record, names) }),
    ...(change.kind === 'INSERT'
      ? {}
      : {
          old_record: pick(
            change.oldRecord,
            names.filter((name) => old.includes(name)),
          ),
        }),
    errors: change.tooLarge ? ['Error 413: Payload Too Large'] : null,
  });
}

function pick(text: string | null, names: readonly string[]): JsonRecord {
  const record = parseExactly(text ?? '{}');
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(record, name)).map((name) => [name, record[name]]),
  );
}
