/** Where the bytes of stored files are: in the data folder, or behind the Storage API of a project. */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type { ISql } from 'postgres';

export type FileRow = Readonly<Record<string, unknown>> & {
  readonly bucket_id: string;
  readonly name: string;
  readonly version: string | null;
};

export interface StoredFiles {
  /** Null where it has been removed since. */
  read(row: FileRow): Promise<AsyncIterable<Buffer> | null>;
  write(sql: ISql, row: FileRow, bytes: AsyncIterable<Buffer>): Promise<void>;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export function filesOnDisk(dataFolder: string): StoredFiles {
  const pathOf = (version: string) =>
    path.join(dataFolder, 'storage/objects', version.slice(0, 2), version);
  return {
    read(row) {
      const file = row.version === null ? '' : pathOf(row.version);
      return Promise.resolve(
        file !== '' && existsSync(file) ? (createReadStream(file) as AsyncIterable<Buffer>) : null,
      );
    },
    async write(sql, row, bytes) {
      const version = randomUUID();
      await mkdir(path.dirname(pathOf(version)), { recursive: true });
      await pipeline(bytes, createWriteStream(pathOf(version), { flags: 'wx', flush: true }));
      const kept = { ...row, version };
      await sql`
        insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata, created_at, updated_at, last_accessed_at)
        select id, bucket_id, name, owner, owner_id, version, metadata, user_metadata, created_at, updated_at, last_accessed_at
        from jsonb_populate_record(null::storage.objects, ${sql.json(kept as never)})`;
    },
  };
}

export class StorageRefused extends Error {}

export function filesBehindApi(url: string, secretKey: string): StoredFiles {
  const headers = { apikey: secretKey, authorization: `Bearer ${secretKey}` };
  const addressOf = ({ bucket_id: bucket, name }: FileRow) =>
    `${url}/storage/v1/object/${[bucket, ...name.split('/')].map(encodeURIComponent).join('/')}`;
  return {
    async read(row) {
      const response = await fetch(addressOf(row), { headers });
      if (response.ok && response.body) {
        return Readable.fromWeb(response.body as WebStream) as AsyncIterable<Buffer>;
      }
      const said = await response.text();
      // Storage says of a file that is gone that the request is bad, and means not found.
      if (response.status === 404 || /not.?found/i.test(said)) return null;
      throw new StorageRefused(
        `The file ${row.bucket_id}/${row.name} could not be loaded: HTTP ${response.status} ${said.slice(0, 200)}`,
      );
    },
    async write(_, row, bytes) {
      const metadata = (row['metadata'] ?? {}) as Readonly<Record<string, unknown>>;
      const response = await fetch(addressOf(row), {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': text(metadata['mimetype']) || 'application/octet-stream',
          'cache-control': text(metadata['cacheControl']) || 'max-age=3600',
          'x-upsert': 'true',
        },
        body: Readable.toWeb(Readable.from(bytes, { objectMode: false })) as BodyInit,
        duplex: 'half',
      } as RequestInit);
      if (response.ok) return;
      const said = (await response.text()).slice(0, 200);
      throw new StorageRefused(
        `The file ${row.bucket_id}/${row.name} could not be stored: HTTP ${response.status} ${said}`,
      );
    },
  };
}
