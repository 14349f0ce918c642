import assert from 'node:assert/strict';
import type { Sql, TransactionSql } from 'postgres';
import { buy, line } from './orders.ts';
import { zoneOfKey } from '#drawing/board/key-zone.ts';
import type { KeyboardLayout } from '#drawing/keyboard-layouts/keyboard-layout.ts';

export interface Saved {
  readonly id: string;
  readonly version: number;
  readonly code: string;
  readonly secret: string | null;
}

const paint = (code: string, hex: string) => ({ hex, code: `veld-abs-${code}` });

/** A design that can be made as it is. */
export const anyDesign = {
  name: 'Harbour',
  visibility: 'private',
  layout: '65',
  zones: {
    alphas: paint('vp02', '#f1efe8'),
    modifiers: paint('vp55', '#4f7591'),
    accents: paint('vp31', '#e08a35'),
    legends: paint('vp14', '#2d2e31'),
    modifierLegends: paint('vp02', '#f1efe8'),
    accentLegends: paint('vp14', '#2d2e31'),
    case: { hex: '#c9ccd0', code: 'lode-anodic-la-01' },
    plate: { hex: '#4a4d52' },
    weight: { hex: '#7a4a37' },
  },
  keys: { '0': { cap: paint('vp21', '#b8402f') } },
  legends: 'on',
  profile: 'cherry',
  caseStyle: 'seamless',
};

export async function save(
  sql: Sql | TransactionSql,
  changes: object = {},
  replaces: { readonly id?: string; readonly version?: number } = {},
): Promise<Saved> {
  const design = JSON.stringify({ ...anyDesign, ...changes });
  const [row] = await sql<{ saved: Saved }[]>`
    select public.save_design(${design}::text::jsonb, ${replaces.id ?? null}, ${replaces.version ?? null}) as saved`;
  assert.ok(row);
  return row.saved;
}

export async function opened(
  sql: Sql | TransactionSql,
  key: string,
  secret: string | null = null,
): Promise<Record<string, unknown> | null> {
  const [row] = await sql<{ design: Record<string, unknown> | null }[]>`
    select public.open_design(${key}, ${secret}) as design`;
  return row?.design ?? null;
}

/** An order of it that waits for its payment, by whoever calls. */
export async function orderDesign(sql: TransactionSql, design: string) {
  const lines = [{ ...(await line(sql, 'DESIGN-CAPS-68')), design_id: design }];
  const { order } = await buy(sql, { lines });
  return order;
}

const letters = { alphas: 'a', modifiers: 'm', accents: 'x' } as const;

/** The zone of each key, as `private.layout_zones` writes it. */
export const zoneLetters = (layout: KeyboardLayout): string =>
  layout.keys.map((key) => letters[zoneOfKey(key)]).join('');
