/** On a hosted project there are no customers and no database to ask. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { randomUUID } from 'node:crypto';
import postgres, { type Sql } from 'postgres';
import sharp from 'sharp';
import { hostedSkips } from '../../support/hosted/contract.ts';
import { startTestBackend, type TestBackend } from '../../support/local-backend.ts';

export interface Customer {
  readonly client: SupabaseClient;
  readonly id: string;
}

export interface StorageBackend {
  readonly backend: TestBackend;
  readonly isHosted: boolean;
  readonly visitor: SupabaseClient;
  readonly service: SupabaseClient;
  /** As superuser. Only where the backend is embedded. */
  readonly sql: Sql;
  customer(name: 'shopper' | 'second' | 'editor'): Promise<Customer>;
  /** A bucket that is emptied and removed at the end. */
  bucket(options?: BucketOptions): Promise<string>;
  stop(): Promise<void>;
}

export interface BucketOptions {
  readonly public?: boolean;
  readonly fileSizeLimit?: number | string;
  readonly allowedMimeTypes?: string[];
}

export async function startStorageBackend(): Promise<StorageBackend> {
  const backend = await startTestBackend();
  const made: string[] = [];
  const clientFor = (key: string) =>
    createClient(backend.url, key, { auth: { persistSession: false, autoRefreshToken: false } });
  const service = clientFor(backend.secretKey);
  const sql = postgres(backend.databaseUrl || 'postgres://nowhere', { max: 2, onnotice() {} });
  return {
    backend,
    isHosted: hostedSkips !== false,
    visitor: clientFor(backend.publishableKey),
    service,
    sql,
    async customer(name) {
      const client = clientFor(backend.publishableKey);
      const { data, error } = await client.auth.signInWithPassword({
        email: `${name}@keywright.test`,
        password: 'Keywright-demo-1',
      });
      if (error) throw error;
      return { client, id: data.user.id };
    },
    async bucket(options = {}) {
      const name = `test-${randomUUID().slice(0, 8)}`;
      const created = await service.storage.createBucket(name, { public: false, ...options });
      if (created.error) throw created.error;
      made.push(name);
      return name;
    },
    async stop() {
      for (const name of made) {
        await service.storage.emptyBucket(name);
        await service.storage.deleteBucket(name);
      }
      await sql.end();
      await backend.stop();
    },
  };
}

/** Error as supabase-js shows it: what a test compares. */
export function shown(answer: { readonly error: unknown }): unknown {
  const { error } = answer;
  if (typeof error !== 'object' || error === null) return error;
  const field = (name: string): unknown => Reflect.get(error, name);
  return {
    status: field('status'),
    statusCode: field('statusCode'),
    code: field('code'),
    message: field('message'),
  };
}

export function picture(width = 40, height = 30, background = '#c80'): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}
