import assert from 'node:assert/strict';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import type { TestSql } from '../database.ts';

export interface WayBack {
  readonly line_id: string;
  readonly quantity: number;
  readonly way: string;
  readonly percent: number;
  readonly amount_minor: number;
}

export interface Return {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly version: number;
  readonly amount_minor: number;
  readonly asked_at: string;
}

export interface WaysBack {
  readonly cancel: { readonly kept_minor: number; readonly back_minor: number } | null;
  readonly lines: readonly WayBack[];
  readonly postage_minor: number;
  readonly returns: readonly (Return & { readonly refunded_minor: number | null })[];
}

export const readWaysBack = (
  database: TestSql,
  caller: Caller,
  order: string | null,
  token: string | null = null,
): Promise<WaysBack> =>
  database.as(caller, async (sql) => {
    const [row] = await sql<{ answer: WaysBack }[]>`
      select public.ways_back(${order}, ${token}) as answer`;
    assert.ok(row);
    return row.answer;
  });

export interface Asked {
  readonly kind?: string | null;
  readonly lines: unknown;
  readonly reason?: string;
  readonly token?: string | null;
  readonly key?: string | null;
}

export const askReturn = (
  database: TestSql,
  caller: Caller,
  order: string | null,
  { kind = 'withdrawal', lines, reason = '', token = null, key = null }: Asked,
): Promise<Return> =>
  database.keepAs(caller, async (sql) => {
    const [row] = await sql<{ answer: Return }[]>`
      select public.ask_return(${order}, ${kind}, ${JSON.stringify(lines)}::text::jsonb, ${reason}, '', ${token}, ${key}) as answer`;
    assert.ok(row);
    return row.answer;
  });

export interface Move {
  readonly version?: number | null;
  readonly words?: string;
  readonly label?: string;
  readonly amount?: number | null;
  readonly restock?: boolean;
  readonly token?: string | null;
}

export const moveReturn = (
  database: TestSql,
  caller: Caller,
  id: string | null,
  to: string,
  move: Move = {},
): Promise<Return> =>
  database.keepAs(caller, async (sql) => {
    const {
      version = null,
      words = '',
      label = '',
      amount = null,
      restock = false,
      token = null,
    } = move;
    const [row] = await sql<{ answer: Return }[]>`
      select public.move_return(${id}, ${to}, ${version}, ${words}, ${label}, ${amount}, ${restock}, ${token}) as answer`;
    assert.ok(row);
    return row.answer;
  });
