import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { TransactionSql } from 'postgres';
import type { StoredFiles } from '../archive/stored-files.ts';

interface DemoFile {
  readonly id: string;
  readonly bucket: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** Puts a file into storage, as an upload would have. */
export async function keepFile(
  sql: TransactionSql,
  files: StoredFiles,
  { id, bucket, name, type, bytes }: DemoFile,
): Promise<void> {
  const now = new Date().toISOString();
  const row = {
    id,
    bucket_id: bucket,
    name,
    version: null,
    metadata: {
      eTag: `"${createHash('md5').update(bytes).digest('hex')}"`,
      size: bytes.length,
      mimetype: type,
      cacheControl: 'max-age=3600',
      lastModified: now,
      contentLength: bytes.length,
      httpStatusCode: 200,
    },
    created_at: now,
    updated_at: now,
    last_accessed_at: now,
  };
  await files.write(sql, row, Readable.from([bytes]));
}
