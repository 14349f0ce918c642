/**
 * Invariant: everything is checked before the first message of a batch is sent, so a batch that is
 * tried again sends nothing twice; messages leave in the order of the changes.
 */
import type { Caller, LocalContext } from '../context.ts';
import { concerns, type Binding } from './bindings.ts';
import { callerKey, sendTo, type Channel } from './channel.ts';
import type { Change } from './change-feed.ts';
import { createChangeMessages, type ChangeMessages } from './change-messages.ts';
import type { Relation, Relations } from './relations.ts';
import { passingRows, visibleRows } from './row-checks.ts';
import type { Topics } from './topics.ts';
import { isObject } from './wire.ts';

interface Interest {
  readonly channel: Channel;
  readonly binding: Binding;
  /** Who the channel acted for when its rights were checked. */
  readonly caller: Caller;
  readonly callerKey: string;
}

type Audience = Map<Change, Interest[]>;

export function createDelivery(context: LocalContext, relations: Relations, topics: Topics) {
  async function audienceOf(relation: Relation, changes: readonly Change[]): Promise<Audience> {
    const interests = await interestsIn(relation, topics, relations);
    const audience: Audience = new Map();
    if (interests.length === 0) return audience;
    const passes = await filterChanges(context, relation, changes, interests);
    const sees = await checkVisibility(context, relations, relation, changes, interests);
    for (const change of changes) {
      audience.set(
        change,
        interests.filter(
          (one) =>
            (one.binding.event === '*' || one.binding.event === change.kind) &&
            passes(one.binding, change) &&
            sees(one, change),
        ),
      );
    }
    return audience;
  }

  return async (changes: readonly Change[]): Promise<void> => {
    const rows = changes.filter(({ kind }) => kind !== 'BROADCAST');
    const audience: Audience = new Map();
    const messages = new Map<number, ChangeMessages>();
    for (const [oid, ofRelation] of Map.groupBy(rows, (change) => change.relation)) {
      const relation = await relations.find(oid);
      if (relation === null) continue;
      for (const [change, interests] of await audienceOf(relation, ofRelation)) {
        audience.set(change, interests);
      }
      messages.set(oid, await createChangeMessages(relation, relations));
    }
    for (const change of changes) {
      if (change.kind === 'BROADCAST') broadcastMessage(change, topics);
      else send(change, audience.get(change) ?? [], messages.get(change.relation));
    }
  };
}

async function interestsIn(
  relation: Relation,
  topics: Topics,
  relations: Relations,
): Promise<Interest[]> {
  const interests: Interest[] = [];
  for (const channel of topics.all()) {
    const bindings = channel.bindings.filter((binding) => concerns(binding, relation));
    if (bindings.length === 0) continue;
    const readable = await relations.readable(relation, channel.caller.role);
    const { caller } = channel;
    const asked = bindings.filter(({ conditions }) =>
      conditions.every(({ column }) => readable.has(column)),
    );
    const who = { channel, caller, callerKey: callerKey(caller) };
    interests.push(...asked.map((binding) => ({ ...who, binding })));
  }
  return interests;
}

async function filterChanges(
  context: LocalContext,
  relation: Relation,
  changes: readonly Change[],
  interests: readonly Interest[],
): Promise<(binding: Binding, change: Change) => boolean> {
  const filters = [...new Set(interests.map(({ binding }) => binding.filter))].filter(
    (f) => f !== '',
  );
  const conditionsOf = new Map(
    interests.map(({ binding }) => [binding.filter, binding.conditions]),
  );
  // Of a deleted row only the identity is known: a filter on anything else matches nothing.
  const isDelete = ({ kind }: Change) => kind === 'DELETE';
  const passing = new Map<string, Set<Change>>();
  for (const deleted of [false, true]) {
    const rows = changes.filter((change) => isDelete(change) === deleted);
    const known = filters
      .map((filter) => ({
        filter,
        conditions: (conditionsOf.get(filter) ?? []).filter(
          ({ column }) => !deleted || relation.identity.includes(column),
        ),
      }))
      .filter(({ conditions }) => conditions.length > 0);
    const records = rows.map((row) => (deleted ? row.oldRecord : row.record) ?? '{}');
    const positions = await passingRows(
      context,
      relation,
      records,
      known.map(({ conditions }) => conditions),
    );
    for (const [index, { filter }] of known.entries()) {
      const found = passing.get(filter) ?? new Set();
      for (const position of positions[index] ?? []) {
        const row = rows[position];
        if (row) found.add(row);
      }
      passing.set(filter, found);
    }
  }
  return (binding, change) =>
    binding.filter.trim() === '' || passing.get(binding.filter)?.has(change) === true;
}

/** One question for each role and claims, however many channels share them. */
async function checkVisibility(
  context: LocalContext,
  relations: Relations,
  relation: Relation,
  changes: readonly Change[],
  interests: readonly Interest[],
): Promise<(interest: Interest, change: Change) => boolean> {
  const asked = changes.filter(({ kind }) => kind !== 'DELETE');
  const records = asked.map(({ record }) => record ?? '{}');
  const seen = new Map<string, ReadonlySet<Change> | 'all'>();
  for (const { caller, callerKey: who } of interests) {
    if (seen.has(who)) continue;
    const { role } = caller;
    const readable = await relations.readable(relation, role);
    const isFree =
      !relation.underRls ||
      relation.key.length === 0 ||
      !relation.key.every((column) => readable.has(column)) ||
      (await relations.bypassesRls(role));
    if (isFree || asked.length === 0) {
      seen.set(who, 'all');
      continue;
    }
    const positions = await visibleRows(context, caller, relation, records);
    seen.set(who, new Set(asked.filter((_, position) => positions.has(position))));
  }
  return ({ callerKey: who }, change) => {
    const visible = seen.get(who);
    return change.kind === 'DELETE' || visible === 'all' || visible?.has(change) === true;
  };
}

function send(
  change: Change,
  interests: readonly Interest[],
  messages: ChangeMessages | undefined,
): void {
  if (!messages) return;
  const current = interests.filter(({ channel, caller }) => isSamePerson(channel.caller, caller));
  for (const [channel, ofChannel] of Map.groupBy(current, (interest) => interest.channel)) {
    const bySelect = Map.groupBy(ofChannel, ({ binding }) => binding.select?.join('\n') ?? '');
    for (const same of bySelect.values()) {
      const data = messages.of(change, channel.caller.role, same[0]?.binding.select ?? null);
      const ids = JSON.stringify(same.map(({ binding }) => binding.id));
      sendTo(channel, 'postgres_changes', `{"ids":${ids},"data":${data}}`);
    }
  }
}

/** A refreshed token has other claims, but it is still the one whose rights were checked. */
function isSamePerson(one: Caller, other: Caller): boolean {
  return one.role === other.role && one.claims.sub === other.claims.sub;
}

function broadcastMessage({ record }: Change, topics: Topics): void {
  const message: unknown = JSON.parse(record ?? 'null');
  if (!isObject(message)) return;
  const { topic, event, payload, private: isPrivate, id } = message;
  if (typeof topic !== 'string' || typeof event !== 'string') return;
  topics.broadcast({
    name: topic,
    isPrivate: isPrivate === true,
    event,
    body: JSON.stringify(payload ?? {}),
    id: String(id),
  });
}
