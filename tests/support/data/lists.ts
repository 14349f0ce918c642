/** Dates are moved by moving rows, as time would; a clock is never faked. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Sql, TransactionSql } from 'postgres';
import { wayOf, type ListKind } from '#shared/list-kind.ts';
import type { Caller } from '../../../scripts/local-supabase/context.ts';

interface BeaconRound {
  readonly round: number;
  readonly randomness: string;
  readonly signature: string;
}

const cases = path.join(import.meta.dirname, '../../cases/beacon-rounds.json');
const { rounds } = JSON.parse(readFileSync(cases, 'utf8')) as { rounds: readonly BeaconRound[] };
const [first, second] = rounds;
if (!first || !second) throw new Error('tests/cases/beacon-rounds.json holds no rounds');
export const [round1000, round1001] = [first, second];

export interface ListPlan {
  readonly kind?: ListKind;
  /** As many as there are editions, or ten, unless the plan says otherwise. */
  readonly capacity?: number | null;
  /** One choice each; null is without limit. */
  readonly editions?: readonly (number | null)[];
  readonly maxWins?: number;
  readonly status?: 'draft' | 'open';
  readonly title?: string;
}

export interface MadeList {
  readonly id: string;
  readonly choices: readonly string[];
  readonly variants: readonly string[];
}

/** A list on variants of a product of the demo shop; open for a day unless the plan says otherwise. */
export async function makeList(sql: Sql, plan: ListPlan = {}): Promise<MadeList> {
  const { kind = 'raffle', editions = [5], maxWins = 1, status = 'open' } = plan;
  const given = editions.every((count) => count !== null) ? editions : [];
  const { capacity = given.reduce((sum, count) => sum + count, 0) || 10 } = plan;
  const variants = await sql<{ id: string; product_id: string }[]>`
    select id, product_id from public.variants where product_id =
      (select id from public.products where url = 'lamp-moth') order by sku limit ${editions.length}`;
  const title = plan.title ?? `A ${kind} of a test`;
  const { isDrawn, isVote } = wayOf(kind);
  const closes = isDrawn || isVote ? new Date(Date.now() + 86_400_000) : null;
  const [list] = await sql<{ id: string }[]>`
    insert into public.lists (kind, product_id, title, status, opens_at, closes_at, capacity, max_wins, beacon_round)
    values (${kind}, ${variants[0]?.product_id ?? null}, ${title}, 'draft', ${new Date(Date.now() - 60_000)}, ${closes},
      ${capacity}, ${maxWins}, ${isDrawn && status === 'open' ? round1000.round : null})
    returning id`;
  if (!list) throw new Error('No list was made');
  const choices: string[] = [];
  for (const [index, variant] of variants.entries()) {
    const [choice] = await sql<{ id: string }[]>`
      insert into public.list_choices (list_id, variant_id, editions, position)
      values (${list.id}, ${variant.id}, ${editions[index] ?? null}, ${index}) returning id`;
    if (choice) choices.push(choice.id);
  }
  await sql`update public.lists set status = ${status} where id = ${list.id}`;
  return { id: list.id, choices, variants: variants.map(({ id }) => id) };
}

export interface Entrant {
  readonly id: string;
  readonly email: string;
  readonly caller: Caller;
}

/** Accounts with a confirmed address. */
export async function makeEntrants(sql: Sql, count: number): Promise<readonly Entrant[]> {
  const people = Array.from({ length: count }, () => {
    const id = randomUUID();
    return { id, email: `${id}@entrants.test` };
  });
  await sql`
    insert into auth.users (id, email, email_confirmed_at)
    select id, email, now() from unnest(${people.map(({ id }) => id)}::uuid[], ${people.map(({ email }) => email)}::text[]) p (id, email)`;
  return people.map(({ id, email }) => ({
    id,
    email,
    caller: { role: 'authenticated', claims: { role: 'authenticated', sub: id } },
  }));
}

/** Closes a list now; a raffle closes in the past whose beacon rounds are known. */
export async function closeList(sql: Sql, list: string): Promise<void> {
  await moveList(sql, list, '2023-08-01T12:00:00Z', '2023-08-23T15:40:00Z');
}

/** Moves a freezing into the past whose beacon rounds are known, so that round 1000 decides. */
export async function letRoundCome(sql: Sql, list: string): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`alter table public.lists disable trigger guard_list`;
    await transaction`
      update public.lists set frozen_at = '2023-08-23T15:45:00Z', beacon_round = ${round1000.round}
      where id = ${list}`;
    await transaction`alter table public.lists enable always trigger guard_list`;
  });
}

/** What the guard of lists forbids everyone, for time itself may do it. */
export async function moveList(
  sql: Sql,
  list: string,
  opensAt: string,
  closesAt: string,
): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`alter table public.lists disable trigger guard_list`;
    await transaction`
      update public.lists set opens_at = ${opensAt}, closes_at = ${closesAt} where id = ${list}`;
    await transaction`alter table public.lists enable always trigger guard_list`;
  });
}

/** Lets the time of offers pass. */
export async function expireOffers(sql: Sql, offers: readonly string[]): Promise<void> {
  await sql`
    update public.offers set
      offered_at = offered_at - interval '30 days', expires_at = now() - interval '1 second',
      claimed_at = claimed_at - interval '29 days',
      holds_until = case when holds_until is not null then now() - interval '1 second' end
    where id = any (${[...offers]}::uuid[])`;
}

/** An order of nothing in particular, for offers to point at. */
export async function makeOrder(sql: Sql, user: string): Promise<string> {
  const [order] = await sql<{ id: string }[]>`
    insert into public.order_records (user_id, payment, country_code, shipping_method_name, subtotal_minor,
      shipping_minor, tax_minor, tax_included_minor, total_minor, consents, pay_by)
    values (${user}, 'invoice', 'NL', 'Post', 0, 0, 0, 0, 0, '{}', now() + interval '1 day') returning id`;
  if (!order) throw new Error('No order was made');
  return order.id;
}

export interface AnsweredRefusal {
  readonly status: string;
  readonly reason: string;
}

/** What a function says that refuses by an answer, so that the try stays on record. */
export async function answeredRefusal(
  sql: TransactionSql,
  answer: unknown,
): Promise<AnsweredRefusal> {
  const [row] = await sql<{ status: string }[]>`
    select current_setting('response.status', true) as status`;
  const { hint } = answer as { hint?: string };
  return { status: row?.status ?? '', reason: hint ?? '' };
}

export interface OfferAnswer {
  readonly id: string;
  readonly entry_id: string;
  readonly choice_id: string;
  readonly variant_id: string;
  readonly status: string;
  readonly rank: number;
  readonly expires_at: string;
  readonly holds_until: string | null;
}

export interface PlaceAnswer {
  readonly list_id: string;
  readonly entry_id: string;
  readonly status: string;
  readonly choices: readonly string[];
  readonly max_wins: number;
  readonly position: number | null;
  readonly of: number;
  readonly entered_at: string;
  readonly withdrawn_at: string | null;
  readonly offers: readonly OfferAnswer[];
}

async function only<Value>(rows: PromiseLike<readonly { answer: Value }[]>): Promise<Value> {
  const [row] = await rows;
  if (!row) throw new Error('The function gave nothing');
  return row.answer;
}

export const enter = (
  sql: TransactionSql,
  list: string,
  choices: readonly string[] = [],
  maxWins = 1,
): Promise<PlaceAnswer> =>
  only(
    sql<{ answer: PlaceAnswer }[]>`
      select public.enter_list(${list}, ${[...choices]}::uuid[], ${maxWins}) as answer`,
  );

export const leave = (sql: TransactionSql, list: string): Promise<PlaceAnswer> =>
  only(sql<{ answer: PlaceAnswer }[]>`select public.leave_list(${list}) as answer`);

export interface PlacesAnswer {
  readonly places: readonly PlaceAnswer[];
  readonly strikes: number;
  readonly paused_until: string | null;
}

export const places = (sql: TransactionSql): Promise<PlacesAnswer> =>
  only(sql<{ answer: PlacesAnswer }[]>`select public.my_list_places() as answer`);

export interface ListAnswer {
  readonly status: string;
  readonly entry_ids: readonly string[];
  readonly entries_hash: string;
  readonly ranking: readonly string[];
  readonly beacon_round: number;
  readonly opens_at: string;
  readonly closes_at: string;
}

export const freeze = (sql: TransactionSql, list: string): Promise<ListAnswer> =>
  only(sql<{ answer: ListAnswer }[]>`select public.freeze_list(${list}) as answer`);

export const draw = (
  sql: TransactionSql,
  list: string,
  { round, randomness, signature }: BeaconRound = round1000,
): Promise<ListAnswer> =>
  only(
    sql<{ answer: ListAnswer }[]>`
      select public.draw_list(${list}, ${round}, ${randomness}, ${signature}) as answer`,
  );

export interface OfferedAnswer {
  readonly offered: number;
  readonly released: number;
  readonly offers: readonly OfferAnswer[];
}

export const offerNext = (
  sql: TransactionSql,
  list: string,
  count: number,
  hours: number | null = null,
): Promise<OfferedAnswer> =>
  only(
    sql<{ answer: OfferedAnswer }[]>`
      select public.offer_next(${list}, ${count}, ${hours === null ? null : `${hours} hours`}::interval) as answer`,
  );

export interface AcceptedAnswer extends OfferAnswer {
  readonly line: {
    readonly variant_id: string;
    readonly quantity: number;
    readonly offer_id: string;
  };
}

export const accept = (sql: TransactionSql, offer: string): Promise<AcceptedAnswer> =>
  only(sql<{ answer: AcceptedAnswer }[]>`select public.accept_offer(${offer}) as answer`);

export const revoke = (sql: TransactionSql, offer: string, reason: string): Promise<OfferAnswer> =>
  only(sql<{ answer: OfferAnswer }[]>`select public.revoke_offer(${offer}, ${reason}) as answer`);

/** Everyone enters, one after the other, so that arrival has an order. */
export async function enterAll(
  keepAs: <T>(caller: Caller, run: (sql: TransactionSql) => Promise<T>) => Promise<T>,
  list: string,
  people: readonly Entrant[],
  choices: readonly string[] = [],
  maxWins = 1,
): Promise<readonly PlaceAnswer[]> {
  const entered: PlaceAnswer[] = [];
  for (const { caller } of people) {
    entered.push(await keepAs(caller, (sql) => enter(sql, list, choices, maxWins)));
  }
  return entered;
}
