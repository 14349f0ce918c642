/** Invariant: whoever acts is decided once, by `identify`, from verified keys and tokens. */
import type { Sql, TransactionSql } from 'postgres';

export type DatabaseRole = 'anon' | 'authenticated' | 'service_role';

/** What a verified access token says. `sub` is the user's id; `session_id` names the auth session. */
export interface TokenClaims {
  readonly role: string;
  readonly sub?: string;
  readonly session_id?: string;
  readonly aal?: 'aal1' | 'aal2';
  readonly exp?: number;
  readonly [claim: string]: unknown;
}

export interface Caller {
  readonly role: DatabaseRole;
  readonly claims: TokenClaims;
}

/** Why a request names nobody: no key at all, a key that isn't ours, or a token that doesn't verify. */
export interface Refusal {
  readonly refused: 'no_key' | 'bad_key' | 'bad_token' | 'expired_token';
}

export interface Mail {
  /** Whose sender may try again gives one, so that a repeated delivery is told from a new mail. */
  readonly id?: string;
  readonly to: string;
  readonly from?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface DeliveredMail extends Mail {
  readonly id: string;
  readonly at: string;
}

export interface LocalSettings {
  /** Where the browser reaches this backend, without a slash at the end. */
  readonly apiUrl: string;
  /** Where the shop is served: the default of every redirect. */
  readonly siteUrl: string;
  readonly apiPort: number;
  readonly functionsPort: number;
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly jwtSecret: string;
  /** The repository: `supabase/` below it is what gets served. */
  readonly projectFolder: string;
  /** Where files live that are not in Postgres (storage objects, logs). */
  readonly dataFolder: string;
  /** As superuser, for the embedded services alone. */
  readonly databaseUrl: string;
}

export interface LocalContext {
  readonly settings: LocalSettings;
  /** Superuser pool. Timestamps come back as ISO strings, numerics as numbers, json parsed. */
  readonly sql: Sql;
  /** Runs in one transaction with the caller's role, claims and request settings, under RLS. */
  asCaller<T>(caller: Caller, run: (transaction: TransactionSql) => Promise<T>): Promise<T>;
  /** The caller of a request from its `apikey` and `Authorization` (an `apikey` query parameter counts too). */
  /** A token is taken for so many seconds after its end. */
  identify(request: Request, graceSeconds?: number): Promise<Caller | Refusal>;
  readonly tokens: {
    sign(claims: Record<string, unknown>): Promise<string>;
    /** Throws when the signature, the algorithm or the time is wrong. */
    verify(token: string): Promise<TokenClaims>;
  };
  readonly mailbox: {
    deliver(mail: Mail): Promise<void>;
    list(): readonly DeliveredMail[];
    clear(): void;
  };
  log(message: string): void;
}

export interface ServiceModule {
  handle(request: Request): Promise<Response>;
  close?(): Promise<void> | void;
}
