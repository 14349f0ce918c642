/** The shop as the people of the demo meet it: through its functions, each in their own role, at a moment. */
import type { TransactionSql } from 'postgres';
import { clockSetting } from './clock.ts';
import type { Customer } from './people.ts';

const staffRoles = ['owner', 'editor', 'fulfilment', 'support'] as const;
export type StaffRole = (typeof staffRoles)[number];

export type Actor =
  | { readonly as: 'staff'; readonly role: StaffRole }
  | { readonly as: 'customer'; readonly customer: Customer }
  | { readonly as: 'service' };

export const staff = (role: StaffRole): Actor => ({ as: 'staff', role });
export const customer = (who: Customer): Actor => ({ as: 'customer', customer: who });
export const service: Actor = { as: 'service' };

export interface Shop {
  /** As the database's owner, at whatever moment the clock shows: for reading what nobody may. */
  readonly sql: TransactionSql;
  /** Calls a function of the schema `public` and gives its answer. */
  call<Answer = unknown>(
    at: Date,
    actor: Actor,
    name: string,
    given: Readonly<Record<string, unknown>>,
  ): Promise<Answer>;
  /** Does what the shop does by itself at a moment. */
  run(at: Date, statement: string): Promise<void>;
}

/** What ends a transaction of the shop happens at the moment of its step: invoices are issued. */
const endStep = 'set constraints all immediate; set constraints all deferred; reset role';

async function staffIds(sql: TransactionSql): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ role: string; id: string }[]>`
    select s.role, s.user_id as id from private.staff s`;
  return new Map(rows.map(({ role, id }) => [role, id]));
}

export async function openShop(sql: TransactionSql): Promise<Shop> {
  const workers = await staffIds(sql);
  const claimsOf = (actor: Actor) => {
    if (actor.as === 'service') return { role: 'service_role' };
    if (actor.as === 'staff') return { role: 'authenticated', sub: workers.get(actor.role) ?? '' };
    const { userId, email } = actor.customer;
    return userId === null ? { role: 'anon' } : { role: 'authenticated', sub: userId, email };
  };
  const stepInto = async (at: Date, actor: Actor) => {
    const claims = claimsOf(actor);
    await sql`select set_config(${clockSetting}, ${at.toISOString()}, true),
      set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
      set_config('request.jwt.claim.sub', ${claims.sub ?? ''}, true),
      set_config('request.jwt.claim.role', ${claims.role}, true),
      set_config('role', ${claims.role}, true)`;
  };
  return {
    sql,
    async call<Answer>(
      at: Date,
      actor: Actor,
      name: string,
      given: Readonly<Record<string, unknown>>,
    ) {
      await stepInto(at, actor);
      const names = Object.keys(given);
      const places = names.map((each, index) => `${each} => $${index + 1}`);
      const values = Object.values(given) as string[];
      const [row] = await sql.unsafe<{ answer: Answer }[]>(
        `select public.${name}(${places.join(', ')}) as answer`,
        values,
        { prepare: true },
      );
      await sql.unsafe(endStep).simple();
      if (row === undefined) throw new Error(`${name} gave nothing`);
      return row.answer;
    },
    async run(at, statement) {
      await stepInto(at, service);
      await sql`select set_config('role', 'none', true)`;
      await sql.unsafe(statement).simple();
      await sql.unsafe(endStep).simple();
    },
  };
}
