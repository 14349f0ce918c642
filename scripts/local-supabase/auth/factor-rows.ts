/**
 * Invariant: a factor's secret leaves the database only to check a code, and is never printed.
 */
import type { Database, JsonObject } from './call.ts';
import { presentTimes, toZulu } from './times.ts';

export interface FactorRow {
  readonly id: string;
  readonly user_id: string;
  readonly friendly_name: string | null;
  readonly factor_type: 'totp' | 'webauthn' | 'phone' | 'recovery_code';
  readonly status: 'unverified' | 'verified';
  readonly secret: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly last_challenged_at: string | null;
}

export async function factorsOf(sql: Database, userId: string): Promise<FactorRow[]> {
  return sql<FactorRow[]>`
    select * from auth.mfa_factors where user_id = ${userId} order by created_at, id`;
}

export async function hasVerifiedFactor(sql: Database, userId: string): Promise<boolean> {
  return (await factorsOf(sql, userId)).some((factor) => factor.status === 'verified');
}

export const factorToJson = (factor: FactorRow): JsonObject => ({
  id: factor.id,
  created_at: toZulu(factor.created_at),
  updated_at: toZulu(factor.updated_at),
  status: factor.status,
  ...(factor.friendly_name ? { friendly_name: factor.friendly_name } : {}),
  factor_type: factor.factor_type,
  ...presentTimes({ last_challenged_at: factor.last_challenged_at }),
});
